"""Games that only the tests play: kinds of games that the suites for all games must also be able to test."""
