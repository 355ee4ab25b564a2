/** Pages in the background have no frames. */
const FRAME_MS = 100

let box: HTMLElement | undefined

/**
 * Shows the video of a title that plays before its screen is rendered: over the whole page, in the top layer, since the title was perhaps
 * chosen in a dialog. The screen takes the video out of it and calls `endEarlyPicture`.
 * @returns when it is painted: rendering the screen before would delay it
 */
export function showEarlyPicture(video: HTMLVideoElement): Promise<void> {
  endEarlyPicture()
  box = document.createElement('div')
  box.popover = 'manual'
  box.setAttribute('aria-hidden', 'true')
  Object.assign(box.style, {
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
  box.append(video)
  document.body.append(box)
  box.showPopover?.()
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, FRAME_MS)
  })
}

/** Removes it, with the video if that is still in it. */
export function endEarlyPicture(): void {
  box?.remove()
  box = undefined
}
