import { saleOrderList } from '#contract/sales.ts'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { readableNumber } from '#web/viewer/account/balances.ts'
import { useAccountList } from '#web/viewer/account/use-account-list.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { OrderNumber } from '#web/ui/order-number.tsx'
import { ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'
import { countryName } from './country-field.tsx'
import { DiscCase } from './disc-case.tsx'
import styles from './deliveries-screen.module.css'

type OrderPage = OutputOf<typeof saleOrderList>
type BoughtOrder = OrderPage['list'][number]
type Delivery = NonNullable<BoughtOrder['delivery']>

const ORDERS = endpointUrl(saleOrderList)
const PAGE_SIZE = 10

/** `/setup/deliveries`: the goods that the member bought, and where they are. */
export function DeliveriesScreen() {
  const { deliveries: text } = useText('sales')
  const { list, paged } = useAccountList<OrderPage>(ORDERS, { pageSize: PAGE_SIZE, shown: text.shown })
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <PagedList
        {...paged}
        text={text}
        icon={<ReceiptIcon size={26} />}
        emptyAction={{ label: text.toSales, href: paths.specialSales() }}
      >
        <ul className={styles.list}>
          {list.map((order) => (
            <OrderCard key={order.outTradeNo} order={order} />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function OrderCard({ order }: { order: BoughtOrder }) {
  const { deliveries: text, media } = useText('sales')
  const { language } = useCallContext()
  const { outTradeNo, orderNumber, state, lines, amount, freight, refunded, currency } = order
  const money = (cents: number) => formatMoney(cents, language, currency)
  return (
    <li className={styles.order}>
      <div className={styles.head}>
        <p className={styles.state} data-state={state}>
          {text.states[state]}
        </p>
        <p className={styles.when}>{useProgress(order)}</p>
      </div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.goodsId} className={styles.line}>
            <DiscCase goods={line} size="s" />
            <p className={styles.name}>
              {line.title}
              <span className={styles.detail}>
                {joinFacts([line.medium && unsaid(media[line.medium], line.detail), line.detail], language)}
              </span>
            </p>
            <p className={styles.units}>{text.units(formatNumber(line.quantity, language))}</p>
            <p className={styles.sum}>{money(line.amount * line.quantity)}</p>
          </li>
        ))}
      </ul>
      <Facts list={useOrderFacts(order)} />
      <Next order={order} />
      <p className={styles.foot}>
        <span>
          <strong className={styles.amount}>{money(amount)}</strong>
          {freight > 0 ? <span className={styles.note}>{text.freight(money(freight))}</span> : null}
          {refunded > 0 ? <span className={styles.note}>{text.refunded(money(refunded))}</span> : null}
        </span>
        <a className={styles.receipt} href={paths.setupReceipt(outTradeNo)} aria-label={text.receiptOf(orderNumber)}>
          {text.receipt}
        </a>
      </p>
    </li>
  )
}

/** What happens next to an order that is not sent yet, and how it is cancelled. */
function Next({ order: { state, method } }: { order: BoughtOrder }) {
  const { deliveries: text } = useText('sales')
  if (state !== 'paid') return null
  return (
    <p className={styles.next}>
      {text.next[method]}
      <a href={paths.route(PATHS.contact)}>{text.toContact}</a>
    </p>
  )
}

/** Most descriptions name the medium themselves: “2 DVDs”. */
const unsaid = (medium: string, detail: string): string | false => !detail.includes(medium) && medium

/** The last thing that happened to an order. */
function useProgress({ paidAt, sentAt, deliveredAt }: BoughtOrder): string {
  const { deliveries: text } = useText('sales')
  const { language } = useCallContext()
  if (deliveredAt) return text.delivered(formatInstant(deliveredAt, language))
  return sentAt ? text.sent(formatInstant(sentAt, language)) : text.paid(formatInstant(paidAt, language))
}

/** The number that its buyer may have to quote stands first; then how and where the order goes. */
function useOrderFacts({ orderNumber, method, lockerCode, locker, delivery, reference }: BoughtOrder): Fact[] {
  const { deliveries: text, order, bill } = useText('sales')
  const { copy } = useText('payments')
  const { language } = useCallContext()
  return [
    {
      label: text.order,
      value: (
        <OrderNumber
          number={orderNumber}
          copy={{ label: copy.label, onClick: () => void copyText(orderNumber, copy) }}
        />
      ),
    },
    { label: order.method, value: order.methods[method] },
    ...(lockerCode
      ? [{ label: bill.locker, value: joinFacts([lockerCode, locker?.district, locker?.address], language) }]
      : []),
    ...(delivery ? recipient(delivery) : []),
    ...(reference ? [{ label: text.reference, value: reference }] : []),
  ]

  function recipient({ recipient: name, phone, address, postcode, country }: Delivery): Fact[] {
    const abroad = country && countryName(country, language)
    const place = method === 'overseas' ? joinFacts([address, postcode, abroad], language) : ''
    return [
      { label: order.recipient, value: joinFacts([name, readableNumber(phone)], language) },
      ...(place ? [{ label: order.address, value: place }] : []),
    ]
  }
}
