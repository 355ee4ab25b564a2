const PAINT_MS = 100

let overlay: HTMLElement | undefined

/**
 * Covers the page until the player's screen takes the video out. A popover, because a dialog may be open.
 * @returns resolves after the next paint, or after 100 ms: background pages are not painted
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

export function removeVideoOverlay(): void {
  overlay?.remove()
  overlay = undefined
}
