import { deriveKey } from '#server/kit/keys.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import { derivedCode } from './code-format.rules.ts'

export type GiftCardSecrets = ReturnType<typeof createGiftCardSecrets>

/** What whoever has only the database cannot read: the codes of gift cards, and whom they are for. */
export function createGiftCardSecrets(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'gift cards')
  return {
    codeOf: (orderId: string): string => derivedCode(key, orderId),

    seal: (orderId: string, given: PurchaseDetails): Buffer =>
      sealBytes(Buffer.from(JSON.stringify(given)), { key, rowId: orderId }),

    open: (orderId: string, sealed: Buffer | null | undefined): PurchaseDetails =>
      sealed ? (JSON.parse(openBytes(sealed, { key, rowId: orderId }).toString()) as PurchaseDetails) : {},
  }
}
