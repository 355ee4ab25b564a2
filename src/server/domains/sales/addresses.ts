import type { Delivery } from '#contract/goods.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'

export type Addresses = ReturnType<typeof createAddresses>

/** Recipients of orders, unreadable from the database alone. */
export function createAddresses(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'sale orders')
  return {
    seal: (orderId: string, to: Delivery): Buffer =>
      sealBytes(Buffer.from(JSON.stringify(to)), { key, rowId: orderId }),

    open: (orderId: string, sealed: Buffer | null): Delivery | undefined =>
      sealed ? (JSON.parse(openBytes(sealed, { key, rowId: orderId }).toString()) as Delivery) : undefined,
  }
}
