import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type Location, LocationContext, useLocation } from '#web/kit/router.tsx'
import { AppButton } from '#web/features/footer/app-button.tsx'
import { AppReminder } from '#web/features/footer/app-reminder.tsx'
import { AppStrip } from '#web/features/footer/app-strip.tsx'
import { Footer } from '#web/features/footer/footer.tsx'
import { Header } from '#web/features/header/header.tsx'
import { RouteTransition } from '#web/features/transition/route-transition.tsx'
import { useShownLocation } from '#web/features/transition/use-shown-location.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useClosing } from '#web/viewer/account/account-closing.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { FavoriteSlotContext } from '#web/viewer/cards/favorite-slot.tsx'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useNavigationBridge } from '#web/kit/navigation-bridge.ts'
import { type LinkOptions, useLinkNavigation } from '#web/kit/use-link-navigation.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useScreenChange } from '#web/kit/use-screen-change.ts'
import { useScrollRestoration } from '#web/kit/use-scroll-restoration.ts'
import { trackVisit } from '#web/viewer/session/track-page-view.ts'
import { discardPreload, startOnClick } from '../hosts/preload-on-hover.ts'
import { samePage, stateOfStep } from '../navigation/links.rules.ts'
import { useHydrated } from '#web/kit/use-hydrated.ts'
import { rememberBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { isInApp } from './embed.ts'
import { DetailHost } from '../hosts/detail-host.tsx'
import { favoriteSlot } from '../hosts/favorite-slot.tsx'
import { GateHosts } from '../hosts/dialog-hosts.tsx'
import { HoverHost } from '../hosts/hover-card-host.tsx'
import { PageError } from '../hosts/page-error.tsx'
import { CLOSING, SEARCH_BUTTON, UNLOCK_BADGE } from '../hosts/layers.tsx'
import { usePageTitleText } from '../navigation/page-titles.ts'
import { routeAt, ROUTES } from '../navigation/routes.tsx'
import { routeInApp, SETUP_LAYOUT, type SiteRoute } from '../navigation/site-route.ts'
import { useSiteGuard } from '../navigation/use-guard.ts'
import { useTabLinks } from '../navigation/use-tab-links.ts'
import styles from './shell.module.css'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Of members: visitors do not load it. */
const PROFILE_HOSTS = lazyScreen(async () => (await import('../hosts/profile-hosts.tsx')).ProfileHosts)

const FOOT_BAR = lazyScreen(async () => (await import('../hosts/foot-bar.tsx')).FootBar)

const AD_HOST = lazyScreen(async () => (await import('../hosts/ad-host.tsx')).AdHost)

const LINKS: LinkOptions = { stateOf: stateOfStep, prepare: startOnClick, abandon: discardPreload }

const preload = (pathname: string) => routeAt(pathname).screen.preload()

/** Before the screen in the tree, so that a title that the screen sets wins. */
function PageTitle({ title }: Pick<SiteRoute, 'title'>) {
  usePageTitle(usePageTitleText(title))
  return null
}

/** Made once: React does not render an unchanged element again with the shell. */
const SCREENS = new Map(
  ROUTES.map(({ name, setup, title, screen: { Screen } }) => {
    const screen = (
      <>
        <PageTitle title={title} />
        <Screen />
      </>
    )
    return [name, setup ? <SETUP_LAYOUT.Screen>{screen}</SETUP_LAYOUT.Screen> : screen]
  }),
)

/** The router's own location is ahead of the shown one during a route transition. */
function ScreenAt({ route, shown }: { route: SiteRoute; shown: Location }) {
  const value = useMemo(() => ({ location: shown, type: 'pop' as const }), [shown])
  return <LocationContext value={value}>{SCREENS.get(route.name)}</LocationContext>
}

/** Entries made by typing an address share one key; the address tells them apart. */
const placeOf = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

export function Shell() {
  const kidsMode = useCallContext().pattern === 'children'
  const location = useLocation()
  const { shown, phase } = useShownLocation(routeAt, preload)
  const isOpen = useSiteGuard(shown.pathname)
  const isClosing = useClosing()
  const hydrated = useHydrated()
  const route = routeInApp(routeAt(shown.pathname), hydrated && isInApp())
  const tabs = useTabLinks(route)
  useNavigationBridge(discardPreload)
  useLinkNavigation(LINKS)
  useScrollRestoration(shown, samePage)
  useScreenChange(shown.pathname, route.name, trackVisit)
  useEffect(() => rememberBrowsed(location), [location])
  useKidsLook(route.kidsLook || kidsMode, kidsMode)

  return (
    <FavoriteSlotContext value={favoriteSlot}>
      <SkipLink />
      {route.header ? (
        <Header
          tabs={tabs}
          showTabs={route.tabBar}
          overArt={route.art}
          kidsMode={kidsMode}
          homePath={kidsMode ? PATHS.kids : PATHS.home}
          place={placeOf(location)}
          search={
            <Suspense fallback={null}>
              <SEARCH_BUTTON.Screen />
            </Suspense>
          }
          badge={
            <Suspense fallback={null}>
              <UNLOCK_BADGE.Screen />
            </Suspense>
          }
        />
      ) : null}
      <main id="main" className={classNames(styles.main, phase === 'opening' && styles.rising)} tabIndex={-1}>
        <ErrorBoundary resetKey={shown.pathname} Fallback={PageError}>
          <Suspense fallback={<PageSkeleton />}>
            {isClosing ? (
              <CLOSING.Screen />
            ) : isOpen ? (
              <ScreenAt route={route} shown={shown} />
            ) : (
              <div data-awaited="" />
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
      <div className={styles.end}>
        <Suspense fallback={null}>
          {route.appStrip && !kidsMode ? <AppStrip /> : null}
          {route.footer && !kidsMode ? <Footer /> : null}
        </Suspense>
      </div>
      <Layers route={route} kidsMode={kidsMode} />
      <RouteTransition phase={phase} />
      <Toasts />
    </FavoriteSlotContext>
  )
}

/** A component of its own, so that rendering it later does not render the page again. */
function Layers({ route, kidsMode }: { route: SiteRoute; kidsMode: boolean }) {
  const hydrated = useHydrated()
  const isInProfile = useSession().profile !== undefined
  if (!hydrated) return null
  const isHome = route.name === 'Homepage'
  return (
    <>
      {isHome && !kidsMode ? <AppReminder /> : null}
      {isHome && !kidsMode ? <HomeAd /> : null}
      {route.appStrip && !kidsMode ? <AppButton /> : null}
      {route.overlay ? <DetailHost /> : null}
      {route.overlay ? <HoverHost /> : null}
      <GateHosts />
      {isInProfile ? (
        <Deferred>
          <PROFILE_HOSTS.Screen />
        </Deferred>
      ) : null}
      <Deferred>
        <FOOT_BAR.Screen withNotice={route.header && !kidsMode} />
      </Deferred>
    </>
  )
}

function HomeAd() {
  const [shownAtMs] = useState(() => performance.now())
  const [isIdle, setIdle] = useState(false)
  useEffect(() => afterFirstPaint(() => setIdle(true)), [])
  return isIdle ? (
    <Deferred>
      <AD_HOST.Screen shownAtMs={shownAtMs} />
    </Deferred>
  ) : null
}

/** What the page does without until its code has loaded, and if it does not load. */
function Deferred({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary resetKey="">
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** A class of the document, so that dialogs outside the page's tree have it too. */
function useKidsLook(look: boolean, kidsMode: boolean) {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('kids', look)
    classList.toggle('kids-mode', kidsMode)
  }, [look, kidsMode])
}

function Toasts() {
  const { site } = useShellText()
  return <ToastHost toast={useStore(toastStore, ({ toast }) => toast)} onHide={hideToast} closeLabel={site.close} />
}

function PageSkeleton() {
  const { site } = useShellText()
  return (
    <div className={styles.page} data-awaited="">
      <Spinner size={40} label={site.loading} />
    </div>
  )
}

/** A button, because a link to `#main` would be a route here. */
function SkipLink() {
  const { site } = useShellText()
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {site.skip}
    </button>
  )
}
