import * as endpoints from '#contract/sales.ts'
import type { saleOrder } from '#contract/sales.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { statusOf } from '#server/domains/payments/index.ts'
import { toNextAction } from '../action/payments.presenter.ts'
import { bind } from '../bind.ts'
import type { Delivery } from '#contract/goods.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind } from '#contract/payments.ts'
import { AppError } from '#contract/errors.ts'
import {
  type FreightZone,
  type Locker,
  normalizeLockerCode,
  type ShownGoods,
  type ShownGoodsOrder,
  type ShownSale,
} from '#server/domains/sales/index.ts'
import { wireInstant } from '../instants.ts'
import { withPreviews } from './image-previews.ts'

/** Kinds of payment that sell goods take multiples of it. */
const STEP_CENTS = 10

export const sales = bind(endpoints, ({ sales, payments, cards: { imageUrl }, images }) => ({
  saleList: async (viewer) => {
    const list = await sales.list(viewer.kind === 'member' ? viewer.accountId : undefined)
    return {
      list: await salesWithPreviews(
        images,
        list.map((sale) => toSale(sale, { language: viewer.language, imageUrl })),
      ),
    }
  },

  saleDetail: async (viewer, { saleId }) => {
    const detail = await sales.detail(saleId, viewer.kind === 'member' ? viewer.accountId : undefined)
    const response = toDetail(detail, payments.kindsFor(STEP_CENTS), { language: viewer.language, imageUrl })
    const [sale = response.sale] = await salesWithPreviews(images, [response.sale])
    return { ...response, sale }
  },

  saleOrder: async ({ accountId, language }, input, { address }) => {
    const order = await payments.createOrder({
      accountId,
      language,
      address,
      purpose: 'sale',
      purposeId: input.saleId,
      kind: input.provider,
      amountCents: input.amount,
      continueUrl: input.continueURL,
      cancelUrl: input.cancelURL,
      terminal: input.terminal,
      details: { sale: { lines: toLines(input.lines), to: toDelivery(input) } },
    })
    return {
      outTradeNo: order.orderId,
      status: statusOf(order.state),
      ...(order.nextAction && { paymentUrl: order.nextAction.url }),
      ...toNextAction(order),
    }
  },

  saleOrderList: async ({ accountId, language }, { page, pageSize = PAGE_SIZE.landscape }) => {
    const { list, ...counts } = await sales.deliveries.ofAccount({ accountId, page, pageSize })
    const orders = list.filter(isPaid).map((order) => toOrder(order, { language, imageUrl }))
    return { ...counts, list: await ordersWithPreviews(images, orders) }
  },

  saleNotify: async ({ accountId }, { goodsId, notify }) => {
    await sales.notify(accountId, { goodsId, wanted: notify })
    return { notify }
  },
}))

const salesWithPreviews = async (images: Parameters<typeof withPreviews>[0], list: ReturnType<typeof toSale>[]) =>
  Promise.all(
    (await withPreviews(images, list)).map(async (sale) => ({
      ...sale,
      goods: await withPreviews(images, sale.goods),
    })),
  )

async function ordersWithPreviews(images: Parameters<typeof withPreviews>[0], list: ReturnType<typeof toOrder>[]) {
  const previews = await images.previews(list.flatMap(({ lines }) => lines.map(({ imageURL }) => imageURL)))
  return list.map((order) => ({
    ...order,
    lines: order.lines.map((line) => ({ ...line, imagePreview: previews.get(line.imageURL) || undefined })),
  }))
}

interface Reading {
  readonly language: Language
  readonly imageUrl: (key: string) => string
}

const CURRENCY = 'HKD'

const toSale = ({ saleId, title, description, image, startsAt, endsAt, goods }: ShownSale, reading: Reading) => ({
  saleId,
  title: title[reading.language],
  description: description[reading.language],
  imageURL: reading.imageUrl(image),
  startsAt: wireInstant(startsAt),
  endsAt: wireInstant(endsAt),
  goods: goods.map((one) => toGoods(one, reading)),
})

