import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from './router.tsx'
import { takeMessage } from './session.ts'
import { showToast } from './toast-store.ts'

/** What code outside of React needs of the router and the response cache. */
export interface NavigationBridge {
  /** Replaces the history's entry. */
  go: (to: string) => void
  /** Adds an entry. */
  open: (to: string) => void
  /** Clears the response cache: its responses belong to another user. */
  dropAnswers: () => void
  /** Refetches what is on screen: other things are open to the user than before. */
  refreshAnswers: () => void
}

const UNCONNECTED: NavigationBridge = {
  go: (to) => location.replace(`#${to}`),
  open: (to) => location.assign(`#${to}`),
  dropAnswers() {},
  refreshAnswers() {},
}

let bridge = UNCONNECTED

export const navigationBridge = (): NavigationBridge => bridge

export function connectNavigation(part: Partial<NavigationBridge>): void {
  bridge = { ...bridge, ...part }
}

/** `onDrop`: drops what else belongs to the former user. */
export function useNavigationBridge(onDrop?: () => void): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    connectNavigation({
      go: (to) => navigate(to, { replace: true }),
      open: (to) => navigate(to),
      dropAnswers: () => {
        onDrop?.()
        queries.clear()
      },
      // A response still under way was requested before the change.
      refreshAnswers: () => void queries.cancelQueries().then(() => queries.invalidateQueries()),
    })
  }, [navigate, queries, onDrop])
  useEffect(() => {
    const message = takeMessage()
    if (message) showToast({ text: message })
  }, [])
}
