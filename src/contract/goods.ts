export const DELIVERY_METHODS = ['pickup', 'overseas'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export const MEDIA = ['dvd', 'bluray'] as const
export type Medium = (typeof MEDIA)[number]

/** Of one thing, and different things in an order (ours). */
export const UNITS_MAX = 5
export const SALE_LINES_MAX = 20
export const LAST_UNITS = 5

export const ADDRESS_MAX = 200
export const POSTCODE_MAX = 16
export const LOCKER_CODE_MAX = 20

/** `held`: every unit is in a payment that may still fail (SPEC section 8, "selling fast"). */
export const STOCK_STATES = ['available', 'held', 'soldOut'] as const
export type StockState = (typeof STOCK_STATES)[number]

export const DELIVERY_STATES = ['paid', 'sent', 'delivered', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface SaleLine {
  readonly goodsId: string
  readonly quantity: number
}

/** `phone` is E.164. */
export type Delivery = { readonly recipient: string; readonly phone: string; readonly address: string } & (
  | { readonly method: 'pickup'; readonly lockerCode: string }
  | { readonly method: 'overseas'; readonly country: string; readonly postcode: string }
)

export interface Freight {
  readonly firstCents: number
  readonly furtherCents: number
}

export const freightOf = ({ firstCents, furtherCents }: Freight, units: number): number =>
  units === 0 ? 0 : firstCents + (units - 1) * furtherCents
