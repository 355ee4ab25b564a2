import { Suspense, useEffect, useLayoutEffect } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { AppButton } from '#web/features/footer/app-button.tsx'
import { AppReminder } from '#web/features/footer/app-reminder.tsx'
import { AppStrip } from '#web/features/footer/app-strip.tsx'
import { Footer } from '#web/features/footer/footer.tsx'
import { Header } from '#web/features/header/header.tsx'
import { Curtain } from '#web/features/transition/curtain.tsx'
import { useShownLocation } from '#web/features/transition/use-shown-location.ts'
import { useCallContext } from '#web/lib/call-context.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { PATHS } from '#web/lib/paths.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { AdHost } from './ad-host.tsx'
import { DetailHost } from './detail-host.tsx'
import { HoverHost } from './hover-host.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { PageFault } from './page-fault.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { redirectOf, routeAt, ROUTES } from './routes.ts'
import { SCREENS } from './screens.tsx'
import { SkipLink } from './skip-link.tsx'
import { useArrival } from './use-arrival.ts'
import { useLinkNavigation } from './use-link-navigation.ts'
import { useScrollPlace } from './use-scroll-place.ts'
import { useTabLinks } from './use-tab-links.ts'
import styles from './shell.module.css'

const prepare = (pathname: string) => SCREENS[routeAt(pathname).name].preload()

/** Everything around a screen: header, footer, layers, and how one screen gives way to another. */
export function Shell() {
  const kidsMode = useCallContext().pattern === 'children'
  const hydrated = useHydrated()
  const { shown, phase } = useShownLocation(routeAt, prepare)
  const redirect = useRedirect(kidsMode)
  const route = routeAt(shown.pathname)
  const tabs = useTabLinks(route)
  useLinkNavigation()
  useScrollPlace(shown)
  useArrival(shown.pathname, route.name)
  useKidsLook(route.kidsLook || kidsMode, kidsMode)

  return (
    <>
      <SkipLink />
      {route.header ? (
        <Header
          tabs={tabs}
          showTabs={route.tabBar}
          overArt={route.art}
          kidsMode={kidsMode}
          homePath={kidsMode ? PATHS.kids : PATHS.home}
          place={shown.key}
        />
      ) : null}
      <main id="main" className={phase === 'opening' ? styles.rising : undefined} tabIndex={-1}>
        <ErrorBoundary resetKey={shown.pathname} Fault={PageFault}>
          <Suspense fallback={<PageSkeleton />}>
            {redirect ? null : (
              <Routes location={shown}>
                {ROUTES.map(({ name, path }) => {
                  const { Screen } = SCREENS[name]
                  return <Route key={name} path={path} element={<Screen />} />
                })}
              </Routes>
            )}
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
          <OfflineBar />
        </>
      ) : null}
      <Curtain phase={phase} />
      <ToastHost />
    </>
  )
}

/** Follows the navigation guard; says where it is going while it does. */
function useRedirect(kidsMode: boolean): string | undefined {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const target = redirectOf(pathname, { kidsMode })
  useEffect(() => {
    if (target) void navigate({ pathname: target, search }, { replace: true })
  }, [target, search, navigate])
  return target
}

/** The kids look is a class of the document, so that dialogs (outside of the page's tree) have it too. */
function useKidsLook(look: boolean, kidsMode: boolean) {
  useLayoutEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('kids', look)
    classList.toggle('kids-mode', kidsMode)
  }, [look, kidsMode])
}
