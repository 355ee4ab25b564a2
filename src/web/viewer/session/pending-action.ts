import { useCallback } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { paths } from '../navigation/paths.ts'
import { readSession, useSession } from './session.ts'
import { storage } from '#web/kit/storage.ts'
import { createStore } from '#web/kit/store.ts'

export type PendingAction =
  | { kind: 'favorite'; programId: string; programGuid: string }
  | { kind: 'play'; to: string; title?: string | undefined }
  | { kind: 'go'; to: string }

export interface StoredPendingAction {
  action: PendingAction
  at: string
}

const KEY = 'harbour.wish'
const KEPT_MS = 30 * 60_000

export function storePendingAction(action: PendingAction, at: string): void {
  storage.session.set(KEY, JSON.stringify({ wish: action, at, keptAt: Date.now() }))
}

export function takePendingAction(): StoredPendingAction | undefined {
  const pending = readPendingAction()
  storage.session.remove(KEY)
  return pending
}

export function readPendingAction(): StoredPendingAction | undefined {
  const kept = storage.session.get(KEY)
  if (!kept) return undefined
  try {
    const { wish: action, at, keptAt } = JSON.parse(kept) as { wish: PendingAction; at: string; keptAt: number }
    return Date.now() - keptAt < KEPT_MS ? { action, at } : undefined
  } catch {
    // Malformed.
    return undefined
  }
}

export const hasPendingAction = (): boolean => storage.session.get(KEY) !== null

/** Of a title that waits to be played, as it was named where it was pressed. */
export function pendingTitle(): string | undefined {
  const action = readPendingAction()?.action
  return action?.kind === 'play' ? action.title : undefined
}

export const discardPendingAction = (): void => storage.session.remove(KEY)

const prompt = createStore({ isOpen: false })

export const loginPrompt = {
  subscribe: prompt.subscribe,
  isOpen: () => prompt.get().isOpen,
  open: () => prompt.set({ isOpen: true }),
  close: () => prompt.set({ isOpen: false }),
}

export function requestLogin(action: PendingAction, at: string): void {
  storePendingAction(action, at)
  loginPrompt.open()
}

export function useRequireLogin(): (action: PendingAction) => boolean {
  const { pathname, search } = useLocation()
  return useCallback(
    (action: PendingAction) => {
      if (readSession().token) return true
      requestLogin(action, `${pathname}${search}`)
      return false
    },
    [pathname, search],
  )
}

export type LoginAction = { href: string; onClick: () => void } | { onClick: () => void }

/** Of a button that says "log in": it opens the login screen, which says what it is for. Children get the prompt, which has no login. */
export function useLoginAction(action: PendingAction): LoginAction {
  const { pathname, search } = useLocation()
  const { pattern } = useSession()
  const at = `${pathname}${search}`
  if (pattern === 'children') return { onClick: () => requestLogin(action, at) }
  return { href: paths.login(), onClick: () => storePendingAction(action, at) }
}
