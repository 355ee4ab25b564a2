import { matchPath } from 'react-router'
import { PATHS } from '#web/viewer/navigation/paths.ts'

/** The tabs of SPEC 2 whose screens exist. */
export type TabName = 'Homepage' | 'Movie' | 'Drama' | 'Kids' | 'VarietyShow'

/** The screens of the account. */
export type SetupName =
  | 'Setup'
  | 'SetupMessage'
  | 'SetupUserConsultation'
  | 'SetupQuality'
  | 'SetupChangePwd'
  | 'SetupParentCode'
  | 'SetupResetParentCode'

/** The screens of who is watching. */
export type ProfileName = 'Profiles' | 'Profile' | 'MoviePreference'

/** The screens of those who are not signed in. */
export type EntranceName = 'Login' | 'Forget' | 'Registration'

/** The names that page views are recorded under; those of the tabs and the players are SPEC 2's. */
export type RouteName = TabName | 'Play' | 'PlayDrama' | 'RollingCategory' | EntranceName | ProfileName | SetupName

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
  /** Needs login, else the login prompt. */
  readonly member: boolean
  /** For those who are not signed in: with a live session it leads home. */
  readonly guest: boolean
  /** Open in a kids profile (PRODUCT 2); every other one goes to kids home. */
  readonly kids: boolean
  /** Shown light, in the kids look. */
  readonly kidsLook: boolean
  /** The app-download strip above the footer (SPEC 2, Layout). */
  readonly appStrip: boolean
  /** Has art below the header, which is clear until the page is scrolled. */
  readonly art: boolean
  /** Within the account's navigation, which stays while its screens change. */
  readonly setup: boolean
  /** The program detail overlay opens here (SPEC 2: on any non-play route). */
  readonly overlay: boolean
  /** The tab that is current here. */
  readonly tabId?: string
}

type Row<Name extends RouteName> = { readonly name: Name; readonly path: string } & Partial<SiteRoute>

const screen = <Name extends RouteName>(row: Row<Name>): SiteRoute & { readonly name: Name } => ({
  header: true,
  tabBar: true,
  footer: true,
  delayed: false,
  member: false,
  guest: false,
  kids: false,
  kidsLook: false,
  appStrip: false,
  art: false,
  setup: false,
  overlay: true,
  ...row,
})

const bare = { header: false, tabBar: false, footer: false } as const
const account = { member: true, setup: true } as const
const player = { ...bare, overlay: false, delayed: true, kids: true } as const

const HOME = screen({ name: 'Homepage', path: PATHS.home, tabId: '1', appStrip: true, art: true })

/** The screens that are tabs. */
export const TABS: readonly (SiteRoute & { readonly name: TabName })[] = [
  HOME,
  screen({ name: 'Movie', path: PATHS.movie, tabId: '2', appStrip: true, art: true }),
  screen({ name: 'Drama', path: PATHS.drama, tabId: '3', appStrip: true, art: true }),
  screen({ name: 'Kids', path: PATHS.kids, tabId: '4', appStrip: true, kids: true, kidsLook: true }),
  screen({ name: 'VarietyShow', path: PATHS.varietyShow, tabId: '5', appStrip: true, art: true }),
]

/** Every screen that exists. Router, layout, guard and tests are driven by it; a tab or link whose path is not here is not shown. */
export const ROUTES: readonly SiteRoute[] = [
  ...TABS,
  screen({ name: 'RollingCategory', path: PATHS.rolling, delayed: true, kids: true }),
  screen({ name: 'Play', path: PATHS.play, ...player }),
  screen({ name: 'PlayDrama', path: `${PATHS.playDrama}/:episode`, ...player }),
  screen({ name: 'Login', path: PATHS.login, guest: true, delayed: true, header: false, tabBar: false }),
  screen({ name: 'Forget', path: PATHS.forget, guest: true, art: true }),
  screen({ name: 'Registration', path: PATHS.registration, guest: true, delayed: true, tabBar: false, art: true }),
  screen({ name: 'Profiles', path: PATHS.profiles, member: true, kids: true, ...bare }),
  screen({ name: 'Profile', path: PATHS.profile, member: true }),
  screen({ name: 'MoviePreference', path: PATHS.moviePreference, member: true, ...bare }),
  screen({ name: 'Setup', path: PATHS.setup, ...account }),
  screen({ name: 'SetupMessage', path: PATHS.setupMessage, ...account }),
  screen({ name: 'SetupUserConsultation', path: PATHS.setupUserConsultation, ...account }),
  screen({ name: 'SetupQuality', path: PATHS.setupQuality, ...account }),
  screen({ name: 'SetupChangePwd', path: PATHS.setupChangePwd, ...account }),
  screen({ name: 'SetupParentCode', path: PATHS.setupParentCode, ...account }),
  screen({ name: 'SetupResetParentCode', path: PATHS.setupResetParentCode, ...account }),
]

/** A path as it is compared: without its trailing slash. */
export const plainPath = (pathname: string): string => pathname.replace(/\/+$/, '') || '/'

/** The screen at a path, a trailing slash ignored; none when the path is unknown. */
export function findRoute(pathname: string): SiteRoute | undefined {
  const path = plainPath(pathname)
  return ROUTES.find((route) => matchPath({ path: route.path, caseSensitive: true }, path) !== null)
}

/** The screen at a path, home for an unknown one. */
export const routeAt = (pathname: string): SiteRoute => findRoute(pathname) ?? HOME
