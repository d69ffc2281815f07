// What stands here in a package is written by `tischlein build wasm`: the games in it, in every detail.

import type { RulesInfo } from './loader.js'

export declare const games: Readonly<Record<string, RulesInfo>>
