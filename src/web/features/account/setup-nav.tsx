import { useLocation } from 'react-router'
import { messageList } from '#contract/messages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useCall } from '#web/kit/use-call.ts'
import { ChevronRightIcon, FilmIcon, LockIcon } from '#web/ui/icons.tsx'
import {
  BellIcon,
  CreditIcon,
  GiftIcon,
  LogoutIcon,
  PencilIcon,
  PersonIcon,
  ReceiptIcon,
  RedeemIcon,
  ShieldIcon,
  SlidersIcon,
} from '#web/ui/feature-icons.tsx'
import { useAccountText } from './account-text.ts'
import { leave } from './leave.ts'
import styles from './setup-nav.module.css'

/** The account's navigation: a sidebar, on a phone the list of its screens. */
export function SetupNav() {
  const { nav } = useAccountText()
  const { pathname } = useLocation()
  const { language } = useCallContext()
  const unread = useCall(messageList, { page: 1 }).data?.unread ?? 0
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
            {unread > 0 ? (
              <span className={styles.count}>
                <span aria-hidden="true">{unread > 99 ? '99+' : formatNumber(unread, language)}</span>
                <span className="visually-hidden">{nav.unread(formatNumber(unread, language))}</span>
              </span>
            ) : null}
            <Onward />
          </a>
        </li>
      </ul>
      <p className={styles.group}>{nav.settings}</p>
      <ul>
        <li>
          <a
            className={styles.link}
            href={paths.setupUserConsultation()}
            aria-current={isAt(PATHS.setupUserConsultation)}
          >
            <PencilIcon />
            <span className={styles.name}>{nav.details}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.setupQuality()} aria-current={isAt(PATHS.setupQuality)}>
            <SlidersIcon />
            <span className={styles.name}>{nav.quality}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.setupChangePwd()} aria-current={isAt(PATHS.setupChangePwd)}>
            <LockIcon />
            <span className={styles.name}>{nav.password}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a
            className={styles.link}
            href={paths.setupParentCode()}
            aria-current={isAt(PATHS.setupParentCode) ?? isAt(PATHS.setupResetParentCode)}
          >
            <ShieldIcon />
            <span className={styles.name}>{nav.parental}</span>
            <Onward />
          </a>
        </li>
      </ul>
      <p className={styles.group}>{nav.paying}</p>
      <ul>
        <li>
          <a className={styles.link} href={paths.setupWallet()} aria-current={isAt(PATHS.setupWallet)}>
            <CreditIcon />
            <span className={styles.name}>{nav.wallet}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.setupPurchased()} aria-current={isAt(PATHS.setupPurchased)}>
            <FilmIcon />
            <span className={styles.name}>{nav.purchased}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a
            className={styles.link}
            href={paths.setupPayments()}
            aria-current={isAt(PATHS.setupPayments) ?? isAt(PATHS.setupReceipt)}
          >
            <ReceiptIcon />
            <span className={styles.name}>{nav.payments}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.setupExchangeCode()} aria-current={isAt(PATHS.setupExchangeCode)}>
            <RedeemIcon />
            <span className={styles.name}>{nav.redeem}</span>
            <Onward />
          </a>
        </li>
        <li>
          <a className={styles.link} href={paths.giftCard()}>
            <GiftIcon />
            <span className={styles.name}>{nav.giftCards}</span>
            <Onward />
          </a>
        </li>
        <li className={styles.last}>
          <button type="button" className={styles.link} onClick={() => void leave()}>
            <LogoutIcon />
            <span className={styles.name}>{nav.logout}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

const Onward = () => (
  <span className={styles.onward}>
    <ChevronRightIcon size={18} />
  </span>
)
