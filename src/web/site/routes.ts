import { matchPath } from 'react-router'
import { PATHS } from '#web/lib/paths.ts'

/** The names that page views are recorded under; the first eight are SPEC 2's. */
export type RouteName =
  | 'Homepage'
  | 'Movie'
  | 'Drama'
  | 'Kids'
  | 'VarietyShow'
  | 'Play'
  | 'PlayDrama'
  | 'RollingCategory'

/** One row a screen: what the router, the layout and the guard need to know of it. */
export interface SiteRoute {
  readonly name: RouteName
  /** React Router's pattern. */
  readonly path: string
  readonly header: boolean
  readonly tabBar: boolean
  readonly footer: boolean
  /** Entering or leaving takes the 1.4 s transition (SPEC 4). */
  readonly delayed: boolean
  /** Open in a kids profile (PRODUCT 2); every other one goes to kids home. */
  readonly kids: boolean
  /** Shown light, in the kids look. */
  readonly kidsLook: boolean
  /** The app-download strip above the footer (SPEC 2, Layout). */
  readonly appStrip: boolean
  /** Has art below the header, which is clear until the page is scrolled. */
  readonly art: boolean
  /** The program detail overlay opens here (SPEC 2: on any non-play route). */
  readonly overlay: boolean
  /** The tab that is current here. */
  readonly tabId?: string
}

const screen = (row: Pick<SiteRoute, 'name' | 'path'> & Partial<SiteRoute>): SiteRoute => ({
  header: true,
  tabBar: true,
  footer: true,
  delayed: false,
  kids: false,
  kidsLook: false,
  appStrip: false,
  art: false,
  overlay: true,
  ...row,
})

const bare = { header: false, tabBar: false, footer: false, overlay: false } as const

/** Every screen that exists. Router, layout, guard and tests are driven by it; a tab or link whose path is not here is not shown. */
export const ROUTES: readonly SiteRoute[] = [
  screen({ name: 'Homepage', path: PATHS.home, tabId: '1', appStrip: true, art: true }),
  screen({ name: 'Movie', path: PATHS.movie, tabId: '2', appStrip: true, art: true }),
  screen({ name: 'Drama', path: PATHS.drama, tabId: '3', appStrip: true, art: true }),
  screen({ name: 'Kids', path: PATHS.kids, tabId: '4', appStrip: true, kids: true, kidsLook: true }),
  screen({ name: 'VarietyShow', path: PATHS.varietyShow, tabId: '5', appStrip: true, art: true }),
  screen({ name: 'RollingCategory', path: PATHS.rolling, delayed: true, kids: true }),
  screen({ name: 'Play', path: PATHS.play, delayed: true, kids: true, ...bare }),
  screen({ name: 'PlayDrama', path: `${PATHS.playDrama}/:episode`, delayed: true, kids: true, ...bare }),
]

const HOME = ROUTES[0] as SiteRoute

/** The screen at a path, a trailing slash ignored; none when the path is unknown. */
export function findRoute(pathname: string): SiteRoute | undefined {
  const path = pathname.replace(/\/+$/, '') || '/'
  return ROUTES.find((route) => matchPath({ path: route.path, caseSensitive: true }, path) !== null)
}

/** The screen at a path, home for an unknown one. */
export const routeAt = (pathname: string): SiteRoute => findRoute(pathname) ?? HOME

/** Who is asking, as far as the guard cares. */
export interface GuardViewer {
  kidsMode: boolean
}

/**
 * SPEC 4, the navigation guard: where this path leads instead, or undefined to stay. Unknown paths, `/`, `/MovieIpMoble` and `/dramaMoble` go home;
 * in kids mode all that is not open to children goes to kids home.
 */
export function redirectOf(pathname: string, { kidsMode }: GuardViewer): string | undefined {
  const route = findRoute(pathname)
  if (kidsMode && !route?.kids) return PATHS.kids
  return route ? undefined : PATHS.home
}
