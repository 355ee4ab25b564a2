import { removeWatched } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { createPendingRemovals } from '#web/viewer/session/pending-removals.ts'
import { dropUnsent } from './unsent-progress.ts'

/** The key of the whole history; no id has this character. */
const ALL = '*'

const removals = createPendingRemovals((key, { profileId, at }) => {
  dropUnsent(profileId, ({ programId }) => key === ALL || key === programId)
  const time = { at, sentAt: new Date().toISOString() }
  return call(removeWatched, { ...(key === ALL ? { all: true } : { programId: key }), ...time }, { keepalive: true })
})

export const removeLater = (programId: string, onDone: () => void): void => removals.later(programId, onDone)

export const undoRemoval = (programId: string): void => removals.undo(programId)

export const removeAllLater = (onDone: () => void): void => removals.later(ALL, onDone)
export const undoRemoveAll = (): void => removals.undo(ALL)

/** A removal of everything is sent before the new progress. */
export function keepInHistory(programId: string): void {
  removals.undo(programId)
  void removals.sendNow(ALL)
}

/** Lists fetched meanwhile still contain it. */
export const isRemovalPending = (programId: string): boolean => removals.isPending(programId) || removals.isPending(ALL)
