/** A `ref` for what has to be answered before anything else: focus goes there when it appears. */
export function focusOnShow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
