/** The rules of every game in this folder: `const rules = await load(id)`. */
import { games } from './games.js';
import { Rules } from './loader.js';
export { games } from './games.js';
export * from './loader.js';
export * from './net.js';
/** Read a game's module, in Node from the folder and in a browser from where this file came from, and make it ready. */
export async function load(id) {
    const info = Object.hasOwn(games, id) ? games[id] : undefined;
    if (!info)
        throw new RangeError(`there is no game ${id}`);
    const place = new URL(`./${id}.wasm`, import.meta.url);
    if (place.protocol === 'file:') {
        const { readFile } = await import('node:fs/promises');
        return Rules.load(info, await readFile(place));
    }
    const answer = await fetch(place);
    if (!answer.ok)
        throw new Error(`${place.pathname}: ${answer.status} ${answer.statusText}`);
    return Rules.load(info, await answer.arrayBuffer());
}
