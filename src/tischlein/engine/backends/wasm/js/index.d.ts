/** The rules of every game in this folder: `const rules = await load(id)`. */
import { games } from './games.js';
import { Rules } from './loader.js';
export { games } from './games.js';
export * from './loader.js';
export * from './net.js';
export type GameId = keyof typeof games;
/** Read a game's module, in Node from the folder and in a browser from where this file came from, and make it ready. */
export declare function load<Id extends GameId>(id: Id): Promise<Rules<(typeof games)[Id]>>;
