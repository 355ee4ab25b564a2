/** A `ref` that focuses its element when it is mounted. */
export function focusOnShow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/**
 * A `ref` of something that is shown over the video for a while: when it disappears with the focus in it, the focus goes to the play
 * button, not to the page's body.
 */
export function passFocusToPlayer(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  return () => {
    if (element.contains(document.activeElement)) giveFocusBack(playButton())
  }
}

/** The one of the two that is on screen: that of the bar, or on phones that in the middle. */
function playButton(): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-play]')]
  return buttons.find((button) => button.getClientRects().length > 0) ?? buttons[0] ?? null
}

/** Marks a control that has the focus only because a menu was closed: Space is then not its own key but the player's. */
const RETURNED = 'data-focus-returned'

/** Focuses the control that opened what was closed. Until the focus leaves it, Space plays and pauses; Enter presses it. */
export function giveFocusBack(control: HTMLElement | null): void {
  if (!control) return
  const isSpace = (event: KeyboardEvent) => event.code === 'Space' && control.hasAttribute(RETURNED)
  // Firefox presses a button when Space is released, whatever became of the key press.
  const onKeyUp = (event: KeyboardEvent) => isSpace(event) && event.preventDefault()
  const forget = () => {
    control.removeAttribute(RETURNED)
    control.removeEventListener('keyup', onKeyUp)
  }
  control.focus({ preventScroll: true })
  control.setAttribute(RETURNED, '')
  control.addEventListener('keyup', onKeyUp)
  control.addEventListener('blur', forget, { once: true })
}

/** Whether a control has the focus only because a menu was closed. */
export const hasReturnedFocus = (control: Element): boolean => control.closest(`[${RETURNED}]`) !== null
