import type { Example } from '@/rules/example'
import written from './examples.json'

export { default as Picture } from './Example.svelte'
export const examples = written as unknown as readonly Example[]
