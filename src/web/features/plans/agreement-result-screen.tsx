import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { confirmAutoDebitAgreement, queryAutoDebitTransaction } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { formatDay, lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { paymentStep } from '#web/viewer/payments/next-action.rules.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon, InfoIcon, ReplayIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, PlayIcon, WarningIcon } from '#web/ui/icons.tsx'
import {
  ResultActions,
  ResultCard,
  ResultColumn,
  ResultFacts,
  ResultWaiting,
  WhilePending,
} from '#web/ui/result-card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type AgreementOutcome, outcomeOf } from './agreement-outcome.rules.ts'
import { usePlansText } from './plans-text.ts'
import { type AgreementStatus, useAgreement } from './use-agreement.ts'
import styles from './agreement-result-screen.module.css'

/**
 * The result of an agreement, by the server's status and never by the address: the same after a reload and on another device.
 * `whenUnknown` is shown for an order that is no agreement of this account.
 */
export function AgreementResultScreen({ whenUnknown }: { whenUnknown: ReactNode }) {
  const { result: text } = usePlansText()
  const { site } = useText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const agreement = useAgreement(outTradeNo)
  if (outTradeNo === '' || agreement.error?.code === 'NOT_FOUND') return whenUnknown
  return (
    <ResultColumn heading={text.heading}>
      {agreement.data ? (
        <Result agreement={agreement.data} programId={query.get('for') ?? undefined} />
      ) : agreement.isError ? (
        <ErrorPanel
          title={text.load}
          text={agreement.error.message}
          action={{ label: site.retry, onClick: () => void agreement.refetch() }}
        />
      ) : (
        <ResultWaiting label={site.loading} />
      )}
    </ResultColumn>
  )
}

const ICON: Readonly<Record<AgreementOutcome, ReactNode>> = {
  pending: <Spinner size={30} />,
  trial: <CheckIcon size={30} />,
  paid: <CheckIcon size={30} />,
  replaced: <CheckIcon size={30} />,
  declined: <WarningIcon size={28} />,
  trialUsed: <InfoIcon size={28} />,
  hasPlan: <InfoIcon size={28} />,
  expired: <ClockIcon size={28} />,
  refunded: <ReplayIcon size={28} />,
  returned: <ReplayIcon size={28} />,
  planChanged: <CheckIcon size={30} />,
}

/** What the ring of the card shows. */
const TONE: Readonly<Record<AgreementOutcome, string>> = {
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
  useAskedOnce(agreement)
  return (
    <ResultCard status={TONE[outcome]} icon={ICON[outcome]} {...sentences}>
      <Facts agreement={agreement} outcome={outcome} />
      {outcome === 'pending' ? <Pending agreement={agreement} /> : null}
      {outcome === 'trial' || outcome === 'paid' ? <NowList agreement={agreement} /> : null}
      <Actions agreement={agreement} outcome={outcome} programId={programId} />
      {outcome === 'trial' && agreement.subscription ? <TrialNote subscription={agreement.subscription} /> : null}
    </ResultCard>
  )
}

/** The browser has come back from the provider: the server asks it once, whatever the address says. */
function useAskedOnce({ outTradeNo, status }: AgreementStatus): void {
  const { check } = useCheckAgreement(outTradeNo)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || status !== 'pending') return
    isAsked.current = true
    check()
  })
}

/** Has the server ask the provider, instead of waiting for its callback. That it is still pending is on the screen already. */
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
  const { result: text, providers } = usePlansText()
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

