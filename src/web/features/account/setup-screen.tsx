import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from '#web/kit/router.tsx'
import { deviceList } from '#contract/sessions.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { DevicesCard } from './devices-card.tsx'
import { EmailNotice } from './email-notice.tsx'
import { OverviewHead } from './overview-head.tsx'
import { PanelSkeleton, Facts, Panel } from '#web/ui/panel.tsx'
import styles from './setup-screen.module.css'
import { type UserProfile, closeAccount, userInfo } from '#contract/accounts.ts'
import type { Language } from '#contract/languages.ts'
import type { AccountText } from '#text/zh_HK/accounts.ts'
import { fullNumber, balancesOf } from '#web/viewer/account/balances.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { noteClosing } from '#web/viewer/account/account-closing.ts'
import { Button } from '#web/ui/button.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { formatNumber } from '#web/kit/format.ts'
import { formatDay, formatExpiry } from '#web/kit/format-day.ts'

interface SetupScreenProps {
  /** The member's plan. */
  plan: ReactNode
  /** Above everything where the cards stand in one column, in which the plan comes late: what cannot wait. */
  urgent: ReactNode
}

/** The account overview: details, balances and devices, with all labels of SPEC 3. */
export function SetupScreen({ plan, urgent }: SetupScreenProps) {
  const { site } = useShellText()
  const profile = useAccount().data?.profile
  // The cards are as high as what they hold: shown one by one, each would move those below it.
  const isAwaited = [useCall(subscriptionDetail, {}), useCall(deviceList, {})].some(({ isPending }) => isPending)
  return (
    <>
      <div className={styles.head}>
        <OverviewHead profile={profile} />
      </div>
      <div className={styles.urgent}>{urgent}</div>
      {profile && !profile.emailValid ? (
        <div className={styles.notice}>
          <EmailNotice email={profile.email} />
        </div>
      ) : null}
      {profile && !isAwaited ? (
        <div key="account" className={styles.body}>
          <div className={styles.column}>
            <BalanceCard profile={profile} />
            <DetailsCard profile={profile} />
          </div>
          <div className={styles.column}>
            <PlanPart>{plan}</PlanPart>
            <DevicesCard />
            <DataCard />
          </div>
        </div>
      ) : (
        <div key="awaited" className={styles.body} aria-busy="true">
          <output className="visually-hidden">{site.loading}</output>
          <div className={styles.column}>
            <PanelSkeleton lines={5} />
            <PanelSkeleton lines={8} />
          </div>
          <div className={styles.column}>
            <PanelSkeleton lines={3} />
            <PanelSkeleton lines={4} />
          </div>
        </div>
      )}
    </>
  )
}

