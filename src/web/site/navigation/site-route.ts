import type { ComponentType, ReactNode } from 'react'
import { lazyScreen, type LazyScreen } from '#web/kit/lazy-screen.tsx'
import { type Route, routeHelper } from '#web/kit/routes.ts'
import type { TitleKey } from './page-titles.ts'

/** Page views are recorded under its name; the tabs' and players' names are SPEC 2's. */
export interface SiteRoute extends Route {
  /** None for home, which has the brand; a screen sets a title that depends on data. */
  readonly title: TitleKey | undefined
  readonly header: boolean
  readonly tabBar: boolean
  readonly footer: boolean
  /** Entering or leaving takes the 1.4 s route transition (SPEC 4). */
  readonly delayed: boolean
  readonly member: boolean
  /** For visitors only: with a live session it leads home. */
  readonly guest: boolean
  /** Open to a member without a chosen profile (SPEC 4, PRODUCT 2); others redirect to the profiles. */
  readonly withoutProfile: boolean
  /** PRODUCT 2: every other screen redirects to kids home. */
  readonly kids: boolean
  readonly kidsLook: boolean
  /** The app-download strip above the footer (SPEC 2, Layout). */
  readonly appStrip: boolean
  /** An image starts below the header, which is transparent until scrolled. */
  readonly art: boolean
  /** Inside the account's navigation, which stays mounted. */
  readonly setup: boolean
  /** The detail overlay opens here (SPEC 2: on any non-play route). */
  readonly overlay: boolean
  readonly tabId: string | undefined
  /** Of a screen below a tab's own: the tab that is current there. */
  readonly belowTabId: string | undefined
}

export const route = routeHelper<SiteRoute, keyof Route | 'title'>({
  header: true,
  tabBar: true,
  footer: true,
  delayed: false,
  member: false,
  guest: false,
  withoutProfile: false,
  kids: false,
  kidsLook: false,
  appStrip: false,
  art: false,
  setup: false,
  overlay: true,
  tabId: undefined,
  belowTabId: undefined,
})

export const routeInApp = (row: SiteRoute, isInApp: boolean): SiteRoute =>
  isInApp ? { ...row, header: false, tabBar: false, footer: false, appStrip: false } : row

export const bare = { header: false, tabBar: false, footer: false } as const
export const account = { member: true, setup: true } as const
export const player = { ...bare, overlay: false, delayed: true, kids: true } as const
export const tab = { appStrip: true, art: true } as const

export const lazy = (load: () => Promise<ComponentType<object>>): LazyScreen<object> => lazyScreen(load)

export const SETUP_LAYOUT = lazyScreen<{ children: ReactNode }>(
  async () => (await import('#web/features/account/setup-layout.tsx')).SetupLayout,
)

export function setup(load: () => Promise<ComponentType<object>>): LazyScreen<object> {
  const { Screen, preload } = lazy(load)
  const preloadBoth = () => {
    SETUP_LAYOUT.preload()
    preload()
  }
  return { Screen, preload: preloadBoth }
}
