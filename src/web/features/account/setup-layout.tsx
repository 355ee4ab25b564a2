import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import type { UserProfile } from '#contract/accounts.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ChevronLeftIcon } from '#web/ui/icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { OverviewHead } from './overview-head.tsx'
import { SetupNav } from './setup-nav.tsx'
import styles from './setup-layout.module.css'
import { useText } from '#web/kit/text.ts'

/**
 * Around every screen of the account: the side navigation, and on a phone the way back. An account that cannot be loaded says so. It stays while the
 * screens in it change, and while one of them is fetched.
 */
export function SetupLayout({ children }: { children: ReactNode }) {
  const text = useText('account')
  const { site } = useShellText()
  const { pathname } = useLocation()
  const account = useAccount()
  const isChild = pathname.replace(/\/+$/, '') !== PATHS.setup
  return (
    <div className={classNames(styles.layout, isChild && styles.child)}>
      <div className={styles.side}>
        <SetupNav />
      </div>
      <div className={styles.main}>
        {isChild ? (
          <a className={styles.back} href={paths.setup()}>
            <ChevronLeftIcon />
            {text.nav.back}
          </a>
        ) : null}
        {account.isLoadingError ? (
          <ErrorPanel
            isScreen
            title={text.failed}
            text={account.error.message}
            action={{ label: site.retry, onClick: () => void account.refetch() }}
          />
        ) : (
          <Suspense fallback={<Awaited isChild={isChild} profile={account.data?.profile} />}>{children}</Suspense>
        )}
      </div>
    </div>
  )
}

/** While a screen's chunk loads. On a phone the list of screens stands below the overview's head, which is here at once. */
function Awaited({ isChild, profile }: { isChild: boolean; profile: UserProfile | undefined }) {
  const { site } = useShellText()
  if (!isChild) {
    return (
      <div className={styles.head} data-awaited="">
        <OverviewHead profile={profile} />
      </div>
    )
  }
  return <Waiting label={site.loading} />
}
