import * as z from 'zod/mini'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Navigate, useSearchParams } from '#web/kit/router.tsx'
import type { PaymentKind } from '#contract/payments.ts'
import { saleDetail, saleList, saleOrder } from '#contract/sales.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { readableNumber } from '#web/viewer/account/balances.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { offeredBeside, usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'
import { startedPayment, rememberPayment } from '#web/viewer/payments/started-payment.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GiftIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { countryName } from './country-field.tsx'
import { DiscCase } from './disc-case.tsx'
import {
  type CartLine,
  type DeliveryForm,
  deliveryForm,
  freightCents,
  goodsCents,
  linesOf,
  normalizeLocker,
  type SaleDetail,
  unitsOf,
  deliveryOf,
  wireLines,
} from './order.rules.ts'
import { OrderTotals } from './order-totals.tsx'
import { SaleBanner } from './sale-banner.tsx'
import { readDelivery, useCart, useDraftOwner } from './use-order.ts'
import { Screen } from '#web/ui/screen.tsx'
import panel from './order-panel.module.css'
import styles from './foot-bill-screen.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { type OpenStep, useProceed } from '#web/viewer/payments/use-proceed.ts'

export type OrderPaymentDialog = ComponentType<{ payment: OpenOrderPayment; onClose: () => void }>

/**
 * `/foot-bill?saleId`: what a sale is, the summary of the order that is being made, and its payment. It is also where a provider sends
 * the browser back to (`return`).
 */
export function FootBillScreen({ PaymentDialog }: { PaymentDialog: OrderPaymentDialog }) {
  const text = useText('sales')
  const [query] = useSearchParams()
  const saleId = query.get('saleId') ?? ''
  const started = query.has('return') ? startedPayment() : undefined
  const detail = useCall(saleDetail, { saleId }, { enabled: saleId !== '' && !started })
  if (started) return <Navigate to={routerPath(paths.paymentResult(started))} replace />
  return (
    <Screen className={styles.screen} top="s">
      <h1 className={styles.headline}>{text.bill.title}</h1>
      {detail.data ? (
        <Bill detail={detail.data} PaymentDialog={PaymentDialog} />
      ) : (
        <Missing detail={detail} isNamed={saleId !== ''} />
      )}
    </Screen>
  )
}

type DetailCall = ReturnType<typeof useCall<typeof saleDetail>>

/** While there is no sale to show. */
function Missing({ detail, isNamed }: { detail: DetailCall; isNamed: boolean }) {
  const text = useText('sales')
  const { site } = useShellText()
  const toSales = { label: text.toSales, href: paths.specialSales() }
  const isUnknown = isNotFound(detail.error)
  if (!isNamed || isUnknown) {
    const { title, about } = isUnknown
      ? { title: text.noSale, about: text.noSaleText }
      : { title: text.bill.none, about: text.bill.noneText }
    return <ErrorPanel tone="plain" icon={<GiftIcon size={26} />} title={title} text={about} action={toSales} />
  }
  if (detail.isLoadingError) {
    const action = { label: site.retry, onClick: () => void detail.refetch() }
    return <ErrorPanel title={text.failed} text={detail.error.message} action={action} />
  }
  return <Waiting label={site.loading} size="xl" />
}

