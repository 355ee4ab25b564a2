import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { currentShellText } from '#web/viewer/text/shell-text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { requestLogin, storePendingAction, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { isEmbed } from '../boot/embed.ts'
import { guardViewer, judge } from './guard.rules.ts'
import { findRoute, plainPath } from './routes.tsx'

/**
 * Applies the navigation guard. Returns whether the screen of the rendered path may be shown. A forbidden screen is never rendered; one that was open stays
 * rendered while the redirect away from it runs (the login, once it is done).
 */
export function useGuard(shown: string): boolean {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const verdict = judge(pathname, guardViewer(session, typeof location !== 'undefined' && isEmbed()))
  const { does } = verdict
  const [admitted, setAdmitted] = useState<string>()
  if (does === 'stay' && shown === pathname && admitted !== shown) setAdmitted(shown)
  const to = verdict.does === 'stay' ? undefined : verdict.to
  useEffect(() => {
    if (to === undefined) return
    // `/` is the start of the embed, and no page that is missing.
    if (to !== PATHS.profiles && plainPath(pathname) !== '/' && !findRoute(pathname))
      showToast({ text: currentShellText().errors.notFound })
    const at = `${pathname}${search}`
    if (does === 'ask') requestLogin({ kind: 'go', to: at }, at)
    if (to === PATHS.profiles) storeDestination(pathname, at)
    const keepsTitle = does === 'go' && to !== PATHS.profiles
    navigate({ pathname: to, search: keepsTitle ? titleOf(search) : '' }, { replace: true })
  }, [does, to, pathname, search, navigate])
  // While a route transition covers a refused screen, the address is the next one's already: its verdict says nothing of the shown one.
  return admitted === shown || (does === 'stay' && shown === pathname)
}

/** Of a query what keeps the title of a shared link open over the screen that a redirect leads to. The rest belonged to the refused screen. */
function titleOf(search: string): string {
  const programId = new URLSearchParams(search).get('programId')
  return programId ? `?${new URLSearchParams({ programId })}` : ''
}

/** Stores where a member was going until a profile is chosen. An action that is already pending takes precedence. */
function storeDestination(pathname: string, at: string) {
  const waiting = takePendingAction()
  if (waiting) storePendingAction(waiting.action, waiting.at)
  else if (at !== PATHS.home && findRoute(pathname)?.guest === false) storePendingAction({ kind: 'go', to: at }, at)
}
