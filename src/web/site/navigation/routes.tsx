import type { ViewerText } from '#text/zh_HK/viewer.ts'
import type { LazyScreen } from '#web/kit/lazy-screen.tsx'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { TabScreen } from '../screens/tab-screen.tsx'
import { ARTICLE_ROUTES } from './article-routes.ts'
import { CINEMA_ROUTES } from './cinema-routes.ts'
import { PRIVATE_CINEMA_ROUTES } from './private-cinema-routes.ts'
import { CODE_ROUTES } from './code-routes.ts'
import { PLAN_ROUTES } from './plan-routes.ts'
import { SALE_ROUTES } from './sale-routes.ts'
import { LIBRARY_ROUTES } from './library-routes.ts'
import { LIST_ROUTES } from './list-routes.ts'
import { account, bare, lazy, player, route, setup, type SiteRoute, tab } from './site-route.ts'

/** A tab's screen. In the first chunk: home is prerendered, and the other tabs are the same component with other carousels. */
function tabScreen(tabId: string, name: keyof ViewerText['tabs']): LazyScreen<object> {
  const Screen = () => <TabScreen key={tabId} tabId={tabId} name={name} />
  return { Screen, preload: () => {} }
}

const HOME = route({
  name: 'Homepage',
  path: PATHS.home,
  title: undefined,
  tabId: '1',
  ...tab,
  screen: tabScreen('1', 'Homepage'),
})

