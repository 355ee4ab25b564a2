import { createHmac } from 'node:crypto'

interface OrderSubject {
  readonly accountId: string
  readonly purpose: string
  readonly purposeId: string
  readonly ordinal: number
}

const ID_CHARACTERS = 32

/** 128 bits in hexadecimal, which every provider accepts as an idempotency key. */
const derive = (key: Buffer, parts: readonly (string | number)[]): string =>
  createHmac('sha256', key).update(parts.join('\0')).digest('hex').slice(0, ID_CHARACTERS)

/** Derived, so that a restarted server or a restored backup sends the same id. */
export const orderIdOf = (key: Buffer, { accountId, purpose, purposeId, ordinal }: OrderSubject): string =>
  derive(key, ['order', accountId, purpose, purposeId, ordinal])

export const providerChargeOrderIdOf = (key: Buffer, purposeId: string): string => derive(key, ['sale', purposeId])

export const secondOrderIdOf = (key: Buffer, orderId: string, paymentReference: string): string =>
  derive(key, ['second', orderId, paymentReference])

export const refundIdOf = (key: Buffer, orderId: string, ordinal: number): string =>
  derive(key, ['refund', orderId, ordinal])

const ORDER_NUMBER = /^HB(\d{6})([\dA-Z]{4})$/

/** As it was typed: in any case, with other dashes or spaces or none, and with the letters that are not used for digits alike. */
export function readOrderNumber(typed: string): string | undefined {
  const bare = typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')
  const [, day, rest] = ORDER_NUMBER.exec(bare) ?? []
  if (day === undefined || rest === undefined) return undefined
  return `HB-${day}-${rest.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`
}

export const noteNumberOf = (orderNumber: string, ordinal: number): string => `${orderNumber}-R${ordinal}`
