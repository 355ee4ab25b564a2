import type { MouseEvent } from 'react'

/** Focuses the button that was clicked, which Safari does not: the layer that it opens returns the focus to it. */
export const takeFocus = ({ currentTarget }: MouseEvent): void => {
  if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true })
}
