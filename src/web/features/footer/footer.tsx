import { useCallContext } from '#web/kit/call-context.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { yearNow } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { appLinks } from './app-links.ts'
import styles from './footer.module.css'

/** SPEC 2: the site's own pages in the footer. Ours: gift cards, which a visitor finds nowhere else. */
const PAGES = ['knowUs', 'giftCard', 'help', 'privacy', 'terms', 'contact', 'partners'] as const

/** The footer; links without a configured URL are left out. */
export function Footer() {
  const { site } = useShellText()
  const { language } = useCallContext()
  const config = siteConfig()
  const about = config.aboutURL[language]
  const apps = appLinks(config, site.app)
  const brand = config.brand[language]
  return (
    <footer className={styles.footer} aria-label={site.footer.label}>
      <ul className={styles.links} aria-label={site.footer.links}>
        {about ? (
          <li>
            <a className={styles.link} href={about} target="_blank" rel="noreferrer">
              {site.footer.about}
            </a>
          </li>
        ) : null}
        {PAGES.map((page) => (
          <li key={page}>
            <a className={styles.link} href={paths.route(PATHS[page])}>
              {site.footer[page]}
            </a>
          </li>
        ))}
        {apps.map((app) => (
          <li key={app.kind}>
            <a className={styles.link} href={app.url} target="_blank" rel="noreferrer">
              {app.name}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.legal}>
        <span>{site.footer.rights(yearNow(), brand)}</span>
        <span>{site.footer.region}</span>
      </p>
    </footer>
  )
}
