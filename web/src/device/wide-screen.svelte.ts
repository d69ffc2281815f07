/** Whether there is room beside the table for the log and the chat. */
import { MediaQuery } from 'svelte/reactivity'

export const wide = new MediaQuery('(min-width: 1180px)')