function Bill({ detail, PaymentDialog }: { detail: SaleDetail; PaymentDialog: OrderPaymentDialog }) {
  const { bill: text, ...all } = useText('sales')
  const { sale } = detail
  const { cart } = useCart(sale.saleId)
  const lines = linesOf(cart, sale.goods)
  const { success, data: delivery } = z.safeParse(deliveryForm, readDelivery(useDraftOwner()))
  const freight = success ? freightCents(delivery, unitsOf(lines), detail.freight) : undefined
  return (
    <>
      <SaleBanner sale={sale} />
      <div className={styles.columns}>
        <section className={styles.about} aria-label={text.about}>
          <h2 className={styles.title}>{text.about}</h2>
          <ul className={styles.terms}>
            {text.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        </section>
        {lines.length > 0 && delivery && freight !== undefined ? (
          <Summary bill={{ detail, lines, delivery, freight }} PaymentDialog={PaymentDialog} />
        ) : (
          <ErrorPanel
            tone="plain"
            icon={<GiftIcon size={26} />}
            title={text.incomplete}
            text={text.incompleteText}
            action={{ label: all.toSales, href: paths.specialSales() }}
          />
        )}
      </div>
    </>
  )
}

interface OrderBill {
  readonly detail: SaleDetail
  readonly lines: readonly CartLine[]
  readonly delivery: DeliveryForm
  readonly freight: number
}

/** What is ordered, where it goes, how it is paid. Cryptocurrency is offered on `/cryptopay` only. */
function Summary({ bill, PaymentDialog }: { bill: OrderBill; PaymentDialog: OrderPaymentDialog }) {
  const { bill: text, providers } = useText('sales')
  const { site } = useShellText()
  const { language } = useCallContext()
  const requireLogin = useRequireLogin()
  const payment = usePayOrder()
  const [chosen, setChosen] = useState('')
  const { detail, lines, delivery, freight } = bill
  const { saleId } = detail.sale
  const kinds = offeredBeside(detail.providers)
  const provider: PaymentKind | undefined = kinds.find((kind) => kind === chosen) ?? usualKind(kinds)
  const amount = goodsCents(lines) + freight
  const pay = () => {
    if (!provider || !requireLogin({ kind: 'go', to: routerPath(paths.footBill(saleId)) })) return
    void payment.pay({ saleId, lines, delivery, provider, amount })
  }
  return (
    <section className={panel.panel} aria-label={text.title}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <SummaryLine key={line.goods.goodsId} line={line} />
        ))}
      </ul>
      <Facts list={useDeliveryFacts(delivery, detail.lockers)} />
      <p className={styles.edit}>
        <a href={paths.specialSales()}>{text.edit}</a>
      </p>
      <div className={panel.form}>
        <OrderTotals lines={lines} method={delivery.method} freight={freight} />
        <RadioField
          look="tiles"
          name="provider"
          label={text.provider}
          hint={text.noFee}
          className={panel.methods}
          value={provider ?? ''}
          onChange={setChosen}
          choices={kinds.map((kind) => ({ value: kind, label: providers[kind] }))}
        />
        <FormError>{payment.problem}</FormError>
        <Button
          look="primary"
          size="l"
          wide
          busy={payment.pending}
          busyText={site.busy}
          disabled={!provider}
          note={formatMoney(amount, language)}
          onClick={pay}
        >
          {text.pay}
        </Button>
      </div>
      {payment.open ? <PaymentDialog payment={payment.open} onClose={payment.close} /> : null}
    </section>
  )
}

function SummaryLine({ line: { goods, quantity } }: { line: CartLine }): ReactNode {
  const { media, deliveries } = useText('sales')
  const { language } = useCallContext()
  return (
    <li className={styles.line}>
      <DiscCase goods={goods} size="s" />
      <p className={styles.name}>
        {goods.title}
        <span className={styles.medium}>
          {joinFacts([media[goods.medium], deliveries.units(formatNumber(quantity, language))], language)}
        </span>
      </p>
      <p className={styles.sum}>{formatMoney(goods.amount * quantity, language, goods.currency)}</p>
    </li>
  )
}

