import { paymentList } from '#contract/payments.ts'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useAccountList } from '#web/viewer/account/use-account-list.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { OrderNumber } from '#web/ui/order-number.tsx'
import { ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { isPartlyRefunded } from './refunded.rules.ts'
import styles from './payment-list-screen.module.css'

type PaymentPage = OutputOf<typeof paymentList>

const PAYMENTS = endpointUrl(paymentList)
const PAGE_SIZE = 20

/** `/setup/payments`: what was paid, each with its receipt. */
export function PaymentListScreen() {
  const { list: text } = useText('payments')
  const { list, paged } = useAccountList<PaymentPage>(PAYMENTS, { pageSize: PAGE_SIZE, shown: text.shown })
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <PagedList {...paged} text={text} icon={<ReceiptIcon size={26} />}>
        <ul className={styles.list}>
          {list.map((payment) => (
            <PaymentLine key={payment.outTradeNo} payment={payment} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function PaymentLine({ payment }: { payment: PaymentPage['list'][number] }) {
  const { list: text, providers, copy } = useText('payments')
  const { language } = useCallContext()
  const {
    outTradeNo,
    orderNumber,
    item,
    amount,
    currency,
    provider,
    createdAt,
    paidAt,
    status,
    refunded,
    openRefund,
    receiptNumber,
  } = payment
  const isPart = isPartlyRefunded({ status, refunded })
  const said = isPart ? text.partRefunded(formatMoney(refunded, language, currency)) : text.status[status]
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <p className={styles.item}>{keepUnits(item)}</p>
        <p className={styles.note}>
          {joinFacts([formatInstant(paidAt ?? createdAt, language), providers[provider]], language)}
        </p>
        <OrderNumber
          number={orderNumber}
          label={text.order}
          copy={{ label: copy.label, onClick: () => void copyText(orderNumber, copy) }}
        />
      </div>
      <p className={styles.amount}>
        {formatMoney(amount, language, currency)}
        <span className={styles.status} data-status={status}>
          {openRefund ? text.openRefund[openRefund] : said}
        </span>
      </p>
      <a className={styles.receipt} href={paths.setupReceipt(outTradeNo)} aria-label={text.receiptOf(receiptNumber)}>
        {text.receipt}
      </a>
    </li>
  )
}
