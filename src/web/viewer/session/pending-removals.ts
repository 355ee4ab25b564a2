import { readSession } from './session.ts'

/** The time to undo a removal: as long as its toast is shown. */
export const REMOVAL_MS = 6000

interface Removal {
  profileId: string
  /** When it was asked for. */
  at: string
  timer: ReturnType<typeof setTimeout>
  /** Called when the server has answered. */
  onDone: () => void
}

/** Removals that can be undone until they are sent. */
export interface PendingRemovals {
  /** Removes after the time to undo it, or when the page is left. */
  later(key: string, onDone: () => void): void
  /** Drops a pending removal. */
  undo(key: string): void
  /** Sends a pending removal now, and waits for the answer. */
  sendNow(key: string): Promise<void>
  isPending(key: string): boolean
}

/** Tells the server of a removal. */
type Send = (key: string, removal: Pick<Removal, 'profileId' | 'at'>) => Promise<unknown>

/** Removals of the chosen profile's things, by key. What another profile removed is not sent. */
export function createPendingRemovals(send: Send): PendingRemovals {
  const pending = new Map<string, Removal>()
  return { later, undo, sendNow, isPending: (key) => pending.has(key) }

  function later(key: string, onDone: () => void): void {
    const { profile } = readSession()
    if (!profile) return
    undo(key)
    if (pending.size === 0) addEventListener('pagehide', sendAll)
    const timer = setTimeout(() => void sendNow(key), REMOVAL_MS)
    pending.set(key, { profileId: profile.profileId, at: new Date().toISOString(), timer, onDone })
  }

  function undo(key: string): void {
    const removal = pending.get(key)
    if (!removal) return
    clearTimeout(removal.timer)
    pending.delete(key)
    if (pending.size === 0) removeEventListener('pagehide', sendAll)
  }

  async function sendNow(key: string): Promise<void> {
    const removal = pending.get(key)
    if (!removal) return
    undo(key)
    // The profile has changed.
    if (readSession().profile?.profileId !== removal.profileId) return
    await send(key, removal)
    removal.onDone()
  }

  function sendAll() {
    for (const key of pending.keys()) void sendNow(key)
  }
}
