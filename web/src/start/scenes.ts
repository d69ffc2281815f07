/** The small living pictures of the games. */
import type { Component } from 'svelte'
import type { GameId } from '@/client/wire'
import LoboScene from './LoboScene.svelte'
import QuandoScene from './QuandoScene.svelte'
import QuantoScene from './QuantoScene.svelte'
import QwixxScene from './QwixxScene.svelte'

export const SCENES: Record<GameId, Component> = { lobo77: LoboScene, quando: QuandoScene, quanto: QuantoScene, qwixx: QwixxScene }