/** Every screen. A tab or link whose path is not here is not shown. */
const TABLE = [
  HOME,
  route({ name: 'Movie', path: PATHS.movie, title: 'Movie', tabId: '2', ...tab, screen: tabScreen('2', 'Movie') }),
  route({ name: 'Drama', path: PATHS.drama, title: 'Drama', tabId: '3', ...tab, screen: tabScreen('3', 'Drama') }),
  route({
    name: 'Kids',
    path: PATHS.kids,
    title: 'Kids',
    tabId: '4',
    appStrip: true,
    kids: true,
    kidsLook: true,
    screen: lazy(async () => (await import('../screens/kids-screen.tsx')).KidsScreen),
  }),
  route({
    name: 'VarietyShow',
    path: PATHS.varietyShow,
    title: 'VarietyShow',
    tabId: '5',
    ...tab,
    screen: tabScreen('5', 'VarietyShow'),
  }),
  ...LIST_ROUTES,
  route({
    name: 'Play',
    path: PATHS.play,
    title: 'Play',
    ...player,
    screen: lazy(async () => (await import('#web/features/player/screens/play-screens.tsx')).PlayScreen),
  }),
  route({
    name: 'PlayDrama',
    path: `${PATHS.playDrama}/:episode`,
    title: 'PlayDrama',
    ...player,
    screen: lazy(async () => (await import('#web/features/player/screens/play-screens.tsx')).PlayDramaScreen),
  }),
  route({
    name: 'Login',
    path: PATHS.login,
    title: 'Login',
    guest: true,
    delayed: true,
    header: false,
    tabBar: false,
    screen: lazy(async () => (await import('../screens/entrance-pages.tsx')).LoginPage),
  }),
  route({
    name: 'Forget',
    path: PATHS.forget,
    title: 'Forget',
    guest: true,
    art: true,
    screen: lazy(async () => (await import('../screens/entrance-pages.tsx')).ForgetPage),
  }),
  route({
    name: 'Registration',
    path: PATHS.registration,
    withoutProfile: true,
    title: 'Registration',
    guest: true,
    delayed: true,
    tabBar: false,
    art: true,
    screen: lazy(async () => (await import('../screens/entrance-pages.tsx')).RegistrationPage),
  }),
  route({
    name: 'Profiles',
    path: PATHS.profiles,
    withoutProfile: true,
    title: 'Profiles',
    member: true,
    kids: true,
    ...bare,
    screen: lazy(async () => (await import('../screens/profile-pages.tsx')).ProfilesPage),
  }),
  route({
    name: 'Profile',
    path: PATHS.profile,
    withoutProfile: true,
    title: 'Profile',
    member: true,
    screen: lazy(async () => (await import('#web/features/profiles/profile-screen.tsx')).ProfileScreen),
  }),
  route({
    name: 'MoviePreference',
    path: PATHS.moviePreference,
    withoutProfile: true,
    title: 'MoviePreference',
    member: true,
    ...bare,
    screen: lazy(async () => (await import('../screens/profile-pages.tsx')).MoviePreferencePage),
  }),
  route({
    name: 'Setup',
    path: PATHS.setup,
    title: 'Setup',
    ...account,
    screen: setup(async () => (await import('../screens/setup-page.tsx')).SetupPage),
  }),
  route({
    name: 'SetupMessage',
    path: PATHS.setupMessage,
    title: 'SetupMessage',
    ...account,
    screen: setup(async () => (await import('#web/features/account/message-screen.tsx')).MessageScreen),
  }),
  route({
    name: 'SetupUserConsultation',
    path: PATHS.setupUserConsultation,
    title: 'SetupUserConsultation',
    ...account,
    screen: setup(
      async () => (await import('#web/features/account/user-consultation-screen.tsx')).UserConsultationScreen,
    ),
  }),
  route({
    name: 'SetupQuality',
    path: PATHS.setupQuality,
    title: 'SetupQuality',
    ...account,
    screen: setup(async () => (await import('#web/features/account/quality-screen.tsx')).QualityScreen),
  }),
  route({
    name: 'SetupChangePwd',
    path: PATHS.setupChangePwd,
    title: 'SetupChangePwd',
    ...account,
    screen: setup(async () => (await import('#web/features/account/change-pwd-screen.tsx')).ChangePwdScreen),
  }),
  route({
    name: 'SetupParentCode',
    path: PATHS.setupParentCode,
    title: 'SetupParentCode',
    ...account,
    screen: setup(async () => (await import('#web/features/parental/parent-code-screen.tsx')).ParentCodeScreen),
  }),
  route({
    name: 'SetupResetParentCode',
    path: PATHS.setupResetParentCode,
    title: 'SetupResetParentCode',
    ...account,
    screen: setup(
      async () => (await import('#web/features/parental/reset-parent-code-screen.tsx')).ResetParentCodeScreen,
    ),
  }),
  route({
    name: 'SetupWallet',
    path: PATHS.setupWallet,
    title: 'SetupWallet',
    ...account,
    screen: setup(async () => (await import('../screens/wallet-page.tsx')).WalletPage),
  }),
  route({
    name: 'SetupPurchased',
    path: PATHS.setupPurchased,
    title: 'SetupPurchased',
    ...account,
    screen: setup(async () => (await import('#web/features/rentals/purchased-screen.tsx')).PurchasedScreen),
  }),
  route({
    name: 'SetupPayments',
    path: PATHS.setupPayments,
    title: 'SetupPayments',
    ...account,
    screen: setup(async () => (await import('#web/features/payments/payment-list-screen.tsx')).PaymentListScreen),
  }),
  route({
    name: 'SetupReceipt',
    path: PATHS.setupReceipt,
    title: 'SetupReceipt',
    ...account,
    screen: setup(async () => (await import('#web/features/payments/receipt-screen.tsx')).ReceiptScreen),
  }),
  route({
    name: 'PayPoint',
    path: PATHS.payPoint,
    title: 'PayPoint',
    member: true,
    screen: lazy(async () => (await import('#web/features/payments/top-up-screen.tsx')).TopUpScreen),
  }),
  route({
    name: 'SubscriptionResult',
    path: PATHS.subscriptionResult,
    withoutProfile: true,
    title: 'SubscriptionResult',
    member: true,
    screen: lazy(async () => (await import('../screens/result-page.tsx')).ResultPage),
  }),
  ...PLAN_ROUTES,
  route({
    name: 'PayPlayButton',
    path: PATHS.payPlayButton,
    title: 'PayPlayButton',
    screen: lazy(async () => (await import('#web/features/rentals/pay-play-button-screen.tsx')).PayPlayButtonScreen),
  }),
  ...CODE_ROUTES,
  ...PRIVATE_CINEMA_ROUTES,
  ...CINEMA_ROUTES,
  ...SALE_ROUTES,
  ...LIBRARY_ROUTES,
  ...ARTICLE_ROUTES,
] as const

export const ROUTES: readonly SiteRoute[] = TABLE

/** The screens that are tabs, in their order. */
export const TABS: readonly SiteRoute[] = ROUTES.filter(({ tabId }) => tabId !== undefined)

export type RouteName = (typeof TABLE)[number]['name']

const BY_NAME = new Map<string, SiteRoute>(ROUTES.map((row) => [row.name, row]))

/** Starts the download of a screen's chunk. */
export const preloadScreen = (name: RouteName): void => BY_NAME.get(name)?.screen.preload()

/** A path as it is compared: without its trailing slash. */
export const plainPath = (pathname: string): string => pathname.replace(/\/+$/, '') || '/'

/** Most paths are plain strings; only the others are matched as patterns. */
const isPattern = ({ path }: SiteRoute): boolean => path.includes(':')
const BY_PATH = new Map(ROUTES.filter((row) => !isPattern(row)).map((row) => [row.path, row]))
const PATTERNS = ROUTES.filter(isPattern)

/** The screen at a path, a trailing slash ignored; undefined when the path is unknown. */
export function findRoute(pathname: string): SiteRoute | undefined {
  const path = plainPath(pathname)
  return BY_PATH.get(path) ?? PATTERNS.find((row) => pathParams(row.path, path))
}

/** The screen at a path, home for an unknown one. */
export const routeAt = (pathname: string): SiteRoute => findRoute(pathname) ?? HOME
