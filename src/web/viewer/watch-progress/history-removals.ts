import { removeWatched } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** The time to undo a removal: as long as its toast is shown. */
export const REMOVAL_MS = 6000

interface Removal {
  profileId: string
  timer: ReturnType<typeof setTimeout>
  /** Called when the server has answered. */
  onDone: () => void
}

/** Removals that were not sent yet, by program id. Undoing one only drops it from here. */
const pending = new Map<string, Removal>()

/** Removes a title from the profile's history after the time to undo it, or when the page is left. */
export function removeLater(programId: string, onDone: () => void): void {
  const { profile } = readSession()
  if (!profile) return
  undoRemoval(programId)
  if (pending.size === 0) addEventListener('pagehide', sendAll)
  const timer = setTimeout(() => send(programId), REMOVAL_MS)
  pending.set(programId, { profileId: profile.profileId, timer, onDone })
}

/** Drops a pending removal: it was undone, or the title is being watched again. */
export function undoRemoval(programId: string): void {
  const removal = pending.get(programId)
  if (!removal) return
  clearTimeout(removal.timer)
  pending.delete(programId)
  if (pending.size === 0) removeEventListener('pagehide', sendAll)
}

/** Whether the removal of a title is pending: lists fetched meanwhile still contain it. */
export const isLeaving = (programId: string): boolean => pending.has(programId)

function sendAll() {
  for (const programId of pending.keys()) send(programId)
}

function send(programId: string) {
  const removal = pending.get(programId)
  if (!removal) return
  undoRemoval(programId)
  // The profile has changed.
  if (readSession().profile?.profileId !== removal.profileId) return
  void call(removeWatched, { programId }, { keepalive: true }).then(removal.onDone)
}
