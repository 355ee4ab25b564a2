import { type ReactNode, Suspense } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { useClosing } from '#web/viewer/account/account-closing.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { enterVisitorKids, useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LanguageToggle } from './language-toggle.tsx'
import { SubscriptionRow } from './subscription-row.tsx'
import type { TabLink } from './tab-bar.tsx'
import styles from './menu-drawer.module.css'
import { useText } from '#web/kit/text.ts'

const ACCOUNT = lazyScreen(async () => (await import('./account-list.tsx')).AccountList)

export interface MenuDrawerProps {
  tabs: readonly TabLink[]
  /** Opened as the account's menu, which it is on a phone: the account comes first. */
  accountFirst?: boolean
  onClose: () => void
  /** Above the member's rows. */
  badge?: ReactNode
}

/** The menu drawer: every tab, the member's account or the way to one, the language, and what the operator links to. */
export function MenuDrawer({ tabs, accountFirst = false, onClose, badge }: MenuDrawerProps) {
  const { site } = useShellText()
  const isMember = useSession().token !== undefined
  const isClosing = useClosing()
  const { language } = useCallContext()
  const about = siteConfig().aboutURL[language]
  const account = (
    <div className={styles.account}>
      {isClosing ? null : isMember ? (
        <>
          {badge}
          <Suspense fallback={<Spinner label={site.loading} />}>
            <ACCOUNT.Screen onDone={onClose} offersKids />
          </Suspense>
        </>
      ) : (
        <>
          <a className={styles.link} href={paths.login()} onClick={onClose}>
            {site.login}
          </a>
          <a className={styles.link} href={paths.registration()} onClick={onClose}>
            {site.register}
          </a>
          <SubscriptionRow className={styles.link} onDone={onClose} />
          <RedeemRow className={styles.link} onDone={onClose} />
          <button type="button" className={styles.link} onClick={enterVisitorKids}>
            {site.kids.label}
          </button>
          <a className={styles.link} href={paths.route(PATHS.help)} onClick={onClose}>
            {site.footer.help}
          </a>
        </>
      )}
    </div>
  )
  return (
    <Dialog title={accountFirst ? site.account : site.menu} look="drawer" closeLabel={site.close} onClose={onClose}>
      {accountFirst ? (
        <>
          {account}
          <Tabs tabs={tabs} onClose={onClose} />
        </>
      ) : (
        <>
          <Tabs tabs={tabs} onClose={onClose} />
          {account}
        </>
      )}
      {about ? (
        <div className={styles.about}>
          <a className={styles.link} href={about} target="_blank" rel="noreferrer">
            {site.footer.about}
          </a>
        </div>
      ) : null}
      <div className={styles.language}>
        <span>{site.language}</span>
        <LanguageToggle />
      </div>
    </Dialog>
  )
}

function Tabs({ tabs, onClose }: Pick<MenuDrawerProps, 'tabs' | 'onClose'>) {
  const { site } = useShellText()
  return (
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
  )
}

/** The way to redeem a code. SPEC 6: for visitors; members redeem in their account. */
export const RedeemRow = ({ className, onDone }: { className: string | undefined; onDone: () => void }) => (
  <a className={className} href={paths.redeem()} onClick={onDone}>
    {useText('accountMenu').redeem}
  </a>
)
