import { type ReactNode, Suspense, useRef } from 'react'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useMediaQuery } from '#web/kit/use-media-query.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { CreditIcon, PersonIcon, TicketIcon } from '#web/ui/feature-icons.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import styles from './account-button.module.css'

const POPOVER = lazyScreen(async () => (await import('./account-popover.tsx')).AccountPopover)

export interface AccountButtonProps {
  isOpen: boolean
  onOpen: () => void
  /** On a phone the drawer holds the same. */
  onOpenDrawer: () => void
  preloadDrawer: () => void
  onClose: () => void
  /** The menu could not be loaded. */
  onFail: () => void
  /** More of the popover: the time that is left of an unlock. */
  badge?: ReactNode
}

/** The member's part of the header: the balance, and the profile's avatar, which opens the account menu. */
export function AccountButton({
  isOpen,
  onOpen,
  onOpenDrawer,
  preloadDrawer,
  onClose,
  onFail,
  badge,
}: AccountButtonProps) {
  const text = useText('accountMenu')
  const { profile } = useSession()
  const isPhone = useMediaQuery('(max-width: 767.98px)')
  const preload = isPhone ? preloadDrawer : POPOVER.preload
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.account}>
      <BalanceChip />
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={profile ? text.open(profile.name) : text.label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => {
          takeFocus(event)
          if (isPhone) onOpenDrawer()
          else if (isOpen) onClose()
          else onOpen()
        }}
      >
        <span className={styles.avatar}>
          {profile ? (
            <ResponsiveImage
              src={profile.avatar}
              alt=""
              title={[...profile.name][0] ?? ''}
              sizes="40px"
              to={160}
              priority="eager"
            />
          ) : (
            <PersonIcon />
          )}
        </span>
      </button>
      <ErrorBoundary resetKey={String(isOpen)} onError={onFail}>
        <Suspense fallback={null}>
          {isOpen && !isPhone ? <POPOVER.Screen opener={button} onClose={onClose} badge={badge} /> : null}
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

/** The balance, by partner, also of 0; it leads to the wallet. */
function BalanceChip() {
  const text = useText('accountMenu')
  const { language } = useCallContext()
  const account = useAccount()
  const profile = account.data?.profile
  if (!profile) return account.isPending ? <span className={styles.awaited} /> : null
  const { kind, total } = balancesOf(profile)
  const figure = formatNumber(total, language)
  return (
    <a
      className={classNames(styles.chip, styles[kind])}
      href={kind === 'credits' ? paths.setupWallet() : paths.setup()}
    >
      {kind === 'credits' ? <CreditIcon size={16} /> : <TicketIcon size={16} />}
      <span>{kind === 'credits' ? text.creditsLeft(figure) : text.ticketsLeft(figure)}</span>
    </a>
  )
}
