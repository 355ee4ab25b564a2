import { QUALITIES, type Quality } from '#contract/fields.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'

/** The account's data usage setting, as last answered to this browser: the player starts with it. */
const KEY = 'harbour.quality'

const store = createExternalStore(accountQuality, undefined)

/** Undefined while it is not known. */
export function accountQuality(): Quality | undefined {
  const stored = storage.local.get(KEY)
  return QUALITIES.find((quality) => quality === stored)
}

/** Stores the account's setting; a player that is open follows it. */
export function rememberAccountQuality(quality: Quality): void {
  if (quality === accountQuality()) return
  storage.local.set(KEY, quality)
  store.changed()
}

/** Calls back when the account's setting has changed. */
export const watchAccountQuality = store.subscribe
