import { useReducer } from 'react'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'

interface Removal {
  /** What the toast says. */
  text: string
  start: () => void
  undo: () => void
}

/** Removes with an undo while the toast is shown; what is left of a list is rendered again at once. */
export function useRemovals(): (removal: Removal) => void {
  const { undo: label } = useText('library')
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  return ({ text, start, undo }) => {
    start()
    rerender()
    showToast({
      text,
      action: {
        label,
        onClick: () => {
          undo()
          rerender()
        },
      },
    })
    // Focus moves to the next button that removes, or to the heading's.
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('#main [aria-pressed], #main')?.focus({ preventScroll: true })
    })
  }
}
