import type { Location, Path } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type Redirect, useGuard } from '#web/kit/use-guard.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { requestLogin, storePendingAction, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { currentShellText } from '#web/viewer/text/shell-text.ts'
import { isEmbed } from '../boot/embed.ts'
import { guardViewer, judge } from './guard.rules.ts'
import { findRoute } from './routes.tsx'

export function useSiteGuard(shown: string): boolean {
  const viewer = guardViewer(useSession(), typeof location !== 'undefined' && isEmbed())
  return useGuard(shown, (pathname) => judge(pathname, viewer), leave)
}

/** Keeps the title of a shared link, which stays open over the next screen. */
function leave({ does, to }: Redirect, { pathname, search }: Location): Path {
  // `/` is the start of the embed, and no page that is missing.
  if (to !== PATHS.profiles && plainPath(pathname) !== '/' && !findRoute(pathname))
    showToast({ text: currentShellText().errors.notFound })
  const at = `${pathname}${search}`
  if (does === 'ask') requestLogin({ kind: 'go', to: at }, at)
  if (to === PATHS.profiles) storeDestination(pathname, at)
  const programId = does === 'go' && to !== PATHS.profiles && new URLSearchParams(search).get('programId')
  return { pathname: to, search: programId ? `?${new URLSearchParams({ programId })}` : '' }
}

/** Kept until a profile is chosen; an action that is already pending takes precedence. */
function storeDestination(pathname: string, at: string) {
  const waiting = takePendingAction()
  if (waiting) storePendingAction(waiting.action, waiting.at)
  else if (at !== PATHS.home && findRoute(pathname)?.guest === false) storePendingAction({ kind: 'go', to: at }, at)
}
