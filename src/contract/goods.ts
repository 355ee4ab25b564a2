/** How goods are delivered: collected from a locker, or shipped overseas (SPEC section 3). */
export const DELIVERY_METHODS = ['pickup', 'overseas'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export const MEDIA = ['dvd', 'bluray'] as const
export type Medium = (typeof MEDIA)[number]

/** Units of one thing in an order, and different things (ours): what people buy for themselves. */
export const UNITS_MAX = 5
export const SALE_LINES_MAX = 20
/** Fewer units than this are shown as the last ones. */
export const LAST_UNITS = 5

export const ADDRESS_MAX = 200
export const POSTCODE_MAX = 16
export const LOCKER_CODE_MAX = 20

/**
 * Whether goods can be bought: `available`; `held`: every unit is in a payment that may still fail (SPEC section 8, "selling
 * fast"); `soldOut`.
 */
export const STOCK_STATES = ['available', 'held', 'soldOut'] as const
export type StockState = (typeof STOCK_STATES)[number]

/** Where an order stands once it is paid. `cancelled`: the money was returned before it was sent. */
export const DELIVERY_STATES = ['paid', 'sent', 'delivered', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What is ordered of one thing. */
export interface SaleLine {
  readonly goodsId: string
  readonly quantity: number
}

/** Whom an order goes to. `phone` is E.164. */
export type Delivery = { readonly recipient: string; readonly phone: string; readonly address: string } & (
  | { readonly method: 'pickup'; readonly lockerCode: string }
  | { readonly method: 'overseas'; readonly country: string; readonly postcode: string }
)

/** What shipping to some countries costs, in cents: the first unit, and each further one. */
export interface Freight {
  readonly firstCents: number
  readonly furtherCents: number
}

/** The freight of an order, in cents. */
export const freightOf = ({ firstCents, furtherCents }: Freight, units: number): number =>
  units === 0 ? 0 : firstCents + (units - 1) * furtherCents