const toGoods = (
  { name, detail, description, image, amountCents, stock, available, retryAt, restockOn, ...goods }: ShownGoods,
  { language, imageUrl }: Reading,
) => ({
  goodsId: goods.goodsId,
  saleId: goods.saleId,
  programId: goods.programId,
  classify: goods.classify,
  medium: goods.medium,
  title: name[language],
  detail: detail[language],
  description: description[language],
  imageURL: imageUrl(image),
  amount: amountCents,
  currency: CURRENCY,
  stock,
  available,
  ...(retryAt && { retryAt: wireInstant(retryAt) }),
  ...(stock === 'soldOut' && restockOn && { restockDay: restockOn.toString() }),
  addedAt: wireInstant(goods.addedAt),
  ...(goods.notify && { notify: true }),
})

type Detail = { sale: ShownSale; lockers: readonly Locker[]; zones: readonly FreightZone[] }

const toDetail = ({ sale, lockers, zones }: Detail, providers: readonly PaymentKind[], reading: Reading) => ({
  sale: toSale(sale, reading),
  lockers: lockers.map(({ lockerCode, region, district, address }) => ({
    lockerCode,
    region,
    district: district[reading.language],
    address: address[reading.language],
  })),
  freight: zones.map(({ countries, firstCents, furtherCents }) => ({
    countries: [...countries],
    first: firstCents,
    further: furtherCents,
  })),
  providers: [...providers],
})

type OrderInput = ParsedInputOf<typeof saleOrder>

const toLines = (lines: OrderInput['lines']) =>
  lines.map((line) => {
    const at = line.lastIndexOf(':')
    return { goodsId: line.slice(0, at), quantity: Number(line.slice(at + 1)) }
  })

/** @throws INVALID_INPUT naming the field that its method needs */
function toDelivery({ method, recipient, address, areaCode, phone, ...input }: OrderInput): Delivery {
  const whom = { recipient, address, phone: phone.startsWith('+') ? phone : toNumber(areaCode, phone) }
  if (method === 'pickup') {
    const lockerCode = normalizeLockerCode(input.lockerCode ?? '')
    if (lockerCode === '') throw new AppError('INVALID_INPUT', { fields: { lockerCode: 'LOCKER_CODE' } })
    return { ...whom, method, lockerCode }
  }
  if (address === '') throw new AppError('INVALID_INPUT', { fields: { address: 'ADDRESS' } })
  const { country, postcode = '' } = input
  if (country === undefined) throw new AppError('INVALID_INPUT', { fields: { country: 'COUNTRY' } })
  return { ...whom, method, country, postcode }
}

const MOBILE = { '852': /^[4-9]\d{7}$/, '853': /^6\d{7}$/ } as const

/** E.164. @throws INVALID_INPUT for a number that is no mobile of its region */
function toNumber(areaCode: OrderInput['areaCode'], phone: string): string {
  if (!MOBILE[areaCode].test(phone)) throw new AppError('INVALID_INPUT', { fields: { phone: 'MOBILE' } })
  return `+${areaCode}${phone}`
}

type Paid = ShownGoodsOrder & { readonly state: Exclude<ShownGoodsOrder['state'], 'held' | 'lapsed'> }
const isPaid = (order: ShownGoodsOrder): order is Paid => order.paidAt !== null

const toOrder = ({ lines, to, ...order }: Paid, { language, imageUrl }: Reading) => ({
  outTradeNo: order.orderId,
  orderNumber: order.orderNumber,
  saleId: order.saleId,
  state: order.state,
  lines: lines.map(({ goodsId, quantity, amountCents, name, detail, medium, image }) => ({
    goodsId,
    title: name[language],
    detail: detail[language],
    medium,
    imageURL: imageUrl(image),
    quantity,
    amount: amountCents,
  })),
  amount: order.paidCents ?? 0,
  freight: order.freightCents,
  currency: CURRENCY,
  refunded: order.refundedCents,
  method: order.method,
  ...(order.lockerCode !== null && { lockerCode: order.lockerCode }),
  ...(order.locker && {
    locker: { district: order.locker.district[language], address: order.locker.address[language] },
  }),
  ...(to && { delivery: toAddress(to) }),
  paidAt: wireInstant(order.paidAt!),
  ...(order.sentAt && { sentAt: wireInstant(order.sentAt) }),
  ...(order.deliveredAt && { deliveredAt: wireInstant(order.deliveredAt) }),
  ...(order.reference !== null && { reference: order.reference }),
})

const toAddress = (to: Delivery) => ({
  recipient: to.recipient,
  phone: to.phone,
  address: to.address,
  ...(to.method === 'overseas' && { country: to.country, postcode: to.postcode }),
})
