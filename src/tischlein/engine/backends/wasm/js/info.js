/** What is known about a game beside its functions: its record, its options and its bots. */
export {};
