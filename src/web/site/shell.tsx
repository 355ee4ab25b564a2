import { Suspense, useLayoutEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { AppButton } from '#web/features/footer/app-button.tsx'
import { AppReminder } from '#web/features/footer/app-reminder.tsx'
import { AppStrip } from '#web/features/footer/app-strip.tsx'
import { Footer } from '#web/features/footer/footer.tsx'
import { Header } from '#web/features/header/header.tsx'
import { Curtain } from '#web/features/transition/curtain.tsx'
import { useShownLocation } from '#web/features/transition/use-shown-location.ts'
import { useCallContext } from '#web/lib/call-context.ts'
import { useClosing } from '#web/lib/closing.ts'
import { FavoriteSlotContext } from '#web/lib/favorite-slot.tsx'
import { useHydrated } from '#web/lib/hydrated.ts'
import { PATHS } from '#web/lib/paths.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { AdHost } from './ad-host.tsx'
import { DetailHost } from './detail-host.tsx'
import { favoriteSlot } from './favorite-slot.tsx'
import { GateHosts } from './gate-hosts.tsx'
import { HoverHost } from './hover-host.tsx'
import { MergeHost } from './merge-host.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PageFault } from './page-fault.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { routeAt, ROUTES, type SiteRoute } from './routes.ts'
import { CLOSING, SCREENS, SETUP_LAYOUT, UNLOCK_BADGE } from './screens.tsx'
import { SkipLink } from './skip-link.tsx'
import { useArrival } from './use-arrival.ts'
import { useGuard } from './use-guard.ts'
import { useLinkNavigation } from './use-link-navigation.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { useSiteDoor } from './use-site-door.ts'
import { useTabLinks } from './use-tab-links.ts'
import styles from './shell.module.css'

const prepare = (pathname: string) => SCREENS[routeAt(pathname).name].preload()

const routeOf = ({ name, path }: SiteRoute) => {
  const { Screen } = SCREENS[name]
  return <Route key={name} path={path} element={<Screen />} />
}

/** Everything around a screen: header, footer, layers, and how one screen gives way to another. */
export function Shell() {
  const kidsMode = useCallContext().pattern === 'children'
  const hydrated = useHydrated()
  const { key } = useLocation()
  const { shown, phase } = useShownLocation(routeAt, prepare)
  const isOpen = useGuard(shown.pathname)
  const isClosing = useClosing()
  const route = routeAt(shown.pathname)
  const tabs = useTabLinks(route)
  useSiteDoor()
  useLinkNavigation()
  useScrollPlace(shown)
  useArrival(shown.pathname, route.name)
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
          place={key}
          badge={
            <Suspense fallback={null}>
              <UNLOCK_BADGE.Screen />
            </Suspense>
          }
        />
      ) : null}
      <main id="main" className={phase === 'opening' ? styles.rising : undefined} tabIndex={-1}>
        <ErrorBoundary resetKey={shown.pathname} Fault={PageFault}>
          <Suspense fallback={<PageSkeleton />}>
            {isClosing ? (
              <CLOSING.Screen />
            ) : isOpen ? (
              <Routes location={shown}>
                {ROUTES.filter(({ setup }) => !setup).map(routeOf)}
                <Route element={<SETUP_LAYOUT.Screen />}>{ROUTES.filter(({ setup }) => setup).map(routeOf)}</Route>
              </Routes>
            ) : null}
          </Suspense>
        </ErrorBoundary>
      </main>
      {route.appStrip && !kidsMode ? <AppStrip /> : null}
      {route.footer && !kidsMode ? <Footer /> : null}
      {hydrated ? (
        <>
          {route.name === 'Homepage' && !kidsMode ? <AppReminder /> : null}
          {route.name === 'Homepage' && !kidsMode ? <AdHost /> : null}
          {route.appStrip && !kidsMode ? <AppButton /> : null}
          {route.overlay ? <DetailHost /> : null}
          {route.overlay ? <HoverHost /> : null}
          <GateHosts />
          <MergeHost />
          <OfflineBar />
        </>
      ) : null}
      <Curtain phase={phase} />
      <ToastHost />
    </FavoriteSlotContext>
  )
}

/** The kids look is a class of the document, so that dialogs (outside of the page's tree) have it too. */
function useKidsLook(look: boolean, kidsMode: boolean) {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('kids', look)
    classList.toggle('kids-mode', kidsMode)
  }, [look, kidsMode])
}
