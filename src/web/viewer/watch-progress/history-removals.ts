import { removeWatched } from '#contract/library.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** As long as its toast stays. */
export const REMOVAL_MS = 6000

interface Removal {
  profileId: string
  timer: ReturnType<typeof setTimeout>
  /** The server has it, or would not. */
  onDone: () => void
}

/** Titles that are on their way out of the history. Nothing of them is lost until the removal is sent: an undo only forgets that it was asked for. */
const waiting = new Map<string, Removal>()

/** Takes a title from the history of the present profile, once there was time to undo it, or when the page is left. */
export function removeLater(programId: string, onDone: () => void): void {
  const { profile } = readSession()
  if (!profile) return
  undoRemoval(programId)
  if (waiting.size === 0) addEventListener('pagehide', sendAll)
  const timer = setTimeout(() => send(programId), REMOVAL_MS)
  waiting.set(programId, { profileId: profile.profileId, timer, onDone })
}

/** It stays: the removal was undone, or the title is being watched again. */
export function undoRemoval(programId: string): void {
  const removal = waiting.get(programId)
  if (!removal) return
  clearTimeout(removal.timer)
  waiting.delete(programId)
  if (waiting.size === 0) removeEventListener('pagehide', sendAll)
}

/** Whether a title is on its way out: lists that are asked for meanwhile still have it. */
export const isLeaving = (programId: string): boolean => waiting.has(programId)

function sendAll() {
  for (const programId of waiting.keys()) send(programId)
}

function send(programId: string) {
  const removal = waiting.get(programId)
  if (!removal) return
  undoRemoval(programId)
  // Another profile's history has nothing to do with it.
  if (readSession().profile?.profileId !== removal.profileId) return
  void call(removeWatched, { programId }, { keepalive: true }).then(removal.onDone)
}
