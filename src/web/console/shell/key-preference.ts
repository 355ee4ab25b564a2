import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'

const KEY = 'harbour.console.letters'

/** Whether single letters are shortcuts (WCAG 2.1.4). */
export const letterKeys = createExternalStore(() => storage.local.get(KEY) !== 'off', true)

export function setLetterKeys(isOn: boolean): void {
  if (isOn) storage.local.remove(KEY)
  else storage.local.set(KEY, 'off')
  letterKeys.changed()
}
