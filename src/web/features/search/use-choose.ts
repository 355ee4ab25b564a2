import { useLocation, useNavigate } from 'react-router'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import type { Option } from './suggestions.rules.ts'
import { useRecent } from './use-recent.ts'

/** What choosing an option does: a title opens over the present screen, everything else is a search. Each is kept as a recent one. */
export function useChoose(): (option: Option) => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { remember } = useRecent()
  // From the search screen a search replaces the one before: one step back leaves search.
  const go = (link: string) => void navigate(routerPath(link), { replace: pathname === PATHS.search })
  return (option) => {
    if (option.kind === 'all') {
      remember(option.keyword)
      go(paths.search({ keyword: option.keyword }))
      return
    }
    const { kind, text, programId, personId } = option.suggestion
    remember(text)
    if (kind === 'title' && programId !== undefined)
      void navigate(routerPath(paths.detail(programId, { pathname, search })), { state: { overlaySteps: 1 } })
    else go(paths.search({ keyword: text, personId }))
  }
}
