/** A `ref` that focuses its element when it is mounted. */
export function focusOnShow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}
