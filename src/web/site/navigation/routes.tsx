import type { ViewerText } from '#text/zh_HK/viewer.ts'
import type { LazyScreen } from '#web/kit/lazy-screen.tsx'
import { createRouteTable } from '#web/kit/routes.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { TabScreen } from '../screens/tab-screen.tsx'
import { CINEMA_ROUTES, CODE_ROUTES, PLAN_ROUTES, PRIVATE_CINEMA_ROUTES, SALE_ROUTES } from './offer-routes.ts'
import { account, bare, lazy, player, route, setup, type SiteRoute, tab } from './site-route.ts'

/** One chunk, whose screen knows what to show by the path: each `import` costs the first page some bytes. */
const loadContent = async () => (await import('../screens/content-page.tsx')).ContentPage
const content = lazy(loadContent)
const contact = lazy(async () => (await import('#web/features/contact/contact-screen.tsx')).ContactScreen)
/** PRODUCT 2: the legal pages need no profile, and children may read them. */
const legal = { kids: true, withoutProfile: true, screen: content } as const
const inApp = { ...bare, ...legal } as const

const ARTICLE_ROUTES = [
  route({ name: 'KnowUs', path: PATHS.knowUs, title: 'KnowUs', screen: content }),
  route({ name: 'Terms', path: PATHS.terms, title: 'Terms', ...legal }),
  route({ name: 'Privacy', path: PATHS.privacy, title: 'Privacy', ...legal }),
  route({ name: 'Collection', path: PATHS.collection, title: 'Collection', ...legal }),
  route({ name: 'PlainPrivacy', path: PATHS.plainPrivacy, title: 'Privacy', ...legal, header: false }),
  route({ name: 'Partners', path: PATHS.partners, title: 'Partners', screen: content }),
  route({ name: 'Contact', path: PATHS.contact, title: 'Contact', withoutProfile: true, screen: contact }),
  route({ name: 'MobilePrivacy', path: PATHS.mobilePrivacy, title: 'Privacy', ...inApp }),
  route({ name: 'MobileTerms', path: PATHS.mobileTerms, title: 'Terms', ...inApp }),
  route({ name: 'MobileKnowUs', path: PATHS.mobileKnowUs, title: 'KnowUs', ...inApp }),
  route({ name: 'MobileContact', path: PATHS.mobileContact, title: 'Contact', ...inApp, screen: contact }),
  route({ name: 'Help', path: PATHS.help, title: 'Help', withoutProfile: true, screen: content }),
  route({
    name: 'HelpError',
    path: `${PATHS.help}/error/:code`,
    title: 'HelpError',
    withoutProfile: true,
    screen: content,
  }),
  route({
    name: 'SetupHelpCenter',
    path: PATHS.setupHelpCenter,
    title: 'Help',
    ...account,
    screen: setup(loadContent),
  }),
  route({ name: 'MobileHelpCenter', path: PATHS.mobileHelpCenter, title: 'Help', ...inApp }),
] as const

const LIST_ROUTES = [
  route({
    name: 'RollingCategory',
    path: PATHS.rolling,
    title: 'RollingCategory',
    delayed: true,
    kids: true,
    screen: lazy(async () => (await import('#web/features/categories/rolling-screen.tsx')).RollingScreen),
  }),
  route({
    name: 'PromoteCategory',
    path: PATHS.promote,
    title: 'PromoteCategory',
    art: true,
    screen: lazy(async () => (await import('#web/features/categories/promote-screen.tsx')).PromoteScreen),
  }),
  route({
    name: 'Search',
    path: PATHS.search,
    title: 'Search',
    screen: lazy(async () => (await import('../screens/search-page.tsx')).SearchPage),
  }),
] as const

const library = () => import('../screens/library-pages.tsx')

const LIBRARY_ROUTES = [
  route({
    name: 'SetupFavorite',
    path: PATHS.setupFavorite,
    title: 'SetupFavorite',
    ...account,
    screen: setup(async () => (await library()).FavoriteScreen),
  }),
  route({
    name: 'SetupWatched',
    path: PATHS.setupWatched,
    title: 'SetupWatched',
    ...account,
    screen: setup(async () => (await library()).WatchedScreen),
  }),
  route({
    name: 'SetupRecommend',
    path: PATHS.setupRecommend,
    title: 'SetupRecommend',
    ...account,
    screen: setup(async () => (await library()).RecommendScreen),
  }),
] as const

/** In the first chunk: home is prerendered, and the other tabs are the same component. */
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
    screen: lazy(async () => (await import('../screens/play-pages.tsx')).PlayPage),
  }),
  route({
    name: 'PlayDrama',
    path: `${PATHS.playDrama}/:episode`,
    title: 'PlayDrama',
    ...player,
    screen: lazy(async () => (await import('../screens/play-pages.tsx')).PlayDramaPage),
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

export const TABS: readonly SiteRoute[] = ROUTES.filter(({ tabId }) => tabId !== undefined)

export type RouteName = (typeof TABLE)[number]['name']

const table = createRouteTable<SiteRoute & { name: RouteName }>(TABLE, HOME)

export const findRoute: (pathname: string) => SiteRoute | undefined = table.find

export const routeAt: (pathname: string) => SiteRoute = table.at

export const preloadScreen = table.preload
