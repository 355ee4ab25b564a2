import { useEffect, useEffectEvent, useState } from 'react'
import { type Location, type Path, useLocation, useNavigate } from './router.tsx'

/** stay; go: redirect to `to`; ask: redirect there, and ask the user to log in over it. */
export type Verdict = { readonly does: 'stay' } | { readonly does: 'go' | 'ask'; readonly to: string }

export type Redirect = Exclude<Verdict, { does: 'stay' }>

/** Whether the screen of the rendered path may be shown: a forbidden one is never rendered; one that was open stays until the redirect. `leave` runs before each redirect. */
export function useGuard(
  shown: string,
  judge: (pathname: string) => Verdict,
  leave: (redirect: Redirect, from: Location) => Path | undefined = () => undefined,
): boolean {
  const location = useLocation()
  const { pathname } = location
  const navigate = useNavigate()
  const verdict = judge(pathname)
  const [admitted, setAdmitted] = useState<string>()
  if (verdict.does === 'stay' && shown === pathname && admitted !== shown) setAdmitted(shown)
  const { does } = verdict
  const to = verdict.does === 'stay' ? undefined : verdict.to
  const target = useEffectEvent((redirect: Redirect, from: Location) => leave(redirect, from) ?? redirect.to)
  useEffect(() => {
    if (does !== 'stay' && to !== undefined) navigate(target({ does, to }, location), { replace: true })
  }, [does, to, location, navigate])
  // While a route transition covers a refused screen, the address is the next one's already: its verdict says nothing of the shown one.
  return admitted === shown || (does === 'stay' && shown === pathname)
}
