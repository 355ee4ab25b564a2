export function focusOnShow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

/** A `ref`: when its element disappears with the focus in it, the focus moves to the play button, not to the body. */
export function passFocusToPlayer(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  return () => {
    if (element.contains(document.activeElement)) giveFocusBack(playButton())
  }
}

/** The visible one of two: in the bar, or on phones in the middle. */
function playButton(): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-play]')]
  return buttons.find((button) => button.getClientRects().length > 0) ?? buttons[0] ?? null
}

/** Marks a control focused only because a menu closed: Space then belongs to the player. */
const RETURNED = 'data-focus-returned'

/** Focuses the control that opened a menu. Until it loses the focus, Space toggles playback and Enter activates it. */
export function giveFocusBack(control: HTMLElement | null): void {
  if (!control) return
  const isSpace = (event: KeyboardEvent) => event.code === 'Space' && control.hasAttribute(RETURNED)
  // Firefox activates a button when Space is released.
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

export const hasReturnedFocus = (control: Element): boolean => control.closest(`[${RETURNED}]`) !== null