function Facts({ agreement, outcome }: { agreement: AgreementStatus; outcome: AgreementOutcome }) {
  const { result: text, providers } = usePlansText()
  const { language } = useCallContext()
  const { outTradeNo, receiptNumber, planName, amount, currency, isTrial, provider, subscription } = agreement
  const isChange = outcome === 'replaced' || outcome === 'planChanged'
  const isStarted = outcome === 'trial' || outcome === 'paid' || isChange
  const held = isStarted ? subscription : null
  const money = formatMoney(amount, language, currency)
  const next =
    held?.nextChargeAt &&
    `${formatDay(held.nextChargeAt, language)}　${formatMoney(held.nextPlan?.amount ?? held.amount, language, held.currency)}`
  const granted = isChange ? null : held
  const credits =
    granted &&
    text.creditsUntil(
      formatNumber(granted.extraCredits, language),
      formatInstant(lastMoment(granted.cycleEndsAt), language),
    )
  return (
    <ResultFacts
      facts={[
        [text.receipt, receiptNumber],
        [text.order, outTradeNo],
        [text.plan, planName],
        [text.today, isStarted ? (isTrial ? text.trialToday(money) : money) : undefined],
        [isTrial ? text.firstCharge : text.nextCharge, next],
        [text.provider, text.auto(providers[provider])],
        [text.credits, credits ?? undefined],
      ]}
    />
  )
}

function Pending({ agreement: { nextAction } }: Pick<ResultProps, 'agreement'>) {
  const { result: text } = usePlansText()
  const { language } = useCallContext()
  return <WhilePending {...text} until={nextAction && text.until(formatInstant(nextAction.expiresAt, language))} />
}

function NowList({ agreement: { subscription } }: Pick<ResultProps, 'agreement'>) {
  const { result: text } = usePlansText()
  const { language } = useCallContext()
  if (!subscription) return null
  return (
    <section>
      <h3 className={styles.subtitle}>{text.now}</h3>
      <ul className={styles.now}>
        {text.nowList(formatNumber(subscription.extraCredits, language)).map(({ title, text: line }) => (
          <li key={title}>
            <p className={styles.what}>{title}</p>
            <p className={styles.line}>{line}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TrialNote({ subscription }: { subscription: NonNullable<AgreementStatus['subscription']> }) {
  const { result: text } = usePlansText()
  const { language } = useCallContext()
  const { nextChargeAt } = subscription
  return nextChargeAt ? <p className={styles.note}>{text.trialNote(formatInstant(nextChargeAt, language))}</p> : null
}

function Actions({ agreement, outcome, programId }: ResultProps & { outcome: AgreementOutcome }) {
  const { result: text } = usePlansText()
  const { site } = useText()
  const { outTradeNo, nextAction, receiptNumber, planId } = agreement
  const checking = useCheckAgreement(outTradeNo)
  const toTitle = programId ? paths.detail(programId, { pathname: PATHS.home, search: '' }) : undefined
  const retry = paths.monthlyFee({ programId, planId })
  switch (outcome) {
    case 'pending': {
      const step = paymentStep(nextAction, { isPhone: isMobile() })
      const onward = step.kind === 'leave' || step.kind === 'app' ? step.url : undefined
      return (
        <ResultActions>
          <Button size="l" icon={<ReplayIcon />} busy={checking.pending} busyText={site.busy} onClick={checking.check}>
            {text.check}
          </Button>
          <Button size="l" look="text" href={onward ?? retry}>
            {onward ? text.continue : text.retry}
          </Button>
        </ResultActions>
      )
    }
    case 'trial':
    case 'paid':
    case 'replaced':
    case 'planChanged':
      return (
        <ResultActions>
          <Button size="l" look="primary" icon={<PlayIcon />} href={toTitle ?? paths.home()}>
            {toTitle ? text.toTitle : text.watch}
          </Button>
          <Button size="l" href={receiptNumber ? paths.setupPayments() : paths.setup()}>
            {receiptNumber ? text.toReceipt : text.toAccount}
          </Button>
        </ResultActions>
      )
    case 'hasPlan':
    case 'refunded':
    case 'returned':
      return (
        <ResultActions>
          <Button size="l" look="primary" href={paths.setup()}>
            {text.toAccount}
          </Button>
          <Button size="l" href={toTitle ?? paths.home()}>
            {toTitle ? text.toTitle : text.toHome}
          </Button>
        </ResultActions>
      )
    case 'declined':
    case 'trialUsed':
    case 'expired':
      return (
        <ResultActions>
          <Button size="l" look="primary" href={retry}>
            {outcome === 'trialUsed' ? text.withoutTrial : text.retry}
          </Button>
          <Button size="l" href={toTitle ?? paths.home()}>
            {toTitle ? text.toTitle : text.toHome}
          </Button>
        </ResultActions>
      )
  }
}
