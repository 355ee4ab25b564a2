/** Pages in the background are not painted. */
const PAINT_MS = 100

let overlay: HTMLElement | undefined

/**
 * Shows a preloaded video over the whole page until the player's screen is rendered, which takes the video out of it. A popover, because the
 * title may have been chosen in a dialog.
 * @returns resolves after the next paint, or after 100 ms
 */
export function showVideoOverlay(video: HTMLVideoElement): Promise<void> {
  removeVideoOverlay()
  overlay = document.createElement('div')
  overlay.popover = 'manual'
  overlay.setAttribute('aria-hidden', 'true')
  Object.assign(overlay.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    margin: '0',
    border: '0',
    padding: '0',
    overflow: 'hidden',
    background: '#000',
    // The video fills its only cell without a style of its own.
    display: 'grid',
    grid: 'minmax(0, 1fr) / minmax(0, 1fr)',
    placeItems: 'stretch',
  })
  overlay.append(video)
  document.body.append(overlay)
  overlay.showPopover?.()
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, PAINT_MS)
  })
}

/** Removes the overlay, with the video if that is still in it. */
export function removeVideoOverlay(): void {
  overlay?.remove()
  overlay = undefined
}