/** The plan's place, far down on a phone: who follows a link to the plan is taken there. Back restores its own position. */
function PlanPart({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const { key, search } = useLocation()
  const type = useNavigationType()
  const asked = type !== 'pop' && new URLSearchParams(search).get('part') === 'plan' && key
  useEffect(() => {
    if (!asked) return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }, [asked])
  return (
    <div ref={place} tabIndex={-1} className={styles.part}>
      {children}
    </div>
  )
}

/** The member's own details. */
function DetailsCard({ profile }: { profile: UserProfile }) {
  const { facts } = useText('account')
  const { language } = useCallContext()
  return (
    <Panel
      title={facts.title}
      aside={
        <a className={styles.edit} href={paths.setupUserConsultation()}>
          {facts.edit}
        </a>
      }
    >
      <Facts
        list={[
          { label: facts.name, value: profile.name },
          { label: facts.account, value: fullNumber(profile.areaCode, profile.mobileno) },
          { label: facts.email, value: <Email profile={profile} /> },
          { label: facts.birthday, value: profile.birthday && formatDay(profile.birthday, language) },
          { label: facts.gender, value: facts.genders[profile.gender] },
          { label: facts.genres, value: genresOf(profile, facts, language) },
          { label: facts.parental, value: profile.parentalStatus === 'on' ? facts.parentalOn : facts.parentalOff },
        ]}
      />
    </Panel>
  )
}

/** The e-mail address and whether it is verified. */
function Email({ profile: { email, emailValid } }: { profile: UserProfile }) {
  const { facts } = useText('account')
  return (
    <span className={classNames(styles.email, !emailValid && styles.unverified)}>
      <span>{email}</span>
      <span className={styles.state}>{emailValid ? facts.verified : facts.unverified}</span>
    </span>
  )
}

function genresOf({ genres }: UserProfile, facts: AccountText['facts'], language: Language): string {
  if (genres.length === 0) return facts.noGenres
  return genres.map((genre) => facts.genreNames[genre]).join(language === 'zh_HK' ? '、' : ', ')
}

/** Exports the member's data and closes the account. */
function DataCard() {
  const { data, close } = useText('account')
  const [open, setOpen] = useState<'export' | 'close'>()
  const shut = () => setOpen(undefined)
  const closing = useSubmit(closeAccount, {
    onSuccess: () => {
      shut()
      noteClosing()
    },
  })
  return (
    <Panel title={data.title}>
      <div className={styles.line}>
        <p className={styles.text}>{data.exportText}</p>
        <Button size="s" onClick={() => setOpen('export')}>
          {data.exportButton}
        </Button>
      </div>
      <div className={styles.line}>
        <p className={styles.text}>{data.closeText}</p>
        <Button size="s" look="outline" onClick={() => setOpen('close')}>
          {data.closeButton}
        </Button>
      </div>
      {open === 'export' ? <ExportDialog onClose={shut} /> : null}
      {open === 'close' ? (
        <PasswordDialog danger title={close.title} confirm={close.confirm} onClose={shut} submit={closing.submit}>
          <p>{close.lost}</p>
          <CloseList />
          <p>{close.until}</p>
        </PasswordDialog>
      ) : null}
    </Panel>
  )
}

function CloseList() {
  const { close } = useText('account')
  return (
    <ul className={styles.list}>
      {close.list.map((loss) => (
        <li key={loss}>{loss}</li>
      ))}
    </ul>
  )
}

/** The member's balance, by partner: credits in the order in which they are spent, or tickets by kind, with their expiry. Without any, a sentence in place of a zero. */
export function BalanceCard({ profile }: { profile: UserProfile }) {
  const { wallet } = useText('account')
  const { language } = useCallContext()
  const balances = balancesOf(profile)
  const number = (value: number) => formatNumber(value, language)
  const isCredits = balances.kind === 'credits'
  return (
    <Panel title={wallet.title} aside={isCredits ? <WalletLinks /> : <TicketsLink />}>
      {balances.total > 0 ? (
        <p className={styles.total}>
          <span className={styles.figure}>{number(balances.total)}</span>
          <span className={styles.unit}>{isCredits ? wallet.creditsUnit : wallet.ticketsUnit}</span>
        </p>
      ) : null}
      {isCredits && balances.total > 0 ? (
        <ul className={styles.balanceCardList}>
          {balances.monthly.amount > 0 ? (
            <Line
              bucket="monthly"
              name={wallet.monthly}
              amount={wallet.credits(number(balances.monthly.amount))}
              note={balances.monthly.expiresAt && wallet.expires(formatExpiry(balances.monthly.expiresAt, language))}
            />
          ) : null}
          {balances.extra.amount > 0 ? (
            <Line
              bucket="recharged"
              name={wallet.extra}
              amount={wallet.credits(number(balances.extra.amount))}
              note={balances.extra.expiresAt && wallet.expires(formatExpiry(balances.extra.expiresAt, language))}
            />
          ) : null}
        </ul>
      ) : null}
      {balances.total === 0 ? <p className={styles.note}>{isCredits ? wallet.noCredits : wallet.noTickets}</p> : null}
      {balances.kind === 'tickets' ? <Tickets expiresAt={balances.expiresAt} total={balances.total} /> : null}
    </Panel>
  )
}

function WalletLinks() {
  const { wallet } = useText('account')
  return (
    <span className={styles.links}>
      <a className={styles.link} href={paths.setupWallet()}>
        {wallet.statement}
      </a>
      <a className={styles.link} href={paths.payPoint()}>
        {wallet.topUp}
      </a>
    </span>
  )
}

function TicketsLink() {
  const { wallet } = useText('account')
  return (
    <a className={styles.link} href={paths.setupTickets()}>
      {wallet.ticketCodes}
    </a>
  )
}

/** Tickets by kind and expiry; the nearest expiry while the list loads. */
function Tickets({ total, expiresAt }: { total: number; expiresAt: string | undefined }) {
  const { wallet } = useText('account')
  const { language } = useCallContext()
  const list = useCall(userInfo, {}, { enabled: total > 0 }).data?.ticketList
  return (
    <>
      {total > 0 && !list && expiresAt ? (
        <p className={styles.note}>{wallet.expires(formatExpiry(expiresAt, language))}</p>
      ) : null}
      {list && list.length > 0 ? (
        <ul className={styles.balanceCardList}>
          {list.map(({ kind, count, expiresAt: end }) => (
            <Line
              key={`${kind} ${end}`}
              bucket={kind}
              name={wallet.ticketKinds[kind]}
              amount={wallet.tickets(formatNumber(count, language))}
              note={wallet.expires(formatExpiry(end, language))}
            />
          ))}
        </ul>
      ) : null}
      <p className={styles.note}>{wallet.telecom}</p>
    </>
  )
}

interface LineProps {
  bucket: CreditBucket | 'voucher' | 'cinema'
  name: string
  amount: string
  note: string | undefined
}

function Line({ bucket, name, amount, note }: LineProps) {
  return (
    <li className={styles.balanceCardLine}>
      <span className={styles.swatch} data-bucket={bucket} />
      <span className={styles.balanceCardText}>
        <strong>{name}</strong>
        {note ? <span className={styles.note}>{note}</span> : null}
      </span>
      <span className={styles.amount}>{amount}</span>
    </li>
  )
}
