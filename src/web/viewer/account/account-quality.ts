import { QUALITIES, type Quality } from '#contract/fields.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'

const KEY = 'harbour.quality'

const store = createExternalStore(accountQuality, undefined)

export function accountQuality(): Quality | undefined {
  const stored = storage.local.get(KEY)
  return QUALITIES.find((quality) => quality === stored)
}

export function rememberAccountQuality(quality: Quality): void {
  if (quality === accountQuality()) return
  storage.local.set(KEY, quality)
  store.changed()
}

export const watchAccountQuality = store.subscribe
