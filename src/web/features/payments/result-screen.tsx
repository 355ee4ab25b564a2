import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentStatus } from '#contract/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobile } from '#web/kit/device-capabilities.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon, ReplayIcon } from '#web/ui/feature-icons.tsx'
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { paymentStep } from '#web/viewer/payments/next-action.rules.ts'
import { usePaymentsText } from './payments-text.ts'
import { type Payment, useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import styles from './result-screen.module.css'

/**
 * `/subscription-result?outTradeNo`: what became of a payment, by the server's status and never by the address: the same after a
 * reload and on another device.
 */
export function ResultScreen() {
  const { result: text } = usePaymentsText()
  const { site } = useText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const programId = query.get('for') ?? undefined
  const payment = usePayment(outTradeNo)
  const isUnknown = outTradeNo === '' || payment.error?.code === 'NOT_FOUND'
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{text.heading}</h1>
      {isUnknown ? (
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
        <div className={styles.waiting} data-awaited="">
          <Spinner size={40} label={site.loading} />
        </div>
      )}
    </div>
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
  const { result: text } = usePaymentsText()
  const { status } = payment
  const sentence = {
    failed: text.failedText,
    expired: text.expiredText,
    refunded: text.refundedText,
    paid: '',
    pending: '',
  }
  useAskedOnce(payment)
  return (
    <section className={styles.card} data-status={status} aria-live="polite">
      <div className={styles.head}>
        <span className={styles.ring}>{ICON[status]}</span>
        <div>
          <p className={styles.kicker}>{text[status]}</p>
          <h2 className={styles.title}>
            <Title payment={payment} />
          </h2>
        </div>
      </div>
      {sentence[status] ? <p className={styles.text}>{sentence[status]}</p> : null}
      <Facts payment={payment} />
      {status === 'pending' ? <WhilePending expiresAt={payment.expiresAt} /> : null}
      <Actions payment={payment} programId={programId} />
    </section>
  )
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

function Title({ payment: { status, provider, refunded, currency, credits } }: { payment: Payment }) {
  const { result: text, providers } = usePaymentsText()
  const { language } = useCallContext()
  if (status === 'pending') return text.pendingTitle(providers[provider])
  if (status === 'refunded') return text.refundedTitle(formatMoney(refunded, language, currency))
  if (status === 'failed') return text.failedTitle
  if (status === 'expired') return text.expiredTitle
  return credits === undefined ? text.paidOther : text.paidTitle(formatNumber(credits, language))
}

function Facts({ payment }: { payment: Payment }) {
  const { result: text, providers } = usePaymentsText()
  const { language } = useCallContext()
  const { outTradeNo, receiptNumber, item, amount, currency, provider, createdAt, paidAt } = payment
  return (
    <dl className={styles.facts}>
      {receiptNumber ? <Fact label={text.receipt}>{receiptNumber}</Fact> : null}
      <Fact label={text.order}>{outTradeNo}</Fact>
      <Fact label={text.item}>{item}</Fact>
      <Fact label={text.amount}>{formatMoney(amount, language, currency)}</Fact>
      <Fact label={text.provider}>{providers[provider]}</Fact>
      <Fact label={text.createdAt}>{formatInstant(createdAt, language)}</Fact>
      {paidAt ? <Fact label={text.paidAt}>{formatInstant(paidAt, language)}</Fact> : null}
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function WhilePending({ expiresAt }: { expiresAt: string | undefined }) {
  const { result: text } = usePaymentsText()
  const { language } = useCallContext()
  return (
    <div className={styles.pending}>
      <p className={styles.note}>{text.every}</p>
      <h3 className={styles.subtitle}>{text.close}</h3>
      <ul>
        {text.closeList.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {expiresAt ? <p className={styles.limit}>{text.until(formatInstant(expiresAt, language))}</p> : null}
    </div>
  )
}

function Actions({
  payment: { outTradeNo, status, nextAction },
  programId,
}: {
  payment: Payment
  programId: string | undefined
}) {
  const { result: text } = usePaymentsText()
  const { site } = useText()
  const checking = useCheckPayment(outTradeNo)
  const toTitle = programId ? paths.detail(programId, { pathname: PATHS.home, search: '' }) : undefined
  const retry = paths.payPoint({ programId })
  if (status === 'pending') {
    const step = paymentStep(nextAction, { isPhone: isMobile() })
    const onward = step.kind === 'leave' || step.kind === 'app' ? step.url : undefined
    return (
      <div className={styles.actions}>
        <Button size="l" icon={<ReplayIcon />} busy={checking.pending} busyText={site.busy} onClick={checking.check}>
          {text.check}
        </Button>
        <Button size="l" look="text" href={onward ?? retry}>
          {onward ? text.continue : text.retry}
        </Button>
      </div>
    )
  }
  if (status !== 'paid') {
    return (
      <div className={styles.actions}>
        {status === 'refunded' ? null : (
          <Button size="l" look="primary" href={retry}>
            {text.retry}
          </Button>
        )}
        <Button size="l" href={toTitle ?? paths.home()}>
          {toTitle ? text.toTitle : text.toHome}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <Button size="l" look="primary" href={toTitle ?? paths.setupWallet()}>
        {toTitle ? text.toTitle : text.toWallet}
      </Button>
      <Button size="l" href={paths.setupReceipt(outTradeNo)}>
        {text.toReceipt}
      </Button>
    </div>
  )
}
