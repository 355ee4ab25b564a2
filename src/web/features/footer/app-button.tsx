import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { useLocation } from '#web/kit/router.tsx'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { useScrolledPast } from '#web/kit/use-scrolled-past.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PhoneIcon } from '#web/ui/icons.tsx'
import { appLinks, storeFor } from './app-links.ts'
import styles from './app-button.module.css'

const oneScreen = () => innerHeight

/** SPEC 2: on a phone, after one screen of scrolling, a round button leads to the app; not over the order form of a sale. */
export function AppButton() {
  const { site } = useShellText()
  const past = useScrolledPast(oneScreen)
  const { pathname } = useLocation()
  const store = storeFor(navigator.userAgent, appLinks(siteConfig(), site.app))
  if (!past || !store || !isMobileDevice() || pathname === PATHS.specialSales) return null
  return (
    <a className={styles.button} href={store.url} aria-label={site.app.get} target="_blank" rel="noreferrer">
      <PhoneIcon size={24} />
    </a>
  )
}
