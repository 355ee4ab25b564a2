import { saleDetail } from '#contract/sales.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import {
  type Cart,
  linesOf,
  type Sale,
  type CartLine,
  mostOf,
  deliveryForm,
  freightCents,
  goodsCents,
  normalizeLocker,
  type SaleDetail,
  unitsOf,
} from './order.rules.ts'
import { useOwnDetails, type DeliveryFields, readDelivery, useDraftOwner } from './use-order.ts'
import styles from './order-panel.module.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { DiscCase } from './disc-case.tsx'
import { useEffect } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import { useForm } from '#web/kit/use-form.ts'
import { phoneFieldLabels } from '#web/viewer/account/phone-field-labels.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { keepDeliveryDraft } from '#web/viewer/payments/sale-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CountryField } from './country-field.tsx'
import { OrderTotals } from './order-totals.tsx'
import { REGIONS } from '#contract/regions.ts'
import { joinFacts } from '#web/kit/join-facts.ts'

export const ORDER_PANEL = 'order'

interface OrderPanelProps {
  sale: Pick<Sale, 'saleId' | 'goods'>
  cart: Cart
  onUnits: (goodsId: string, quantity: number) => void
}

/** The order that is being made: its lines, where it goes, and what it costs. */
export function OrderPanel({ sale, cart, onUnits }: OrderPanelProps) {
  const { order: text } = useText('sales')
  const lines = linesOf(cart, sale.goods)
  return (
    <section id={ORDER_PANEL} className={styles.panel} aria-label={text.title} tabIndex={-1}>
      <h2 className={styles.title}>{text.title}</h2>
      {lines.length === 0 ? (
        <>
          <p className={styles.empty}>{text.empty}</p>
          <p className={styles.hint}>{text.emptyText}</p>
        </>
      ) : (
        <>
          <CartLines lines={lines} onUnits={onUnits} />
          <Delivery saleId={sale.saleId} lines={lines} />
        </>
      )}
    </section>
  )
}

/** The form, once what it offers is loaded. */
function Delivery({ saleId, lines }: { saleId: string; lines: ReturnType<typeof linesOf> }) {
  const text = useText('sales')
  const { site } = useShellText()
  const detail = useCall(saleDetail, { saleId })
  const own = useOwnDetails()
  if (detail.isLoadingError) {
    const action = { label: site.retry, onClick: () => void detail.refetch() }
    return <ErrorPanel compact title={text.failed} text={detail.error.message} action={action} />
  }
  if (!detail.data || own === undefined) {
    return <Waiting label={site.loading} size="l" />
  }
  return <OrderForm saleId={saleId} lines={lines} detail={detail.data} own={own ?? undefined} />
}

interface CartLinesProps {
  lines: readonly CartLine[]
  onUnits: (goodsId: string, quantity: number) => void
}

/** What is in the order, with its units. */
function CartLines({ lines, onUnits }: CartLinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <Line key={line.goods.goodsId} line={line} onUnits={(quantity) => onUnits(line.goods.goodsId, quantity)} />
      ))}
    </ul>
  )
}

function Line({ line: { goods, quantity }, onUnits }: { line: CartLine; onUnits: (quantity: number) => void }) {
  const { order: text, media } = useText('sales')
  const { language } = useCallContext()
  const { title, amount, currency, medium, available } = goods
  const most = mostOf(goods)
  return (
    <li className={styles.line}>
      <DiscCase goods={goods} size="s" />
      <div className={styles.lineText}>
        <p className={styles.name}>{title}</p>
        <p className={styles.medium}>{media[medium]}</p>
      </div>
      <fieldset className={styles.stepper} aria-label={text.quantity(title, formatNumber(quantity, language))}>
        <button
          type="button"
          aria-label={quantity === 1 ? text.remove : text.fewer(title)}
          onClick={() => onUnits(quantity - 1)}
        >
          {quantity === 1 ? <CloseIcon size={16} /> : '−'}
        </button>
        <output className={styles.count}>{formatNumber(quantity, language)}</output>
        <button
          type="button"
          aria-label={text.more(title)}
          disabled={quantity >= most}
          onClick={() => onUnits(quantity + 1)}
        >
          +
        </button>
      </fieldset>
      <p className={styles.sum}>{formatMoney(amount * quantity, language, currency)}</p>
      {quantity > available ? (
        <p className={styles.short} role="alert">
          {available === 0 ? text.gone : text.onlyLeft(formatNumber(available, language))}
        </p>
      ) : null}
    </li>
  )
}

