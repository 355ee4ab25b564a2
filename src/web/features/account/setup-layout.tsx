import { type ReactNode, Suspense, Fragment } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import type { UserProfile } from '#contract/accounts.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ChevronLeftIcon, ChevronRightIcon, FilmIcon, LockIcon } from '#web/ui/icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { OverviewHead } from './overview-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './setup-layout.module.css'
import { useText } from '#web/kit/text.ts'
import { messageList } from '#contract/messages.ts'
import { tvodPurchasedList } from '#contract/rentals.ts'
import { walletStatement } from '#contract/wallet.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useCall } from '#web/kit/use-call.ts'
import {
  BellIcon,
  ClockIcon,
  CreditIcon,
  GiftIcon,
  HeartIcon,
  InfoIcon,
  LogoutIcon,
  PackageIcon,
  PassIcon,
  PencilIcon,
  PersonIcon,
  ReceiptIcon,
  RedeemIcon,
  ShieldIcon,
  SlidersIcon,
  SparklesIcon,
  TicketIcon,
} from '#web/ui/feature-icons.tsx'
import { leave } from './leave.ts'

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
    <Screen className={classNames(styles.layout, isChild && styles.child)}>
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
    </Screen>
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

interface Entry {
  icon: ReactNode
  name: string
  /** A link of `paths`. */
  href: string
  /** The paths at which it is the current one. */
  at?: readonly string[]
}

/** The groups of the navigation below the overview and the messages. */
function useGroups(): { label: string; entries: readonly Entry[] }[] {
  const { nav } = useText('account')
  const { site } = useShellText()
  const hasTickets = usePaysWithVouchers()
  // A telecom partner's member has no credits: only what is left of an earlier time, and titles taken with vouchers.
  const hasStatement = (useCall(walletStatement, { pageSize: 1 }, { enabled: hasTickets }).data?.list.length ?? 0) > 0
  const hasRentals = (useCall(tvodPurchasedList, { pageSize: 1 }, { enabled: hasTickets }).data?.list.length ?? 0) > 0
  return [
    {
      label: nav.library,
      entries: [
        { icon: <HeartIcon />, name: nav.favorite, href: paths.setupFavorite(), at: [PATHS.setupFavorite] },
        { icon: <ClockIcon />, name: nav.watched, href: paths.setupWatched(), at: [PATHS.setupWatched] },
        { icon: <SparklesIcon />, name: nav.recommend, href: paths.setupRecommend(), at: [PATHS.setupRecommend] },
      ],
    },
    {
      label: nav.settings,
      entries: [
        {
          icon: <PencilIcon />,
          name: nav.details,
          href: paths.setupUserConsultation(),
          at: [PATHS.setupUserConsultation],
        },
        { icon: <SlidersIcon />, name: nav.quality, href: paths.setupQuality(), at: [PATHS.setupQuality] },
        { icon: <LockIcon />, name: nav.password, href: paths.setupChangePwd(), at: [PATHS.setupChangePwd] },
        {
          icon: <ShieldIcon />,
          name: nav.parental,
          href: paths.setupParentCode(),
          at: [PATHS.setupParentCode, PATHS.setupResetParentCode],
        },
        {
          icon: <InfoIcon />,
          name: site.footer.help,
          href: paths.route(PATHS.setupHelpCenter),
          at: [PATHS.setupHelpCenter],
        },
      ],
    },
    {
      label: nav.paying,
      entries: [
        { icon: <PassIcon />, name: nav.plan, href: paths.setupPlan() },
        ...(!hasTickets || hasStatement
          ? [{ icon: <CreditIcon />, name: nav.wallet, href: paths.setupWallet(), at: [PATHS.setupWallet] }]
          : []),
        ...(!hasTickets || hasRentals
          ? [{ icon: <FilmIcon />, name: nav.purchased, href: paths.setupPurchased(), at: [PATHS.setupPurchased] }]
          : []),
        {
          icon: <ReceiptIcon />,
          name: nav.payments,
          href: paths.setupPayments(),
          at: [PATHS.setupPayments, PATHS.setupReceipt],
        },
        {
          icon: <PackageIcon />,
          name: nav.deliveries,
          href: paths.setupDeliveries(),
          at: [PATHS.setupDeliveries],
        },
        ...(hasTickets
          ? [{ icon: <TicketIcon />, name: nav.tickets, href: paths.setupTickets(), at: [PATHS.setupTickets] }]
          : []),
        { icon: <RedeemIcon />, name: nav.redeem, href: paths.setupExchangeCode(), at: [PATHS.setupExchangeCode] },
        { icon: <GiftIcon />, name: nav.giftCards, href: paths.giftCard() },
      ],
    },
  ]
}

/** The account's navigation: a sidebar, on a phone the list of its screens. */
export function SetupNav() {
  const { nav } = useText('account')
  const { pathname } = useLocation()
  const groups = useGroups()
  const here = pathname.replace(/\/+$/, '')
  const isAt = (path: string) => (here === path ? 'page' : undefined)
  return (
    <nav className={styles.nav} aria-label={nav.label}>
      <ul>
        <li className={styles.overview}>
          <a className={styles.link} href={paths.setup()} aria-current={isAt(PATHS.setup)}>
            <PersonIcon />
            <span className={styles.name}>{nav.overview}</span>
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.setupMessage()} aria-current={isAt(PATHS.setupMessage)}>
            <BellIcon />
            <span className={styles.name}>{nav.message}</span>
            <Unread />
            <Onward />
          </a>
        </li>
      </ul>
      {groups.map(({ label, entries }, group) => (
        <Fragment key={label}>
          <p className={styles.group}>{label}</p>
          <ul>
            {entries.map(({ icon, name, href, at = [] }) => (
              <li key={href}>
                <a className={styles.link} href={href} aria-current={at.includes(here) ? 'page' : undefined}>
                  {icon}
                  <span className={styles.name}>{name}</span>
                  <Onward />
                </a>
              </li>
            ))}
            {group === groups.length - 1 ? (
              <li className={styles.last}>
                <button type="button" className={styles.link} onClick={() => void leave()}>
                  <LogoutIcon />
                  <span className={styles.name}>{nav.logout}</span>
                </button>
              </li>
            ) : null}
          </ul>
        </Fragment>
      ))}
    </nav>
  )
}

/** The number of unread messages. */
function Unread() {
  const { nav } = useText('account')
  const { language } = useCallContext()
  const unread = useCall(messageList, { page: 1 }).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{unread > 99 ? '99+' : formatNumber(unread, language)}</span>
      <span className="visually-hidden">{nav.unread(formatNumber(unread, language))}</span>
    </span>
  )
}

const Onward = () => (
  <span className={styles.onward}>
    <ChevronRightIcon size={18} />
  </span>
)
