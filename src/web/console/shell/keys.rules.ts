/** Within this time a letter follows `g`. */
export const GO_MS = 1_500

export type KeyAction =
  | { readonly does: 'search' | 'help' | 'next' | 'previous' | 'select' | 'wait' }
  | { readonly does: 'go'; readonly letter: string }

interface Keystroke {
  readonly key: string
  readonly hasModifier: boolean
  /** In a field, where a letter is text. */
  readonly isTyping: boolean
  /** `g` was pressed just before. */
  readonly isGoing: boolean
  readonly lettersOn: boolean
}

const SINGLE: Readonly<
  Record<string, KeyAction['does'] & ('search' | 'help' | 'next' | 'previous' | 'select' | 'wait')>
> = {
  '/': 'search',
  '?': 'help',
  j: 'next',
  k: 'previous',
  x: 'select',
  g: 'wait',
}

/** A letter after `g` is not the screen's. */
export const mayBeScreenKey = ({ hasModifier, isTyping, isGoing, lettersOn }: Keystroke): boolean =>
  !hasModifier && !isTyping && !isGoing && lettersOn

/** What a key does on every screen; undefined: nothing of ours. */
export function actionOf({ key, hasModifier, isTyping, isGoing, lettersOn }: Keystroke): KeyAction | undefined {
  if (hasModifier || isTyping || !lettersOn) return undefined
  if (isGoing && /^[a-z]$/.test(key)) return { does: 'go', letter: key }
  const does = SINGLE[key]
  return does && { does }
}
