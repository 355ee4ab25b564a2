import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from '#web/kit/router.tsx'
import { giftCardList } from '#contract/codes.ts'
import { obtainPersonalCinema } from '#contract/private-cinema.ts'
import { saleDetail, saleOrderList } from '#contract/sales.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { wallet } from '#contract/wallet.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { postForm } from '#web/kit/post-form.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { detailOverBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { GIFT_CARD_DRAFT } from '#web/viewer/payments/gift-card-draft.ts'
import { dropSaleDrafts } from '#web/viewer/payments/sale-draft.ts'
import { paymentStep } from '#web/viewer/payments/next-action.rules.ts'
import { useCheckedOnce } from '#web/viewer/payments/use-checked-once.ts'
import { type Payment, useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import { dropDraft } from '#web/viewer/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import {
  PendingActions,
  ResultActions,
  ResultCard,
  ResultColumn,
  ResultFacts,
  ResultFrame,
  ResultNote,
  ResultSteps,
  type ResultTone,
  WhilePending,
} from '#web/ui/result-card.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { isPartlyRefunded } from './refunded.rules.ts'

/**
 * `/subscription-result?outTradeNo`: what became of a payment, by the server's status and never by the address: the same after a
 * reload and on another device. `whenUnknown` is shown for an order that is no payment of this account.
 */
export function ResultScreen({ whenUnknown }: { whenUnknown: ReactNode }) {
  const { result: text } = useText('payments')
  const { site } = useShellText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const payment = usePayment(outTradeNo)
  const back = whereCreditsAreFor(query)
  if (outTradeNo === '' || isNotFound(payment.error)) return whenUnknown
  return (
    <ResultColumn
      heading={text.heading}
      result={payment}
      labels={{ loading: site.loading, retry: site.retry, failed: text.load }}
    >
      {(data) =>
        data.purpose === 'credits' && outcomeOf(data) === 'paid' && back !== undefined ? (
          <BackToTitle payment={data} to={back} />
        ) : (
          <Result payment={data} programId={query.get('for') ?? undefined} />
        )
      }
    </ResultColumn>
  )
}

function whereCreditsAreFor(query: URLSearchParams): string | undefined {
  const [programId, slotId] = [query.get('for'), query.get('slot')]
  if (slotId !== null) return routerPath(paths.payCinema(slotId))
  return programId === null ? undefined : routerPath(detailOverBrowsed(programId))
}

/** Credits were topped up for a title or a screening: it opens again, and the balance is shown. */
function BackToTitle({ payment: { credits = 0 }, to }: { payment: Payment; to: string }) {
  const { result: text } = useText('payments')
  const { site } = useShellText()
  const { language } = useCallContext()
  const navigate = useNavigate()
  // The balance that is held may be older than the payment.
  const { refetch } = useCall(wallet, {}, { enabled: false })
  useEffect(() => {
    let isGone = false
    void refetch().then(({ data }) => {
      if (isGone) return
      const owned = data && text.balance(formatNumber(data.credits, language))
      showToast({ text: joinFacts([text.paidTitle(formatNumber(credits, language)), owned], language) })
      navigate(to, { replace: true })
    })
    return () => {
      isGone = true
    }
  }, [refetch, credits, language, text, navigate, to])
  return <Waiting label={site.loading} />
}

/** An order that this account does not have. It fetches nothing: what has looked for the order stays mounted above it. */
export function UnknownOrder() {
  const { result: text } = useText('payments')
  return (
    <ResultFrame heading={text.heading}>
      <ErrorPanel
        title={text.unknown}
        text={text.unknownText}
        action={{ label: text.toPayments, href: paths.setupPayments() }}
      />
    </ResultFrame>
  )
}

interface ResultProps {
  payment: Payment
  programId: string | undefined
}

/** `reviewed`: another amount was paid. `undelivered`: paid, and on its way back. */
type Outcome = Payment['status'] | 'reviewed' | 'undelivered'

function outcomeOf({ status, paidAt, undelivered }: Payment): Outcome {
  if (status === 'pending') return paidAt === undefined ? status : 'reviewed'
  return status === 'paid' && undelivered ? 'undelivered' : status
}

const TONE: Readonly<Record<Outcome, ResultTone>> = {
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
  reviewed: 'told',
  undelivered: 'refunded',
}

function Result({ payment, programId }: ResultProps) {
  const { result: text } = useText('payments')
  const { status, purpose, outTradeNo } = payment
  const outcome = outcomeOf(payment)
  const sentence: Readonly<Record<Outcome, string>> = {
    failed: text.failedText,
    expired: text.expiredText,
    refunded: text.refundedText,
    reviewed: text.reviewedText,
    undelivered: text.undeliveredText,
    paid: purpose === 'sale' ? text.saleText : '',
    pending: '',
  }
  useCheckedOnce(status, useCheckPayment(outTradeNo).check)
  useDraftDropped(payment)
  return (
    <ResultCard
      tone={TONE[outcome]}
      pass={outcome === 'paid' && purpose === 'plan'}
      kicker={text[outcome]}
      title={useTitle(payment, outcome)}
      text={sentence[outcome]}
    >
      <Facts payment={payment} />
      {outcome === 'pending' ? (
        <>
          <Progress payment={payment} />
          <WhilePending {...text} />
          <PendingWays payment={payment} programId={programId} />
          <Until payment={payment} />
        </>
      ) : (
        <Ways payment={payment} outcome={outcome} programId={programId} />
      )}
    </ResultCard>
  )
}

