import { chooseProfile, profileList, type Profile, PROFILES_MAX } from '#contract/profiles.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { groupedNumber, balancesOf } from '#web/viewer/account/balances.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { logOut } from '#web/viewer/session/log-out.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useHasPlan } from '#web/viewer/plans/use-has-plan.ts'
import { enterProfile, useSession } from '#web/viewer/session/session.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import {
  ClockIcon,
  CreditIcon,
  HeartIcon,
  InfoIcon,
  LogoutIcon,
  PassIcon,
  PencilIcon,
  PersonIcon,
  ShieldIcon,
  TicketIcon,
} from '#web/ui/feature-icons.tsx'
import { SubscriptionRow } from './subscription-row.tsx'
import styles from './account-list.module.css'

export interface AccountListProps {
  onDone: () => void
  /** A way to kids mode also while there is no kids profile: to the form of one. */
  offersKids?: boolean
}

/** The account menu, in the popover and in the drawer: profiles, account, balance, log out. */
export function AccountList({ onDone, offersKids = false }: AccountListProps) {
  const text = useText('accountMenu')
  const { site } = useShellText()
  const { mobileno } = useSession()
  const hasPlan = useHasPlan()
  return (
    <div>
      <ProfileRows onDone={onDone} offersKids={offersKids} />
      <a className={styles.row} href={paths.profiles()} onClick={onDone}>
        <PencilIcon />
        <span className={styles.name}>{text.manage}</span>
      </a>
      <div className={styles.line} />
      <a className={styles.row} href={paths.setup()} onClick={onDone}>
        <PersonIcon />
        <span className={styles.name}>{text.account}</span>
        {mobileno ? <span className={styles.note}>{groupedNumber(mobileno)}</span> : null}
      </a>
      <a className={styles.row} href={paths.setupFavorite()} onClick={onDone}>
        <HeartIcon />
        <span className={styles.name}>{text.favorite}</span>
      </a>
      <a className={styles.row} href={paths.setupWatched()} onClick={onDone}>
        <ClockIcon />
        <span className={styles.name}>{text.watched}</span>
      </a>
      <BalanceRow onDone={onDone} />
      {hasPlan ? (
        <a className={styles.row} href={paths.setupPlan()} onClick={onDone}>
          <PassIcon />
          <span className={styles.name}>{text.plan}</span>
        </a>
      ) : (
        <SubscriptionRow className={styles.row} onDone={onDone} />
      )}
      <a className={styles.row} href={paths.route(PATHS.setupHelpCenter)} onClick={onDone}>
        <InfoIcon />
        <span className={styles.name}>{site.footer.help}</span>
      </a>
      <div className={styles.line} />
      <button type="button" className={styles.row} onClick={() => void logOutOrExplain()}>
        <LogoutIcon />
        <span className={styles.name}>{text.logout}</span>
      </button>
    </div>
  )
}

/** The account's profiles; a click selects one. */
function ProfileRows({ onDone, offersKids = false }: AccountListProps) {
  const text = useText('accountMenu')
  const { site } = useShellText()
  const { profile: mine } = useSession()
  const profiles = useCall(profileList, {})
  const { submit, pendingInput } = useSubmit(chooseProfile, {
    onSuccess: ({ profile }) => {
      onDone()
      enterProfile(profile)
    },
    toastsRefusals: true,
  })
  const choosing = pendingInput?.profileId

  function choose({ profileId }: Profile) {
    if (profileId === mine?.profileId) onDone()
    else void submit({ profileId })
  }

  if (profiles.isPending) return <Spinner label={site.loading} />
  if (!profiles.data) {
    return (
      <button type="button" className={styles.row} onClick={() => void profiles.refetch()}>
        <span className={styles.name}>{text.failed}</span>
        <span className={styles.note}>{site.retry}</span>
      </button>
    )
  }
  const list = profiles.data.data.profiles
  const lacksKids = offersKids && list.length < PROFILES_MAX && !list.some(({ childrenModel }) => childrenModel)
  return (
    <ul aria-label={text.profiles}>
      {list.map((profile) => (
        <li key={profile.profileId}>
          <button
            type="button"
            className={styles.row}
            aria-current={profile.profileId === mine?.profileId ? 'true' : undefined}
            aria-busy={profile.profileId === choosing || undefined}
            onClick={() => choose(profile)}
          >
            <span className={styles.avatar}>
              <ResponsiveImage src={profile.avatar} alt="" sizes="36px" to={160} />
            </span>
            <span className={styles.name}>{profile.name}</span>
            {profile.childrenModel ? <span className={styles.kids}>{text.kids}</span> : null}
            {profile.profileId === mine?.profileId ? <CheckIcon size={18} /> : null}
          </button>
        </li>
      ))}
      {lacksKids ? (
        <li>
          <a className={styles.row} href={paths.newKidsProfile()} onClick={onDone}>
            <ShieldIcon />
            <span className={styles.name}>{site.kids.label}</span>
          </a>
        </li>
      ) : null}
    </ul>
  )
}

/** SPEC 6: monthly and extra credits, or tickets, by partner. A kind of credits that there are none of has no part. */
function BalanceRow({ onDone }: { onDone: () => void }) {
  const text = useText('accountMenu')
  const { language } = useCallContext()
  const profile = useAccount().data?.profile
  if (!profile) return null
  const balances = balancesOf(profile)
  const number = (value: number) => formatNumber(value, language)
  const isCredits = balances.kind === 'credits'
  const parts = isCredits
    ? [
        balances.monthly.amount > 0 ? text.monthly(number(balances.monthly.amount)) : '',
        balances.extra.amount > 0 ? text.extra(number(balances.extra.amount)) : '',
      ].filter(Boolean)
    : []
  return (
    <a
      className={styles.row}
      data-wallet={balances.kind}
      href={isCredits ? paths.setupWallet() : paths.setup()}
      onClick={onDone}
    >
      {isCredits ? <CreditIcon /> : <TicketIcon />}
      <span className={styles.name}>
        {isCredits ? text.credits : text.tickets}
        {parts.length > 0 ? <span className={styles.parts}>{parts.join(text.listJoin)}</span> : null}
      </span>
      <span className={styles.figure}>{number(balances.total)}</span>
    </a>
  )
}

/** Logs out; a toast says why if that fails. */
async function logOutOrExplain(): Promise<void> {
  const problem = await logOut()
  if (problem) showToast({ text: problem })
}
