import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { readSession } from './session.ts'
import { storage } from '#web/kit/storage.ts'
import { createStore } from '#web/kit/store.ts'

/** What a visitor wanted that takes a login. `to` is a link of ours, as `paths` makes it. */
export type PendingAction =
  | { kind: 'favorite'; programId: string; programGuid: string }
  | { kind: 'play'; to: string }
  | { kind: 'go'; to: string }

/** A wish with the place where it was made, to which one returns. */
export interface StoredPendingAction {
  wish: PendingAction
  at: string
}

const KEY = 'harbour.wish'
/** A wish that waited for longer is not wanted any more. */
const KEPT_MS = 30 * 60_000

/** Keeps a wish until the login is done; the newest counts. */
export function storePendingAction(wish: PendingAction, at: string): void {
  storage.session.set(KEY, JSON.stringify({ wish, at, keptAt: Date.now() }))
}

/** The waiting wish, which then waits no more. */
export function takePendingAction(): StoredPendingAction | undefined {
  const kept = storage.session.get(KEY)
  storage.session.remove(KEY)
  if (!kept) return undefined
  try {
    const { wish, at, keptAt } = JSON.parse(kept) as StoredPendingAction & { keptAt: number }
    return Date.now() - keptAt < KEPT_MS ? { wish, at } : undefined
  } catch {
    // Not ours.
    return undefined
  }
}

/** Something waits for the login. */
export const hasPendingAction = (): boolean => storage.session.get(KEY) !== null

/** The wish was given up. */
export const discardPendingAction = (): void => storage.session.remove(KEY)

const prompt = createStore({ isOpen: false })

/** Whether the login prompt is open; the shell renders it. */
export const loginPrompt = {
  subscribe: prompt.subscribe,
  isOpen: () => prompt.get().isOpen,
  open: () => prompt.set({ isOpen: true }),
  close: () => prompt.set({ isOpen: false }),
}

/** Keeps a visitor's wish and opens the login prompt. */
export function requestLogin(wish: PendingAction, at: string): void {
  storePendingAction(wish, at)
  loginPrompt.open()
}

/** The gate of all that takes a login: true for a member; else the wish is kept, the prompt comes (「請先登入」) and the answer is false. */
export function useRequireLogin(): (wish: PendingAction) => boolean {
  const { pathname, search } = useLocation()
  return useCallback(
    (wish: PendingAction) => {
      if (readSession().token) return true
      requestLogin(wish, `${pathname}${search}`)
      return false
    },
    [pathname, search],
  )
}
