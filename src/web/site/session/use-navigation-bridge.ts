import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import { connectNavigation } from '#web/viewer/session/navigation-bridge.ts'
import { takeMessage } from '#web/viewer/session/session.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { discardPreload } from '../hosts/preload-on-hover.ts'

/** Lets the session reach the router and the answers, and says what the page before has left to be said. */
export function useNavigationBridge(): void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  useEffect(() => {
    connectNavigation({
      go: (to) => navigate(to, { replace: true }),
      dropAnswers: () => {
        discardPreload()
        queries.clear()
      },
      // An answer still under way was asked for before the change.
      refreshAnswers: () => void queries.cancelQueries().then(() => queries.invalidateQueries()),
    })
  }, [navigate, queries])
  useEffect(() => {
    const message = takeMessage()
    if (message) showToast({ text: message })
  }, [])
}
