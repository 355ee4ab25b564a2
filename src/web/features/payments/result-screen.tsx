import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentStatus } from '#contract/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { postForm } from '#web/kit/post-form.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { GIFT_CARD_DRAFT } from '#web/viewer/payments/gift-card-draft.ts'
import { paymentStep } from '#web/viewer/payments/next-action.rules.ts'
import { type Payment, useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import { dropDraft } from '#web/viewer/session/form-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon, ReplayIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import {
  ResultActions,
  ResultCard,
  ResultColumn,
  ResultFacts,
  ResultWaiting,
  WhilePending,
} from '#web/ui/result-card.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePaymentsText } from './payments-text.ts'

/**
 * `/subscription-result?outTradeNo`: what became of a payment, by the server's status and never by the address: the same after a
 * reload and on another device. `whenUnknown` is shown for an order that is no payment of this account.
 */
export function ResultScreen({ whenUnknown }: { whenUnknown?: ReactNode }) {
  const { result: text } = usePaymentsText()
  const { site } = useText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const programId = query.get('for') ?? undefined
  const payment = usePayment(outTradeNo)
  if (payment.error?.code === 'NOT_FOUND' && whenUnknown) return whenUnknown
  return (
    <ResultColumn heading={text.heading}>
      {outTradeNo === '' || payment.error?.code === 'NOT_FOUND' ? (
        <ErrorPanel
          title={text.unknown}
          text={text.unknownText}
          action={{ label: text.toPayments, href: paths.setupPayments() }}
        />
      ) : payment.data ? (
        <Result payment={payment.data} programId={programId} />
      ) : payment.isError ? (
        <ErrorPanel
          title={text.load}
          text={payment.error.message}
          action={{ label: site.retry, onClick: () => void payment.refetch() }}
        />
      ) : (
        <ResultWaiting label={site.loading} />
      )}
    </ResultColumn>
  )
}

const ICON: Readonly<Record<PaymentStatus, ReactNode>> = {
  pending: <Spinner size={30} />,
  paid: <CheckIcon size={30} />,
  failed: <WarningIcon size={28} />,
  expired: <ClockIcon size={28} />,
  refunded: <ReplayIcon size={28} />,
}

function Result({ payment, programId }: { payment: Payment; programId: string | undefined }) {
  const { result: text, providers } = usePaymentsText()
  const { language } = useCallContext()
  const { status, expiresAt, outTradeNo, receiptNumber, item, amount, currency, provider, createdAt, paidAt } = payment
  const sentence = {
    failed: text.failedText,
    expired: text.expiredText,
    refunded: text.refundedText,
    paid: '',
    pending: '',
  }
  useAskedOnce(payment)
  useDraftDropped(payment)
  return (
    <ResultCard
      status={status}
      icon={ICON[status]}
      kicker={text[status]}
      title={useTitle(payment)}
      text={sentence[status]}
    >
      <ResultFacts
        facts={[
          [text.receipt, receiptNumber],
          [text.order, outTradeNo],
          [text.item, item],
          [text.amount, formatMoney(amount, language, currency)],
          [text.provider, providers[provider]],
          [text.createdAt, formatInstant(createdAt, language)],
          [text.paidAt, paidAt && formatInstant(paidAt, language)],
        ]}
      />
      {status === 'pending' ? (
        <WhilePending {...text} until={expiresAt && text.until(formatInstant(expiresAt, language))} />
      ) : null}
      <Actions payment={payment} programId={programId} />
    </ResultCard>
  )
}

/** A gift card that is paid: its recipient is not filled in for the next one. */
function useDraftDropped({ purpose, status }: Payment): void {
  useEffect(() => {
    if (purpose === 'giftcard' && status === 'paid') dropDraft(GIFT_CARD_DRAFT)
  }, [purpose, status])
}

/** The browser has come back from the provider: the server asks it once, whatever the address says. */
function useAskedOnce({ outTradeNo, status }: Payment): void {
  const { check } = useCheckPayment(outTradeNo)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || status !== 'pending') return
    isAsked.current = true
    check()
  })
}

function useTitle({ status, provider, refunded, currency, credits, purpose, item }: Payment): string {
  const { result: text, providers } = usePaymentsText()
  const { language } = useCallContext()
  if (status === 'pending') return text.pendingTitle(providers[provider])
  if (status === 'refunded') return text.refundedTitle(formatMoney(refunded, language, currency))
  if (status === 'failed') return text.failedTitle
  if (status === 'expired') return text.expiredTitle
  if (credits !== undefined) return text.paidTitle(formatNumber(credits, language))
  if (purpose === 'giftcard') return text.paidGiftCard(item)
  return purpose === 'plan' ? text.paidPlan(item) : text.paidOther
}

/** Where what was bought can be bought again, and where it is. */
const WAYS = {
  credits: (programId?: string) => ({ retry: paths.payPoint({ programId }), bought: paths.setupWallet() }),
  plan: (programId?: string) => ({ retry: paths.monthlyFee({ programId }), bought: paths.setup() }),
  renewal: () => ({ retry: paths.setup(), bought: paths.setup() }),
  staff: () => ({ retry: paths.setup(), bought: paths.setup() }),
  giftcard: () => ({ retry: paths.giftCard(), bought: paths.giftCard('mine') }),
} as const satisfies Record<Payment['purpose'], unknown>

function Actions({
  payment: { outTradeNo, status, nextAction, purpose },
  programId,
}: {
  payment: Payment
  programId: string | undefined
}) {
  const { result: text } = usePaymentsText()
  const { site } = useText()
  const checking = useCheckPayment(outTradeNo)
  const toTitle = programId ? paths.detail(programId, { pathname: PATHS.home, search: '' }) : undefined
  const { retry, bought } = WAYS[purpose](programId)
  if (status === 'pending') {
    const step = paymentStep(nextAction, { isPhone: isMobile() })
    const onward = step.kind === 'leave' || step.kind === 'app' ? step.url : undefined
    return (
      <ResultActions>
        <Button size="l" icon={<ReplayIcon />} busy={checking.pending} busyText={site.busy} onClick={checking.check}>
          {text.check}
        </Button>
        {step.kind === 'post' ? (
          <Button size="l" look="text" onClick={() => postForm(step.url, step.fields)}>
            {text.continue}
          </Button>
        ) : (
          <Button size="l" look="text" href={onward ?? retry}>
            {onward ? text.continue : text.retry}
          </Button>
        )}
      </ResultActions>
    )
  }
  if (status !== 'paid') {
    return (
      <ResultActions>
        {status === 'refunded' ? null : (
          <Button size="l" look="primary" href={retry}>
            {text.retry}
          </Button>
        )}
        <Button size="l" href={toTitle ?? paths.home()}>
          {toTitle ? text.toTitle : text.toHome}
        </Button>
      </ResultActions>
    )
  }
  return (
    <ResultActions>
      <Button size="l" look="primary" href={toTitle ?? bought}>
        {toTitle ? text.toTitle : text.toBought[purpose]}
      </Button>
      <Button size="l" href={paths.setupReceipt(outTradeNo)}>
        {text.toReceipt}
      </Button>
    </ResultActions>
  )
}