interface OrderFormProps {
  saleId: string
  lines: readonly CartLine[]
  detail: SaleDetail
  own: Partial<DeliveryFields> | undefined
}

/** Where the order goes, what it costs, and the button that leads on to its payment. */
function OrderForm({ saleId, lines, detail, own }: OrderFormProps) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  const navigate = useNavigate()
  const owner = useDraftOwner()
  const isShort = lines.some(({ goods, quantity }) => quantity > goods.available)
  const form = useForm<DeliveryFields, typeof deliveryForm>({
    schema: deliveryForm,
    initial: readDelivery(owner, own),
    submit: async ({ method, lockerCode }) => {
      if (method === 'pickup' && !detail.lockers.some((one) => one.lockerCode === normalizeLocker(lockerCode)))
        return { message: '', fields: { lockerCode: text.lockerUnknown } }
      if (!isShort) navigate(routerPath(paths.footBill(saleId)))
    },
  })
  const { values } = form
  useEffect(() => keepDeliveryDraft(owner, values), [owner, values])
  const freight = freightCents(values, unitsOf(lines), detail.freight)
  const total = freight === undefined ? undefined : goodsCents(lines) + freight
  return (
    <form className={styles.form} {...form.form}>
      <DeliveryFieldset form={form} detail={detail} />
      <OrderTotals lines={lines} method={values.method} freight={freight} />
      <FormError>{form.formError}</FormError>
      <Button
        look="primary"
        size="l"
        wide
        type="submit"
        disabled={isShort}
        note={total === undefined ? undefined : formatMoney(total, language)}
      >
        {text.submit}
      </Button>
    </form>
  )
}

type FormState = ReturnType<typeof useForm<DeliveryFields, typeof deliveryForm>>

function DeliveryFieldset({ form, detail }: { form: FormState; detail: SaleDetail }) {
  const { order: text, numbers } = useText('sales')
  const { language } = useCallContext()
  const cheapest = Math.min(...detail.freight.map(({ first }) => first))
  const isPickup = form.values.method === 'pickup'
  const methods = [
    { value: 'pickup', label: text.methods.pickup, note: text.pickupNote },
    ...(detail.freight.length > 0
      ? [{ value: 'overseas', label: text.methods.overseas, note: text.overseasNote(formatMoney(cheapest, language)) }]
      : []),
  ]
  return (
    <>
      <RadioField
        {...form.field('method')}
        label={text.method}
        look="tiles"
        className={styles.methods}
        choices={methods}
      />
      <TextField {...form.field('recipient')} label={text.recipient} autoComplete="name" />
      {isPickup ? (
        <PhoneField {...phoneFieldLabels(numbers)} region={form.field('areaCode')} number={form.field('mobileno')} />
      ) : (
        <TextField {...form.field('phone')} label={text.phone} hint={text.phoneHint} type="tel" autoComplete="tel" />
      )}
      {isPickup ? (
        <>
          <TextField
            {...form.field('lockerCode')}
            label={text.lockerCode}
            hint={text.lockerHint}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <LockerList
            lockers={detail.lockers}
            chosen={normalizeLocker(form.values.lockerCode)}
            onChoose={(lockerCode) => form.set({ lockerCode })}
          />
        </>
      ) : (
        <>
          <TextField {...form.field('address')} label={text.address} autoComplete="street-address" />
          <CountryField {...form.field('country')} freight={detail.freight} />
          <TextField {...form.field('postcode')} label={text.postcode} autoComplete="postal-code" />
        </>
      )}
    </>
  )
}

interface LockerListProps {
  lockers: SaleDetail['lockers']
  chosen: string
  onChoose: (lockerCode: string) => void
}

/** Where orders are collected, by region; a click takes one. */
function LockerList({ lockers, chosen, onChoose }: LockerListProps) {
  const { order: text } = useText('sales')
  const { language } = useCallContext()
  return (
    <details className={styles.lockers} open>
      <summary>{text.lockers}</summary>
      {REGIONS.map((region) => (
        <div key={region}>
          <p className={styles.region}>{text.regions[region]}</p>
          <ul>
            {lockers
              .filter((locker) => locker.region === region)
              .map(({ lockerCode, district, address }) => (
                <li key={lockerCode}>
                  <label className={styles.locker}>
                    <input
                      type="radio"
                      name="locker"
                      checked={lockerCode === chosen}
                      onChange={() => onChoose(lockerCode)}
                    />
                    <span className={styles.code}>{lockerCode}</span>
                    <span>{joinFacts([district, address], language)}</span>
                  </label>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </details>
  )
}
