/** Components on the page of a test, without help of a library: the browser is real, so is what it shows. */
import { flushSync, mount, unmount, type Component } from 'svelte'

const there: (() => void)[] = []

/** Shows a component in a box of this size, and returns the box. */
export function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  size: { width: number; height?: number } = { width: 348 },
): HTMLElement {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = `width: ${size.width}px; height: ${size.height === undefined ? 'auto' : `${size.height}px`}; container-type: inline-size`
  const mounted = mount(component, { target: box, props })
  flushSync()
  there.push(() => {
    void unmount(mounted)
    box.remove()
  })
  return box
}

export function clear(): void {
  for (const end of there.splice(0)) end()
  document.body.replaceChildren()
}

/** Waits for the next two frames: sizes that are bound have arrived, and what depends on them is drawn. */
export async function drawn(): Promise<void> {
  for (let k = 0; k < 2; k++) await new Promise((resolve) => requestAnimationFrame(resolve))
  flushSync()
}

export const boxOf = (element: Element | null | undefined): DOMRect => element!.getBoundingClientRect()
