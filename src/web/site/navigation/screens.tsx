import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from '#web/kit/lazy-screen.tsx'
import { useText } from '#web/kit/text.ts'
import type { RouteName, TabName } from './routes.ts'
import { TabScreen } from '../screens/tab-screen.tsx'

/** A tab's screen, in the first chunk: home is prerendered, and the others are the same with other rows. */
function tabScreen(tabId: string, name: TabName): LazyScreen<object> {
  function Screen() {
    const { tabs } = useText()
    return <TabScreen key={tabId} tabId={tabId} title={tabs[name]} />
  }
  return { Screen, preload: () => {} }
}

const lazy = (load: () => Promise<ComponentType<object>>): LazyScreen<object> => lazyScreen(load)

/** Around every screen of the account. */
export const SETUP_LAYOUT = lazy(async () => (await import('#web/features/account/setup-layout.tsx')).SetupLayout)

/** A screen of the account, which comes with what is around it. */
function setup(load: () => Promise<ComponentType<object>>): LazyScreen<object> {
  const { Screen, preload } = lazy(load)
  const preloadBoth = () => {
    SETUP_LAYOUT.preload()
    preload()
  }
  return { Screen, preload: preloadBoth }
}

/** Each route's screen. */
export const SCREENS: Record<RouteName, LazyScreen<object>> = {
  Homepage: tabScreen('1', 'Homepage'),
  Movie: tabScreen('2', 'Movie'),
  Drama: tabScreen('3', 'Drama'),
  VarietyShow: tabScreen('5', 'VarietyShow'),
  Kids: lazy(async () => (await import('../screens/kids-screen.tsx')).KidsScreen),
  RollingCategory: lazy(async () => (await import('#web/features/categories/rolling-screen.tsx')).RollingScreen),
  Play: lazy(async () => (await import('#web/features/player/screens/play-screen.tsx')).PlayScreen),
  PlayDrama: lazy(async () => (await import('#web/features/player/screens/play-drama-screen.tsx')).PlayDramaScreen),
  Login: lazy(async () => (await import('../screens/entrance-pages.tsx')).LoginPage),
  Forget: lazy(async () => (await import('../screens/entrance-pages.tsx')).ForgetPage),
  Registration: lazy(async () => (await import('../screens/entrance-pages.tsx')).RegistrationPage),
  Profiles: lazy(async () => (await import('../screens/profile-pages.tsx')).ProfilesPage),
  Profile: lazy(async () => (await import('#web/features/profiles/profile-screen.tsx')).ProfileScreen),
  MoviePreference: lazy(async () => (await import('../screens/profile-pages.tsx')).MoviePreferencePage),
  Setup: setup(async () => (await import('#web/features/account/setup-screen.tsx')).SetupScreen),
  SetupMessage: setup(async () => (await import('#web/features/account/message-screen.tsx')).MessageScreen),
  SetupUserConsultation: setup(
    async () => (await import('#web/features/account/user-consultation-screen.tsx')).UserConsultationScreen,
  ),
  SetupQuality: setup(async () => (await import('#web/features/account/quality-screen.tsx')).QualityScreen),
  SetupChangePwd: setup(async () => (await import('#web/features/account/change-pwd-screen.tsx')).ChangePwdScreen),
  SetupParentCode: setup(async () => (await import('#web/features/parental/parent-code-screen.tsx')).ParentCodeScreen),
  SetupResetParentCode: setup(
    async () => (await import('#web/features/parental/reset-parent-code-screen.tsx')).ResetParentCodeScreen,
  ),
}

/** In place of every screen while the account is being closed. */
export const CLOSING = lazyScreen(async () => (await import('#web/features/account/closing-screen.tsx')).ClosingScreen)

/** Layers over a screen, in chunks of their own. */
export const UNLOCK_BADGE = lazyScreen(
  async () => (await import('#web/features/parental/unlock-badge.tsx')).UnlockBadge,
)
export const LOGIN_PROMPT = lazyScreen(async () => (await import('../session/login-prompt.tsx')).LoginPrompt)
export const LINK_CLAIM = lazyScreen(async () => (await import('../session/link-claim-dialog.tsx')).LinkClaimDialog)
export const PARENTAL = lazyScreen(
  async () => (await import('#web/features/parental/parental-dialog.tsx')).ParentalDialog,
)
export const DETAIL = lazyScreen(async () => (await import('#web/features/detail/detail-overlay.tsx')).DetailOverlay)
export const AD = lazyScreen(async () => (await import('#web/features/ads/full-screen-ad.tsx')).FullScreenAd)
export const FAVORITE = lazyScreen(
  async () => (await import('#web/features/favorites/favorite-button.tsx')).FavoriteButton,
)
export const MERGE = lazyScreen(async () => (await import('#web/features/history/merge-dialog.tsx')).MergeDialog)
export const HOVER_CARD = lazyScreen(async () => (await import('#web/features/hover-card/hover-card.tsx')).HoverCard)
