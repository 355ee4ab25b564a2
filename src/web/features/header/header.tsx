import { type ReactNode, Suspense, useState } from 'react'
import { useClosing } from '#web/viewer/account/account-closing.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useScrolledPast } from '#web/kit/use-scrolled-past.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LockIcon, MenuIcon } from '#web/ui/icons.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { LanguageToggle } from './language-toggle.tsx'
import { TabBar, type TabLink } from './tab-bar.tsx'
import styles from './header.module.css'
import { Avatar } from '#web/ui/avatar.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

/** DESIGN 6: over an image the header is transparent until the page is scrolled this far, in px. */
const clearUntil = () => 24

/** Loaded when it is opened or hovered. */
const MENU = lazyScreen(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
/** The member's part of the header; not loaded for visitors. */
const ACCOUNT = lazyScreen(async () => (await import('./account-button.tsx')).AccountButton)
const LEAVE = lazyScreen(async () => (await import('./leave-kids.tsx')).LeaveKids)

export interface HeaderProps {
  /** The tabs whose screens exist; empty where the bar is hidden. */
  tabs: readonly TabLink[]
  showTabs: boolean
  /** An image lies below: the header starts transparent. */
  overArt: boolean
  kidsMode: boolean
  homePath: string
  /** Changes with each navigation: closes the drawer. */
  place: string
  /** The search button, for members. */
  search?: ReactNode
  /** Atop the account's menu: what another feature has to say there. */
  badge?: ReactNode
}

/** The header: menu, logo, tabs, language, and the account or the way to it; in kids mode the logo and the way out. */
export function Header({ tabs, showTabs, overArt, kidsMode, homePath, place, search, badge }: HeaderProps) {
  const { errors, site } = useShellText()
  const isMember = useSession().token !== undefined
  // An account that is being closed has one screen only.
  const isClosing = useClosing()
  const scrolled = useScrolledPast(clearUntil)
  const [opened, setOpened] = useState<{ layer: 'menu' | 'leave' | 'account' | 'account-drawer'; place: string }>()
  // Opened at another location: a navigation has closed it.
  const layer = opened?.place === place ? opened.layer : 'none'
  const home = paths.route(homePath)
  const close = () => setOpened(undefined)
  const fail = () => {
    showToast({ text: errors.chunkText })
    close()
  }

  if (kidsMode) {
    return (
      <header className={classNames(styles.header, styles.kids, scrolled && styles.solid)}>
        <div className={styles.bar}>
          <Wordmark href={home} label={site.homeLink} kids />
          <span className={styles.space} />
          <ChildName />
          <Button icon={<LockIcon />} onClick={() => setOpened({ layer: 'leave', place })}>
            {site.kids.leave}
          </Button>
        </div>
        <ErrorBoundary resetKey={layer} onError={fail}>
          <Suspense fallback={null}>{layer === 'leave' ? <LEAVE.Screen onClose={close} /> : null}</Suspense>
        </ErrorBoundary>
      </header>
    )
  }
  return (
    <header className={classNames(styles.header, !(overArt && !scrolled) && styles.solid)}>
      <div className={styles.bar}>
        <IconButton
          className={styles.menu}
          label={site.openMenu}
          icon={<MenuIcon size={22} />}
          aria-haspopup="dialog"
          aria-expanded={layer === 'menu'}
          onPointerEnter={MENU.preload}
          onFocus={MENU.preload}
          onClick={(event) => {
            takeFocus(event)
            setOpened({ layer: 'menu', place })
          }}
        />
        <span className={styles.brand}>
          <Wordmark href={home} label={site.homeLink} />
        </span>
        {showTabs ? <TabBar tabs={tabs} label={site.mainNavigation} /> : null}
        <span className={styles.space} />
        {isMember && !isClosing ? (
          <span className={styles.search}>
            <ErrorBoundary resetKey={place}>{search}</ErrorBoundary>
          </span>
        ) : null}
        <LanguageToggle />
        {isClosing ? null : isMember ? (
          <ErrorBoundary resetKey={place}>
            <Suspense fallback={<span className={styles.account} />}>
              <ACCOUNT.Screen
                isOpen={layer === 'account' || layer === 'account-drawer'}
                onOpen={() => setOpened({ layer: 'account', place })}
                onOpenDrawer={() => setOpened({ layer: 'account-drawer', place })}
                preloadDrawer={MENU.preload}
                onClose={close}
                onFail={fail}
                badge={badge}
              />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <a className={styles.login} href={paths.login()}>
            {site.login}
          </a>
        )}
      </div>
      <ErrorBoundary resetKey={layer} onError={fail}>
        <Suspense fallback={null}>
          {layer === 'menu' || layer === 'account-drawer' ? (
            <MENU.Screen tabs={tabs} accountFirst={layer === 'account-drawer'} onClose={close} badge={badge} />
          ) : null}
        </Suspense>
      </ErrorBoundary>
    </header>
  )
}

/** Whose kids mode it is; nothing for a visitor, who has no profile. */
function ChildName() {
  const { profile } = useSession()
  if (!profile) return null
  return (
    <p className={styles.child}>
      <Avatar className={styles.childAvatar} src={profile.avatar} name={profile.name} />
      <span className={styles.name}>{profile.name}</span>
    </p>
  )
}

/** The mark with the name in both scripts; it leads home. */
export function Wordmark({ href, label, kids }: { href: string; label: string; kids?: boolean }) {
  const { brand } = siteConfig()
  return (
    <a className={classNames(styles.wordmark, kids && styles.wordmarkKids)} href={href}>
      <LogoMark size={34} />
      <span className={styles.wordmarkName}>
        <span className={styles.zh} lang="zh-HK">
          {brand.zh_HK}
        </span>
        <span className={styles.en} lang="en">
          {kids ? 'KIDS' : brand.en_US.toUpperCase()}
        </span>
      </span>
      <span className="visually-hidden">{label}</span>
    </a>
  )
}
