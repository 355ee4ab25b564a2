import { useCallContext } from '#web/lib/call-context.ts'
import { siteConfig } from '#web/lib/config.ts'
import { useText } from '#web/lib/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LanguageToggle } from './language-toggle.tsx'
import type { TabLink } from './tab-bar.tsx'
import styles from './menu-drawer.module.css'

/** The menu drawer: every tab, the language, and what the operator links to. */
export function MenuDrawer({ tabs, onClose }: { tabs: readonly TabLink[]; onClose: () => void }) {
  const { site } = useText()
  const { language } = useCallContext()
  const about = siteConfig().aboutURL[language]
  return (
    <Dialog title={site.menu} look="drawer" closeLabel={site.close} onClose={onClose}>
      <nav aria-label={site.mainNavigation}>
        <ul className={styles.list}>
          {tabs.map((tab) => (
            <li key={tab.id}>
              <a
                className={styles.link}
                href={tab.href}
                aria-current={tab.current ? 'page' : undefined}
                onClick={tab.current ? onClose : undefined}
              >
                {tab.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {about ? (
        <a className={styles.link} href={about} target="_blank" rel="noreferrer">
          {site.footer.about}
        </a>
      ) : null}
      <div className={styles.language}>
        <span>{site.language}</span>
        <LanguageToggle />
      </div>
    </Dialog>
  )
}