/** Where a paid order is collected; undefined for another payment. */
function usePickup({ purpose, purposeId: saleId, status, outTradeNo }: Payment): string | undefined {
  const { language } = useCallContext()
  const isSale = purpose === 'sale' && status === 'paid'
  const orders = useCall(saleOrderList, { page: 1 }, { enabled: isSale })
  const lockers = useCall(saleDetail, { saleId }, { enabled: isSale }).data?.lockers
  const lockerCode = orders.data?.list.find((order) => order.outTradeNo === outTradeNo)?.lockerCode
  const locker = lockers?.find((one) => one.lockerCode === lockerCode)
  return lockerCode && joinFacts([lockerCode, locker?.district, locker?.address], language)
}

/** Who was sent a gift card that is paid; undefined for one's own and for another payment. */
function useRecipient({ purpose, status, outTradeNo }: Payment): string | undefined {
  const isSent = purpose === 'giftcard' && status === 'paid'
  const bought = useCall(giftCardList, { page: 1 }, { enabled: isSent })
  return bought.data?.list.find((card) => card.outTradeNo === outTradeNo)?.recipient
}

/** Until when prepaid months of the pass last; undefined for another payment. */
function usePassEnd({ purpose, status }: Payment): string | undefined {
  const { language } = useCallContext()
  const isMonth = purpose === 'plan' && status === 'paid'
  const subscription = useCall(subscriptionDetail, {}, { enabled: isMonth }).data?.subscription
  return subscription && !subscription.provider
    ? formatInstant(lastMoment(subscription.entitledUntil), language)
    : undefined
}

/** What can be spent after credits were topped up, asked for again: what is held may be older. Undefined for another payment. */
function useBalance({ purpose, status }: Payment): string | undefined {
  const { topUp: text } = useText('payments')
  const { language } = useCallContext()
  const isToppedUp = purpose === 'credits' && status === 'paid'
  const { data, refetch, isFetchedAfterMount } = useCall(wallet, {}, { enabled: false })
  useEffect(() => {
    if (isToppedUp) void refetch()
  }, [isToppedUp, refetch])
  return isToppedUp && isFetchedAfterMount && data ? text.pack(formatNumber(data.credits, language)) : undefined
}

function Facts({ payment }: Pick<ResultProps, 'payment'>) {
  const { status, orderNumber, item, amount, refunded, currency, provider, createdAt, paidAt } = payment
  const { result: text, providers, copy } = useText('payments')
  const { language } = useCallContext()
  const isPart = isPartlyRefunded({ status, refunded })
  return (
    <ResultFacts
      facts={[
        {
          label: text.order,
          value: orderNumber,
          copy: { label: copy.label, onClick: () => void copyText(orderNumber, copy) },
        },
        { label: text.item, value: item },
        { label: text.balanceNow, value: useBalance(payment) },
        { label: text.passEnds, value: usePassEnd(payment) },
        { label: text.recipient, value: useRecipient(payment) },
        { label: text.pickup, value: usePickup(payment) },
        { label: text.amount, value: formatMoney(amount, language, currency) },
        { label: text.partRefunded, value: isPart ? formatMoney(refunded, language, currency) : undefined },
        { label: text.provider, value: providers[provider] },
        { label: text.createdAt, value: formatInstant(createdAt, language) },
        { label: text.paidAt, value: paidAt && formatInstant(paidAt, language) },
      ]}
    />
  )
}

function Progress({ payment: { createdAt, provider, item } }: Pick<ResultProps, 'payment'>) {
  const { result: text, providers, progress } = useText('payments')
  const { language } = useCallContext()
  return (
    <ResultSteps
      label={progress.label}
      done={progress.done}
      steps={[
        { label: progress.placed, state: 'done', note: formatInstant(createdAt, language) },
        { label: progress.waiting(providers[provider]), state: 'now', note: text.every },
        { label: progress.delivered(item), state: 'next' },
      ]}
    />
  )
}

/** The exact minute of giving up. */
function Until({ payment: { expiresAt } }: Pick<ResultProps, 'payment'>) {
  const { result: text } = useText('payments')
  const { language } = useCallContext()
  return expiresAt ? <ResultNote>{text.until(formatInstant(expiresAt, language))}</ResultNote> : null
}

/** A gift card or an order of goods that is paid: its recipient and goods are not filled in for the next one. */
function useDraftDropped({ purpose, purposeId, status }: Payment): void {
  useEffect(() => {
    if (status !== 'paid') return
    if (purpose === 'giftcard') dropDraft(GIFT_CARD_DRAFT)
    if (purpose === 'sale') dropSaleDrafts(purposeId)
  }, [purpose, purposeId, status])
}

