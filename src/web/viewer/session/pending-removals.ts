import { readSession } from './session.ts'

/** As long as its toast is shown. */
export const REMOVAL_MS = 6000

interface Removal {
  profileId: string
  at: string
  timer: ReturnType<typeof setTimeout>
  onDone: () => void
}

export interface PendingRemovals {
  /** Also sent when the page is left. */
  later(key: string, onDone: () => void): void
  undo(key: string): void
  sendNow(key: string): Promise<void>
  isPending(key: string): boolean
}

type Send = (key: string, removal: Pick<Removal, 'profileId' | 'at'>) => Promise<unknown>

/** Removals of another profile are not sent. */
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
    if (readSession().profile?.profileId !== removal.profileId) return
    await send(key, removal)
    removal.onDone()
  }

  function sendAll() {
    for (const key of pending.keys()) void sendNow(key)
  }
}
