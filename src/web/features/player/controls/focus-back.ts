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
