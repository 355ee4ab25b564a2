import { createHmac } from 'node:crypto'

/** What an order is bought for, and which one of the account's orders for it. */
interface OrderSubject {
  readonly accountId: string
  readonly purpose: string
  readonly purposeId: string
  readonly ordinal: number
}

const ID_CHARACTERS = 32

/** 128 bits in hexadecimal: what every provider accepts as an idempotency key. */
const derive = (key: Buffer, parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(parts.join('\0')).digest('hex').slice(0, ID_CHARACTERS)

/** The id of an order. Derived, so that a restarted server or a restored backup asks the provider with the same id. */
export const orderIdOf = (key: Buffer, { accountId, purpose, purposeId, ordinal }: OrderSubject): string =>
  derive(key, ['order', accountId, purpose, purposeId, ordinal])

/** The id of the order of a sale that the provider made by an agreement: an erased account does not change it. */
export const providerChargeOrderIdOf = (key: Buffer, purposeId: string): string => derive(key, ['sale', purposeId])

/** The id of the order of a payment that was made for an order beside its own. */
export const secondOrderIdOf = (key: Buffer, orderId: string, paymentReference: string): string =>
  derive(key, ['second', orderId, paymentReference])

/** The id of an order's first, second … refund. */
export const refundIdOf = (key: Buffer, orderId: string, ordinal: number): string =>
  derive(key, ['refund', orderId, ordinal])

/** The number of a receipt: the day of payment in Hong Kong, and 48 bits of the order's id. */
export function receiptNumberOf(orderId: string, paidAt: Temporal.Instant): string {
  const day = paidAt.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString().replaceAll('-', '')
  return `${day}-${orderId.slice(0, 12).toUpperCase()}`
}

/** The number of a refund note. */
export const noteNumberOf = (receiptNumber: string, ordinal: number): string => `${receiptNumber}-R${ordinal}`
