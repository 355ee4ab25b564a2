import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import { paymentReceipt } from '#contract/payments.ts'
import { payments as englishPayments, receipts as english } from '#text/en_US/payments.ts'
import { payments as chinesePayments, receipts as chinese } from '#text/zh_HK/payments.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import { type CallError, isNotFound } from '#web/kit/envelope.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { callKey } from '#web/kit/use-call.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PrinterIcon } from '#web/ui/feature-icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import styles from './receipt-screen.module.css'

type Receipt = OutputOf<typeof paymentReceipt>

/** `/setup/receipt?outTradeNo`: a receipt with its refund notes, in both languages, to be printed. */
export function ReceiptScreen() {
  const text = useCallContext().language === 'zh_HK' ? chinese : english
  const { site } = useShellText()
  const [query] = useSearchParams()
  const outTradeNo = query.get('outTradeNo') ?? ''
  const zh = useReceipt(outTradeNo, 'zh_HK')
  const en = useReceipt(outTradeNo, 'en_US')
  const error = zh.error ?? en.error
  if (outTradeNo === '' || isNotFound(error)) {
    return (
      <ErrorPanel
        isScreen
        title={text.unknown}
        text={text.unknownText}
        action={{ label: text.back, href: paths.setupPayments() }}
      />
    )
  }
  if (zh.data && en.data) return <Paper zh={zh.data} en={en.data} />
  if (error) {
    const retry = () => {
      void zh.refetch()
      void en.refetch()
    }
    return (
      <ErrorPanel isScreen title={text.failed} text={error.message} action={{ label: site.retry, onClick: retry }} />
    )
  }
  return <Waiting label={site.loading} size="l" />
}

/** The receipt as the server words it in a language. */
function useReceipt(outTradeNo: string, language: Language): UseQueryResult<Receipt, CallError> {
  const { get } = useApiClient()
  const url = callUrl(paymentReceipt, { outTradeNo }, { ...useCallContext(), language })
  return useQuery<Receipt, CallError>({
    queryKey: callKey(url),
    queryFn: ({ signal }) => get<Receipt>(url, { signal }),
    enabled: outTradeNo !== '',
  })
}

function Paper({ zh, en }: { zh: Receipt; en: Receipt }) {
  const text = useCallContext().language === 'zh_HK' ? chinese : english
  const { amount, currency, refunds, provider } = zh
  return (
    <>
      <article className={styles.paper} data-print="">
        <p className={styles.seller}>{zh.seller === en.seller ? zh.seller : <Both zh={zh.seller} en={en.seller} />}</p>
        <h1 className={styles.title}>
          <Both zh={chinese.title} en={english.title} />
        </h1>
        <dl>
          <Row name={zh.receiptNumber === zh.orderNumber ? 'numbers' : 'number'}>{zh.receiptNumber}</Row>
          {/* Receipts of earlier releases have numbers of their own. */}
          {zh.receiptNumber === zh.orderNumber ? null : <Row name="order">{zh.orderNumber}</Row>}
          <Row name="issuedAt">
            <BothLines zh={formatMoment(zh.issuedAt, 'zh_HK')} en={formatMoment(zh.issuedAt, 'en_US')} />
          </Row>
          <Row name="provider">
            {chinesePayments.providers[provider] === englishPayments.providers[provider] ? (
              englishPayments.providers[provider]
            ) : (
              <Both zh={chinesePayments.providers[provider]} en={englishPayments.providers[provider]} />
            )}
          </Row>
          <Row name="reference">{zh.providerReference}</Row>
          <Row name="item">
            <BothLines zh={zh.item} en={en.item} />
          </Row>
          <Row name="total">
            <strong className={styles.total}>{formatMoney(amount, 'zh_HK', currency)}</strong>
          </Row>
        </dl>
        {refunds.length > 0 || zh.openRefund ? <Refunds receipt={zh} /> : null}
      </article>
      {zh.openRefund?.claimURL ? <p className={styles.claim}>{text.claimText}</p> : null}
      <div className={styles.actions}>
        {zh.openRefund?.claimURL ? (
          <Button look="primary" href={zh.openRefund.claimURL}>
            {text.claim}
          </Button>
        ) : null}
        <Button icon={<PrinterIcon />} onClick={() => print()}>
          {text.print}
        </Button>
        <Button look="text" href={paths.setupPayments()}>
          {text.back}
        </Button>
      </div>
    </>
  )
}

/** What was returned, and what is on its way. */
function Refunds({ receipt: { refunds, openRefund, currency } }: { receipt: Receipt }) {
  const money = (cents: number) => formatMoney(cents, 'zh_HK', currency)
  return (
    <section>
      <h2 className={styles.subtitle}>
        <Both zh={chinese.refunds} en={english.refunds} />
      </h2>
      {refunds.length > 0 ? (
        <dl>
          {refunds.map((refund) => (
            <div key={refund.noteNumber} className={styles.row}>
              <dt>
                <Both zh={chinese.note} en={english.note} />
              </dt>
              <dd>
                {refund.noteNumber}
                <br />
                {money(refund.amount)}
                <br />
                <BothLines zh={formatMoment(refund.at, 'zh_HK')} en={formatMoment(refund.at, 'en_US')} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {openRefund ? (
        <p>
          {money(openRefund.amount)}
          <br />
          <Both zh={chinese.openRefund[openRefund.state]} en={english.openRefund[openRefund.state]} />
        </p>
      ) : null}
    </section>
  )
}

function Row({ name, children }: { name: Exclude<keyof typeof chinese, 'openRefund'>; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>
        <Both zh={chinese[name]} en={english[name]} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The same in both languages. */
const Both = ({ zh, en, between = ' ' }: { zh: string; en: string; between?: ReactNode }) => (
  <>
    <span lang="zh-HK">{zh}</span>
    {between}
    <span lang="en">{en}</span>
  </>
)

/** Of what would run into each other on one line, as times do. */
const BothLines = (value: { zh: string; en: string }) => <Both {...value} between={<br />} />
