import { plainPath } from '#web/kit/routes.ts'
import type { Verdict } from '#web/kit/use-guard.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import type { Session } from '#web/viewer/session/session.ts'
import { findRoute } from './routes.tsx'

export interface GuardViewer {
  signedIn: boolean
  chosen: boolean
  kids: boolean
  /** Embedded in the app, which signs in itself. */
  embed: boolean
}

const STAY: Verdict = { does: 'stay' }
const go = (to: string): Verdict => ({ does: 'go', to })

export const guardViewer = ({ token, profile, pattern }: Session, embed: boolean): GuardViewer => ({
  signedIn: token !== undefined,
  chosen: profile !== undefined,
  kids: pattern === 'children',
  embed,
})

/** SPEC 4, the navigation guard. */
export function judge(pathname: string, { signedIn, chosen, kids, embed }: GuardViewer): Verdict {
  const path = plainPath(pathname)
  const route = findRoute(path)
  const home = kids ? PATHS.kids : PATHS.home
  // SPEC 4: for visitors only, also before a profile is chosen.
  if (signedIn && path === PATHS.warriors48) return go(home)
  if (signedIn && !chosen) return route?.withoutProfile ? STAY : go(PATHS.profiles)
  if (!route) return go(home)
  if (kids) return route.kids && (signedIn || !route.member) ? STAY : go(home)
  if (signedIn) return route.guest ? go(home) : STAY
  if (!route.member) return STAY
  return embed ? go(home) : { does: 'ask', to: home }
}
