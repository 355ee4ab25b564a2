import type { ComponentType } from 'react'
import { lazyScreen, type LazyScreen } from '#web/lib/lazy-screen.tsx'
import { useText } from '#web/lib/text.ts'
import type { RouteName } from './routes.ts'
import { TabScreen } from './screens/tab-screen.tsx'

/** A tab's screen, in the first chunk: home is prerendered, and the others are the same with other rows. */
function tabScreen(tabId: string, name: RouteName): LazyScreen<object> {
  function Screen() {
    const { tabs } = useText()
    return <TabScreen key={tabId} tabId={tabId} title={tabs[name]} />
  }
  return { Screen, preload: () => {} }
}

const lazy = (load: () => Promise<ComponentType<object>>): LazyScreen<object> => lazyScreen(load)

/** Each route's screen. */
export const SCREENS: Record<RouteName, LazyScreen<object>> = {
  Homepage: tabScreen('1', 'Homepage'),
  Movie: tabScreen('2', 'Movie'),
  Drama: tabScreen('3', 'Drama'),
  VarietyShow: tabScreen('5', 'VarietyShow'),
  Kids: lazy(async () => (await import('./screens/kids-screen.tsx')).KidsScreen),
  RollingCategory: lazy(async () => (await import('#web/features/categories/rolling-screen.tsx')).RollingScreen),
  Play: lazy(async () => (await import('#web/features/player/play-screen.tsx')).PlayScreen),
  PlayDrama: lazy(async () => (await import('#web/features/player/play-drama-screen.tsx')).PlayDramaScreen),
}

/** Layers over a screen, in chunks of their own. */
export const DETAIL = lazyScreen(async () => (await import('#web/features/detail/detail-overlay.tsx')).DetailOverlay)
export const AD = lazyScreen(async () => (await import('#web/features/ads/full-screen-ad.tsx')).FullScreenAd)
export const HOVER_CARD = lazyScreen(async () => (await import('#web/features/hover-card/hover-card.tsx')).HoverCard)
