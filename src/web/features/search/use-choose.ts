import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'
import type { Option } from './suggestions.rules.ts'
import { useRecent } from './use-recent.ts'

/** A title opens over the screen, anything else is a search. Both are stored as recent. */
export function useChoose(): (option: Option) => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { remember } = useRecent()
  // On the search screen: one step back leaves search.
  const go = (link: string) => navigate(routerPath(link), { replace: pathname === PATHS.search })
  return (option) => {
    if (option.kind === 'all') {
      remember(option.keyword)
      go(paths.search({ keyword: option.keyword }))
      return
    }
    const { kind, text, programId, personId } = option.suggestion
    remember(text)
    if (kind === 'title' && programId !== undefined)
      navigate(routerPath(paths.detail(programId, { pathname, search })), { state: { overlaySteps: 1 } })
    else go(paths.search({ keyword: text, personId }))
  }
}
