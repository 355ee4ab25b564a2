import { useEffect } from 'react'
import { createStore } from '#web/kit/store.ts'

/** A single key of one screen, which comes before that of all screens. */
export interface ScreenKey {
  /** As `KeyboardEvent.key` says it: `A` is Shift and the letter. */
  readonly key: string
  /** In the help. Undefined: the help names it already. */
  readonly label?: string
  /** In the help instead of the key: `1–7`. */
  readonly shown?: string
  readonly run: () => void
}

const NONE: readonly ScreenKey[] = []

export const screenKeys = createStore({ keys: NONE })

/** The keys of the screen that is open. Like all single keys they rest while a field has the focus or a dialog is open. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    screenKeys.set({ keys })
    return () => screenKeys.reset()
  }, [keys])
}
