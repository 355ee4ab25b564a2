import type { MouseEvent } from 'react'

/** Safari does not focus a clicked button: the layer it opens could not return the focus. */
export const takeFocus = ({ currentTarget }: MouseEvent): void => {
  if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true })
}
