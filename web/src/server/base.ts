/**
 * The folder that the page lies in, without the slash at its end: empty with a server, while plain files (`tischlein
 * site`) may lie anywhere.
 */
export const BASE = /^\w+:\/\/[^/]*(.*)\/assets\/[^/]*$/.exec(import.meta.url)?.[1] ?? ''
