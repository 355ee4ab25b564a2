import { QUALITIES, type Quality } from '#contract/fields.ts'
import { storage } from '#web/kit/storage.ts'

/** What the account says about data usage, as this browser last heard it. The player begins with it. */
const KEY = 'harbour.quality'

const watchers = new Set<() => void>()

/** Undefined while nobody has said. */
export function accountQuality(): Quality | undefined {
  const stored = storage.local.get(KEY)
  return QUALITIES.find((quality) => quality === stored)
}

/** Keeps what the account says; a player that is open hears of it. */
export function rememberAccountQuality(quality: Quality): void {
  if (quality === accountQuality()) return
  storage.local.set(KEY, quality)
  for (const watcher of watchers) watcher()
}

/** Calls back when the account's setting has changed. */
export function watchAccountQuality(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
