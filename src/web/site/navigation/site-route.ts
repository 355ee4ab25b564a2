import type { ComponentType, ReactNode } from 'react'
import { lazyScreen, type LazyScreen } from '#web/kit/lazy-screen.tsx'
import type { Route } from '#web/kit/routes.ts'
import type { TitleKey } from './page-titles.ts'

/** One row per screen. Page views are recorded under its name; those of the tabs and the players are SPEC 2's. */
export interface SiteRoute extends Route {
  /** The page title, by its key in the text. One that depends on data is set by the screen once it is known. None: home, which has the brand and its tagline. */
  readonly title: TitleKey | undefined
  readonly header: boolean
  readonly tabBar: boolean
  readonly footer: boolean
  /** Entering or leaving takes the 1.4 s route transition (SPEC 4). */
  readonly delayed: boolean
  /** Needs login, else the login prompt. */
  readonly member: boolean
  /** For visitors only: with a live session it leads home. */
  readonly guest: boolean
  /**
   * Open to a member who has not chosen a profile (SPEC 4, and PRODUCT 2: the legal pages, and whoever needs help). Every other screen
   * redirects to the profiles.
   */
  readonly withoutProfile: boolean
  /** Open in a kids profile (PRODUCT 2); every other screen redirects to kids home. */
  readonly kids: boolean
  /** Shown light, in the kids look. */
  readonly kidsLook: boolean
  /** The app-download strip above the footer (SPEC 2, Layout). */
  readonly appStrip: boolean
  /** An image starts below the header, which is transparent until the page is scrolled. */
  readonly art: boolean
  /** Inside the account's side navigation, which stays mounted while its screens change. */
  readonly setup: boolean
  /** The detail overlay opens here (SPEC 2: on any non-play route). */
  readonly overlay: boolean
  /** The tab that is current here. */
  readonly tabId: string | undefined
}

type Row<Name extends string> = Partial<SiteRoute> &
  Pick<SiteRoute, 'path' | 'screen' | 'title'> & { readonly name: Name }

/** A row of the table, with the defaults of the flags. */
export const route = <Name extends string>(row: Row<Name>): SiteRoute & { readonly name: Name } => ({
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
  ...row,
})

/** A screen as the app shows it: without header, tabs and footer, which are the app's own. */
export const routeInApp = (row: SiteRoute, isInApp: boolean): SiteRoute =>
  isInApp ? { ...row, header: false, tabBar: false, footer: false, appStrip: false } : row

/** Flags that several rows share. */
export const bare = { header: false, tabBar: false, footer: false } as const
export const account = { member: true, setup: true } as const
export const player = { ...bare, overlay: false, delayed: true, kids: true } as const
export const tab = { appStrip: true, art: true } as const

/** A screen in its own chunk. */
export const lazy = (load: () => Promise<ComponentType<object>>): LazyScreen<object> => lazyScreen(load)

/** The layout around every screen of the account. */
export const SETUP_LAYOUT = lazyScreen<{ children: ReactNode }>(
  async () => (await import('#web/features/account/setup-layout.tsx')).SetupLayout,
)

/** A screen of the account; preloading it preloads its layout. */
export function setup(load: () => Promise<ComponentType<object>>): LazyScreen<object> {
  const { Screen, preload } = lazy(load)
  const preloadBoth = () => {
    SETUP_LAYOUT.preload()
    preload()
  }
  return { Screen, preload: preloadBoth }
}
