import type { Delivery } from '#contract/goods.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openJson, sealJson } from '#server/kit/sealed-bytes.ts'

export type Addresses = ReturnType<typeof createAddresses>

/** Recipients of orders, unreadable from the database alone. */
export function createAddresses(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'sale orders')
  return {
    seal: (orderId: string, to: Delivery): Buffer => sealJson(to, { key, rowId: orderId }),

    open: (orderId: string, sealed: Buffer | null): Delivery | undefined =>
      sealed ? (openJson(sealed, { key, rowId: orderId }) as Delivery) : undefined,
  }
}