function useTitle(payment: Payment, outcome: Outcome): string {
  const { provider, refunded, currency, credits, purpose, item } = payment
  const { result: text, providers } = useText('payments')
  const { language } = useCallContext()
  if (outcome === 'pending') return text.pendingTitle(providers[provider])
  if (outcome === 'reviewed') return text.reviewedTitle
  if (outcome === 'undelivered') return text.undeliveredTitle
  if (outcome === 'refunded') return text.refundedTitle(formatMoney(refunded, language, currency))
  if (outcome === 'failed') return text.failedTitle
  if (outcome === 'expired') return text.expiredTitle
  if (credits !== undefined) return text.paidTitle(formatNumber(credits, language))
  if (purpose === 'giftcard' || purpose === 'sale' || purpose === 'cinema') return text.paidItem(item)
  return purpose === 'plan' ? text.paidPlan : text.paidOther
}

/** Where what was bought can be bought again, and where it is. */
const WAYS = {
  credits: (_, programId) => ({ retry: paths.payPoint({ programId }), bought: paths.setupWallet() }),
  plan: ({ purposeId: planId, provider }, programId) => ({
    // What is paid for in cryptocurrency is sold on a screen of its own.
    retry: provider === 'crypto' ? paths.cryptoPay(programId) : paths.monthlyFee({ programId, planId, provider }),
    bought: paths.setupPlan(),
  }),
  renewal: () => ({ retry: paths.setupPlan(), bought: paths.setupPlan() }),
  staff: () => ({ retry: paths.setupPlan(), bought: paths.setupPlan() }),
  giftcard: () => ({ retry: paths.giftCard(), bought: paths.giftCard('mine') }),
  sale: () => ({ retry: paths.specialSales(), bought: paths.setupDeliveries() }),
  cinema: () => ({ retry: paths.privateCinema(), bought: paths.privateCinema({ view: 'mine' }) }),
} as const satisfies Record<
  Payment['purpose'],
  (payment: Payment, programId: string | undefined) => { retry: string; bought: string }
>

const waysOf = (payment: Payment, programId: string | undefined) => WAYS[payment.purpose](payment, programId)

/** Back to the payment, if it can go on there. */
function PendingWays({ payment, programId }: ResultProps) {
  const { outTradeNo, nextAction } = payment
  const { result: text } = useText('payments')
  const { site } = useShellText()
  const { check, pending } = useCheckPayment(outTradeNo)
  const step = paymentStep(nextAction, { isPhone: isMobileDevice() })
  const url = step.kind === 'leave' || step.kind === 'app' ? step.url : undefined
  return (
    <PendingActions
      check={{ label: text.check, busy: pending, busyText: site.busy, onClick: check }}
      onward={
        step.kind === 'post'
          ? { label: text.continue, onClick: () => postForm(step.url, step.fields) }
          : url
            ? { label: text.continue, href: url }
            : { label: text.retry, href: waysOf(payment, programId).retry }
      }
    />
  )
}

/** After these there is nothing to pay again. */
const SETTLED: ReadonlySet<Outcome> = new Set(['refunded', 'reviewed', 'undelivered'])

/** The screening that was paid for; the list of all until it is known. */
function useBoughtScreening({ purpose, purposeId: slotId }: Payment, outcome: Outcome): string | undefined {
  const isWanted = purpose === 'cinema' && outcome === 'paid'
  const { data } = useCall(obtainPersonalCinema, {}, { enabled: isWanted })
  const screening = data?.list.find((one) => one.host && one.slotId === slotId)
  return isWanted && screening ? paths.private(screening.screeningId) : undefined
}

function Ways({ payment, outcome, programId }: ResultProps & { outcome: Outcome }) {
  const { outTradeNo, receiptNumber, purpose } = payment
  const { result: text } = useText('payments')
  const toTitle = programId ? detailOverBrowsed(programId) : undefined
  const screening = useBoughtScreening(payment, outcome)
  const { retry, bought } = waysOf(payment, programId)
  if (outcome === 'paid')
    return (
      <ResultActions>
        <Button size="l" look="primary" href={toTitle ?? screening ?? bought}>
          {toTitle ? text.toTitle : text.toBought[purpose]}
        </Button>
        <Button size="l" href={paths.setupReceipt(outTradeNo)}>
          {text.toReceipt}
        </Button>
      </ResultActions>
    )
  return (
    <ResultActions>
      {SETTLED.has(outcome) ? null : (
        <Button size="l" look="primary" href={retry}>
          {text.retry}
        </Button>
      )}
      <Button size="l" href={toTitle ?? paths.home()}>
        {toTitle ? text.toTitle : text.toHome}
      </Button>
      {outcome === 'refunded' && receiptNumber !== undefined ? (
        <Button size="l" href={paths.setupReceipt(outTradeNo)}>
          {text.toReceipt}
        </Button>
      ) : null}
    </ResultActions>
  )
}