/** Where the order goes. */
function useDeliveryFacts(delivery: DeliveryForm, lockers: SaleDetail['lockers']): Fact[] {
  const { bill: text, order } = useText('sales')
  const { language } = useCallContext()
  const { method, recipient, address } = delivery
  const isPickup = method === 'pickup'
  const phone = isPickup
    ? readableNumber(`+${delivery.areaCode}${delivery.mobileno.replaceAll(' ', '')}`)
    : delivery.phone
  const lockerCode = normalizeLocker(delivery.lockerCode)
  const locker = lockers.find((one) => one.lockerCode === lockerCode)
  const abroad = isPickup ? [] : [delivery.postcode, countryName(delivery.country, language)]
  return [
    { label: order.method, value: order.methods[method] },
    ...(isPickup
      ? [{ label: text.locker, value: joinFacts([lockerCode, locker?.district, locker?.address], language) }]
      : []),
    { label: order.recipient, value: joinFacts([recipient, phone], language) },
    ...(isPickup ? [] : [{ label: order.address, value: joinFacts([address, ...abroad], language) }]),
  ]
}

/** An order whose payment begins. */
interface OrderToPay {
  readonly saleId: string
  readonly lines: readonly CartLine[]
  readonly delivery: DeliveryForm
  readonly provider: PaymentKind
  /** Cents. */
  readonly amount: number
}

/** A payment that is made beside this page. */
interface OpenOrderPayment {
  outTradeNo: string
  provider: PaymentKind
  /** Cents. */
  amount: number
  step: OpenStep
}

/** Where the provider sends the browser back to. The order is read from this tab, and its state from the server. */
const returnAddress = (saleId: string): string => `${location.origin}/${paths.footBill(saleId)}&return=1`

/** Begins the payment of an order of goods, and goes where it is made. */
function usePayOrder() {
  const { bill: text } = useText('sales')
  const { language } = useCallContext()
  const [open, setOpen] = useState<OpenOrderPayment>()
  const [refused, setRefused] = useState<{ lines: readonly CartLine[]; at: number }>({ lines: [], at: 0 })
  const { proceed, isLeaving } = useProceed()
  const { submit, pending, refusal } = useSubmit(saleOrder)
  const queries = useQueryClient()

  async function pay({ saleId, lines: ordered, delivery, provider, amount }: OrderToPay): Promise<void> {
    const answer = await submit({
      saleId,
      lines: wireLines(ordered),
      ...deliveryOf(delivery),
      amount,
      provider,
      continueURL: returnAddress(saleId),
      cancelURL: returnAddress(saleId),
      terminal: isMobileDevice() ? 'wap' : 'web',
    })
    // Held units change what the others see, a refusal says that something here is old.
    for (const endpoint of [saleList, saleDetail]) void queries.invalidateQueries(queriesOf(endpoint))
    if (answer.result !== 'SUCCESS') return setRefused({ lines: ordered, at: serverNow() })
    const { outTradeNo, status, nextAction } = answer
    rememberPayment({ outTradeNo })
    const step = proceed(status === 'pending' ? nextAction : undefined, paths.paymentResult({ outTradeNo }))
    if (step) setOpen({ outTradeNo, provider, amount, step })
  }

  /** What a refusal means for the buyer. */
  function problem(): string | undefined {
    if (!refusal) return undefined
    const { failure } = refusal
    if (failure.errorCode === 'SELLING_FAST') {
      const { goodsId, available, retryAfter } = failure
      if (retryAfter !== undefined) {
        const until = new Date(refused.at + 1000 * retryAfter).toISOString()
        return `${text.sellingFast} ${text.retryAt(formatTime(until, language))}`
      }
      if (available === undefined) return text.sellingFast
      const name = refused.lines.find(({ goods }) => goods.goodsId === goodsId)?.goods.title ?? ''
      return text.soldOut(name, formatNumber(available, language))
    }
    if (failure.errorCode === 'CONFLICT') return text.changed
    if (failure.errorCode === 'PAYMENT_NOT_STARTED') return [...new Set([text.notStarted, refusal.message])].join(' ')
    return [refusal.message, ...Object.values(refusal.fields ?? {})].filter(Boolean).join(' ')
  }

  return { pay, pending: pending || isLeaving, problem: problem(), open, close: () => setOpen(undefined) }
}
