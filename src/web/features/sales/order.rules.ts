import * as z from 'zod/mini'
import type { OutputOf } from '#contract/endpoint.ts'
import { areaCode, deliveryPhone, mobileno, personName, readableLine } from '#contract/fields.ts'
import { ADDRESS_MAX, DELIVERY_METHODS, type Freight, freightOf, POSTCODE_MAX, UNITS_MAX } from '#contract/goods.ts'
import type { saleDetail, saleList } from '#contract/sales.ts'

export type Sale = OutputOf<typeof saleList>['list'][number]
export type Goods = Sale['goods'][number]
export type SaleDetail = OutputOf<typeof saleDetail>

/** Units by `goodsId`, in the order in which they were added. */
export type Cart = Readonly<Record<string, number>>

/** A line of the order, with what is known of its goods. */
export interface CartLine {
  readonly goods: Goods
  readonly quantity: number
}

/** The lines of a cart. What the sale no longer has is left out. */
export const linesOf = (cart: Cart, goods: readonly Goods[]): CartLine[] =>
  Object.entries(cart).flatMap(([goodsId, quantity]) => {
    const found = goods.find((one) => one.goodsId === goodsId)
    return found && quantity > 0 ? [{ goods: found, quantity }] : []
  })

/** A cart with another number of units; none removes the line. */
export function withUnits(cart: Cart, goodsId: string, quantity: number): Cart {
  const { [goodsId]: _, ...others } = cart
  if (quantity < 1) return others
  return goodsId in cart ? { ...cart, [goodsId]: quantity } : { ...others, [goodsId]: quantity }
}

/** How many units of goods may be ordered now. */
export const mostOf = ({ available }: Pick<Goods, 'available'>): number => Math.min(UNITS_MAX, available)

export const unitsOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const goodsCents = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { goods, quantity }) => sum + goods.amount * quantity, 0)

/** As `goodsId:quantity`. */
export const wireLines = (lines: readonly CartLine[]): string[] =>
  lines.map(({ goods, quantity }) => `${goods.goodsId}:${quantity}`)

/** The text of a cart, and the cart of a text that may have been edited. */
export const writeCart = (cart: Cart): string => JSON.stringify(cart)
export function readCart(text: string | undefined): Cart {
  try {
    const entries = Object.entries((JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>)
    const right = entries.filter(
      ([, quantity]) => Number.isInteger(quantity) && (quantity as number) > 0 && (quantity as number) <= UNITS_MAX,
    )
    return Object.fromEntries(right) as Cart
  } catch {
    return {}
  }
}

/** What the delivery costs in cents; undefined until the country is known, or when it is not shipped to. */
export function freightCents(
  { method, country }: { method: string; country: string },
  units: number,
  freight: SaleDetail['freight'],
): number | undefined {
  if (method === 'pickup') return 0
  const zone = freight.find(({ countries }) => countries.includes(country))
  return zone && freightOf(toFreight(zone), units)
}

const toFreight = ({ first, further }: SaleDetail['freight'][number]): Freight => ({
  firstCents: first,
  furtherCents: further,
})

/** `continue`: the fields after it are checked too. */
const missing = (field: string) => ({
  code: 'too_small' as const,
  origin: 'string' as const,
  minimum: 1,
  input: '',
  path: [field],
  continue: true,
})

/** Where an order goes. Only the fields of the chosen method are looked at. */
export const deliveryForm = z
  .object({
    method: z.enum(DELIVERY_METHODS),
    recipient: personName,
    areaCode,
    mobileno: z.string(),
    phone: z.string(),
    address: z.string(),
    lockerCode: z.string(),
    country: z.string(),
    postcode: z.string().check(z.trim(), z.maxLength(POSTCODE_MAX)),
  })
  .check(
    z.refine((form) => form.method !== 'pickup' || z.safeParse(mobileno, form.mobileno).success, {
      error: 'MOBILE',
      path: ['mobileno'],
    }),
    ({ value: { method, lockerCode }, issues }) => {
      if (method === 'pickup' && lockerCode.trim() === '') issues.push(missing('lockerCode'))
    },
    ({ value: { method, phone: input }, issues }) => {
      if (method !== 'overseas') return
      if (input.trim() === '') issues.push(missing('phone'))
      else if (!isInternational(input))
        issues.push({ code: 'custom', message: 'PHONE_ABROAD', input, path: ['phone'], continue: true })
    },
    ({ value: { method, address: input }, issues }) => {
      if (method !== 'overseas') return
      if (input.trim() === '') issues.push(missing('address'))
      else if (!z.safeParse(readableLine(ADDRESS_MAX), input).success)
        issues.push({
          code: 'too_big',
          origin: 'string',
          maximum: ADDRESS_MAX,
          input,
          path: ['address'],
          continue: true,
        })
    },
    ({ value: { method, country: input }, issues }) => {
      if (method === 'overseas' && input === '')
        issues.push({ code: 'invalid_value', values: [], input, path: ['country'], continue: true })
    },
  )
export type DeliveryForm = z.output<typeof deliveryForm>

const isInternational = (phone: string): boolean =>
  phone.trim().startsWith('+') && z.safeParse(deliveryPhone, phone).success

/** The delivery as the call takes it. */
export function deliveryOf(form: DeliveryForm) {
  const { method, recipient, address } = form
  if (method === 'pickup') {
    const { areaCode: region, mobileno: phone, lockerCode } = form
    return { method, recipient, areaCode: region, phone, lockerCode }
  }
  return { method, recipient, address, phone: form.phone, country: form.country, postcode: form.postcode }
}

/** As it is printed on a locker. */
export const normalizeLocker = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()
