import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import { confirmAutoDebitAgreement, queryAutoDebitTransaction } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { formatInstant, formatNumber, formatMoney } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { detailOverBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { paymentStep } from '#web/viewer/payments/next-action.rules.ts'
import { useCheckedOnce } from '#web/viewer/payments/use-checked-once.ts'
import { Button } from '#web/ui/button.tsx'
import { CreditIcon, PeopleIcon, ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { FilmIcon, PlayIcon } from '#web/ui/icons.tsx'
import {
  PendingActions,
  ResultActions,
  ResultCard,
  ResultColumn,
  ResultNote,
  ResultSteps,
  type ResultTone,
  WhilePending,
  ResultFacts,
} from '#web/ui/result-card.tsx'
import { type AgreementOutcome, outcomeOf } from './agreement-outcome.rules.ts'
import { type AgreementStatus, useAgreement } from './use-agreement.ts'
import { useChargeTimes } from './use-charge-times.ts'
import styles from './agreement-result-screen.module.css'
import { copyText } from '#web/kit/copy-text.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { mixProgramList } from '#contract/categories.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'

/**
 * The result of an agreement, by the server's status and never by the address: the same after a reload and on another device.
 * `whenUnknown` is shown for an order that is no agreement of this account.
 */
export function AgreementResultScreen({ whenUnknown }: { whenUnknown: ReactNode }) {
  const { result: text } = useText('plans')
  const { site } = useShellText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const agreement = useAgreement(outTradeNo)
  if (outTradeNo === '' || isNotFound(agreement.error)) return whenUnknown
  return (
    <ResultColumn
      heading={text.heading}
      result={agreement}
      labels={{ loading: site.loading, retry: site.retry, failed: text.load }}
    >
      {(data) => <Result agreement={data} programId={query.get('for') ?? undefined} />}
    </ResultColumn>
  )
}

const TONE: Readonly<Record<AgreementOutcome, ResultTone>> = {
  pending: 'pending',
  trial: 'paid',
  paid: 'paid',
  replaced: 'paid',
  declined: 'failed',
  trialUsed: 'told',
  hasPlan: 'told',
  expired: 'expired',
  refunded: 'refunded',
  returned: 'refunded',
  planChanged: 'paid',
}

interface ResultProps {
  agreement: AgreementStatus
  programId: string | undefined
}

function Result({ agreement, programId }: ResultProps) {
  const outcome = outcomeOf(agreement)
  const sentences = useSentences(agreement, outcome)
  const hasStarted = outcome === 'trial' || outcome === 'paid'
  useCheckedOnce(agreement.status, useCheckAgreement(agreement.outTradeNo).check)
  return (
    <ResultCard tone={TONE[outcome]} pass={TONE[outcome] === 'paid'} {...sentences}>
      <AgreementFacts agreement={agreement} outcome={outcome} />
      {outcome === 'pending' ? <Pending agreement={agreement} programId={programId} /> : null}
      {hasStarted ? <NowList agreement={agreement} /> : null}
      {hasStarted && !programId ? <PassTitles /> : null}
      {outcome === 'pending' ? null : <Ways agreement={agreement} outcome={outcome} programId={programId} />}
      {hasStarted && agreement.subscription ? (
        <ChargeNotes subscription={agreement.subscription} isTrial={outcome === 'trial'} />
      ) : null}
    </ResultCard>
  )
}

/** Has the server query the provider, instead of waiting for its callback. That it is still pending is on the screen already. */
function useCheckAgreement(outTradeNo: string): { check: () => void; pending: boolean } {
  const { submit, pending } = useSubmit(confirmAutoDebitAgreement, {
    invalidates: [queryAutoDebitTransaction],
    toastsRefusals: true,
    on: { PENDING: () => undefined },
  })
  return { check: () => void submit({ merchantAgreementId: outTradeNo }), pending }
}

/** The kicker, the headline and the sentence of an outcome. */
function useSentences({ provider, message }: AgreementStatus, outcome: AgreementOutcome) {
  const { result: text, providers } = useText('plans')
  switch (outcome) {
    case 'pending':
      return { kicker: text.pending, title: text.pendingTitle(providers[provider]) }
    case 'trial':
    case 'paid':
      return { kicker: text.started, title: text.startedTitle }
    case 'replaced':
      return { kicker: text.replaced, title: text.replacedTitle }
    case 'planChanged':
      return { kicker: text.replaced, title: text.planChangedTitle }
    case 'returned':
      return { kicker: text.failed, title: text.returned, text: message ?? text.returnedText }
    case 'declined':
      return { kicker: text.failed, title: text.nothingCharged, text: message ?? text.declined }
    case 'trialUsed':
      return { kicker: text.trialUsed, title: text.nothingCharged, text: text.trialUsedText }
    case 'hasPlan':
      return { kicker: text.hasPlan, title: text.nothingCharged, text: text.hasPlanText }
    case 'expired':
      return { kicker: text.expired, title: text.nothingCharged, text: text.expiredText }
    case 'refunded':
      return { kicker: text.refunded, title: text.refunded, text: text.refundedText }
  }
}

function Pending({ agreement: { outTradeNo, provider, planName, planId, nextAction }, programId }: ResultProps) {
  const { result: text, providers, progress } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { check, pending } = useCheckAgreement(outTradeNo)
  const step = paymentStep(nextAction, { isPhone: isMobileDevice() })
  const url = step.kind === 'leave' || step.kind === 'app' ? step.url : undefined
  return (
    <>
      <ResultSteps
        label={progress.label}
        done={progress.done}
        steps={[
          { label: progress.placed, state: 'done' },
          { label: progress.waiting(providers[provider]), state: 'now', note: text.every },
          { label: progress.delivered(planName), state: 'next' },
        ]}
      />
      <WhilePending {...text} />
      <PendingActions
        check={{ label: text.check, busy: pending, busyText: site.busy, onClick: check }}
        onward={
          url
            ? { label: text.continue, href: url }
            : { label: text.retry, href: paths.monthlyFee({ programId, planId }) }
        }
      />
      {nextAction ? <ResultNote>{text.until(formatInstant(nextAction.expiresAt, language))}</ResultNote> : null}
    </>
  )
}

/** In the order of the text's list: the titles of the pass, those to rent, the profiles. */
const NOW_RENT = 1
const NOW: readonly { icon: ReactNode; href: string }[] = [
  { icon: <FilmIcon size={20} />, href: paths.rolling('new', { vodType: 'VIP UNLIMITED WATCH' }) },
  { icon: <CreditIcon size={20} />, href: paths.rolling('new', { vodType: 'PAY PER RENT' }) },
  { icon: <PeopleIcon size={20} />, href: paths.profiles() },
]

function NowList({ agreement: { subscription } }: Pick<ResultProps, 'agreement'>) {
  const { result: text } = useText('plans')
  const { language } = useCallContext()
  if (!subscription) return null
  return (
    <section>
      <h3 className={styles.subtitle}>{text.now}</h3>
      <ul className={styles.now}>
        {text.nowList(formatNumber(subscription.extraCredits, language)).map(({ title, text: line }, at) =>
          at === NOW_RENT && subscription.extraCredits === 0 ? null : (
            <li key={title}>
              <a href={NOW[at]?.href}>
                {NOW[at]?.icon}
                <span>
                  <span className={styles.what}>{title}</span>
                  <span className={styles.line}>{line}</span>
                </span>
              </a>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

interface ChargeNotesProps {
  subscription: NonNullable<AgreementStatus['subscription']>
  isTrial: boolean
}

function ChargeNotes({ subscription: { nextChargeAt, cycleEndsAt }, isTrial }: ChargeNotesProps) {
  const { result: text } = useText('plans')
  const { language } = useCallContext()
  const chargeTimes = useChargeTimes(nextChargeAt, cycleEndsAt)
  return (
    <>
      {isTrial && nextChargeAt ? (
        <ResultNote>{text.trialNote(formatInstant(nextChargeAt, language))}</ResultNote>
      ) : null}
      {chargeTimes ? <ResultNote>{chargeTimes}</ResultNote> : null}
    </>
  )
}

function Ways({ agreement, outcome, programId }: ResultProps & { outcome: AgreementOutcome }) {
  const { result: text } = useText('plans')
  const { receiptNumber, planId } = agreement
  const toTitle = programId ? detailOverBrowsed(programId) : undefined
  const retry = {
    label: outcome === 'trialUsed' ? text.withoutTrial : text.retry,
    href: paths.monthlyFee({ programId, planId, withoutTrial: outcome === 'trialUsed' }),
  }
  const account = { label: text.toAccount, href: paths.setupPlan() }
  const onward = { label: toTitle ? text.toTitle : text.toHome, href: toTitle ?? paths.home() }
  if (TONE[outcome] === 'paid')
    return (
      <ResultActions>
        <Button size="l" look="primary" icon={toTitle ? undefined : <PlayIcon />} href={onward.href}>
          {toTitle ? text.toTitle : text.watch}
        </Button>
        <Button
          size="l"
          icon={receiptNumber ? <ReceiptIcon /> : undefined}
          href={receiptNumber ? paths.setupPayments() : account.href}
        >
          {receiptNumber ? text.toReceipt : account.label}
        </Button>
      </ResultActions>
    )
  const main = RETRIED.has(outcome) ? retry : account
  return (
    <ResultActions>
      <Button size="l" look="primary" href={main.href}>
        {main.label}
      </Button>
      <Button size="l" href={onward.href}>
        {onward.label}
      </Button>
    </ResultActions>
  )
}

/** Outcomes after which one can begin again; after the others the account says how things stand. */
const RETRIED: ReadonlySet<AgreementOutcome> = new Set(['declined', 'trialUsed', 'expired'])

interface AgreementFactsProps {
  agreement: AgreementStatus
  outcome: AgreementOutcome
}

/** What was agreed, what was paid for it, and what is charged next. */
function AgreementFacts({ agreement, outcome }: AgreementFactsProps) {
  const { result: text, providers, copy } = useText('plans')
  const { language } = useCallContext()
  const { orderNumber, planName, amount, currency, isTrial, provider, subscription } = agreement
  const isChange = outcome === 'replaced' || outcome === 'planChanged'
  const isStarted = outcome === 'trial' || outcome === 'paid' || isChange
  const held = isStarted ? subscription : null
  const granted = !isChange && held && held.extraCredits > 0 ? held : null
  const money = (cents: number, of = currency) => formatMoney(cents, language, of)
  return (
    <ResultFacts
      facts={[
        {
          label: text.order,
          value: orderNumber,
          copy: { label: copy.label, onClick: () => void copyText(orderNumber ?? '', copy) },
        },
        { label: text.plan, value: planName },
        {
          label: text.today,
          value: isStarted ? money(amount) : undefined,
          detail: isTrial ? text.trialToday : undefined,
        },
        {
          label: isTrial ? text.firstCharge : text.nextCharge,
          value: held?.nextChargeAt && formatInstant(held.nextChargeAt, language),
          detail: held ? money(held.nextPlan?.amount ?? held.amount, held.currency) : undefined,
        },
        { label: text.provider, value: text.auto(providers[provider]) },
        {
          label: text.credits,
          value: granted ? text.creditsOf(formatNumber(granted.extraCredits, language)) : undefined,
          detail: granted ? text.lapse(formatInstant(lastMoment(granted.cycleEndsAt), language)) : undefined,
        },
      ]}
    />
  )
}

/** As many as stand beside each other. */
const SHOWN = 4

/** The newest titles of the pass; nothing where there are none. */
function PassTitles() {
  const { result: text } = useText('plans')
  const detailLink = useDetailLink()
  const titles = useCall(mixProgramList, { row: 'new', vodType: 'VIP', page: 1, pageSize: SHOWN })
  const list = titles.data?.list
  if (titles.isLoadingError || list?.length === 0) return null
  return (
    <ul className={styles.titles} aria-label={text.titles}>
      {list
        ? list.map(({ programId, title, landscapeImageURL }) => (
            <li key={programId}>
              <TitleCard href={detailLink(programId)} title={title} shape="landscape" image={landscapeImageURL} />
            </li>
          ))
        : Array.from({ length: SHOWN }, (_, at) => (
            <li key={at}>
              <CardSkeleton shape="landscape" />
            </li>
          ))}
    </ul>
  )
}
