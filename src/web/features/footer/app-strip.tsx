import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PhoneIcon, PlayIcon, TvIcon } from '#web/ui/icons.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { appLinks } from './app-links.ts'
import styles from './app-strip.module.css'

const ICON = { appStore: PhoneIcon, googlePlay: PlayIcon, smartTv: TvIcon } as const

/** The app-download strip above the footer; nothing when no store is configured. */
export function AppStrip() {
  const { site } = useShellText()
  const links = appLinks(siteConfig(), site.app)
  if (links.length === 0) return null
  return (
    <section className={styles.strip} aria-label={site.app.title}>
      <span className={styles.mark}>
        <LogoMark size={34} />
      </span>
      <div className={styles.body}>
        <h2 className={styles.title}>{site.app.title}</h2>
        <p className={styles.text}>{site.app.text}</p>
      </div>
      <ul className={styles.stores}>
        {links.map((link) => {
          const Icon = ICON[link.kind]
          return (
            <li key={link.kind}>
              <a className={styles.store} href={link.url} target="_blank" rel="noreferrer">
                <Icon />
                <span>
                  <span className={styles.lead}>{link.lead}</span>
                  <span className={styles.name}>{link.name}</span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
