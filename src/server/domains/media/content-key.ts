import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** A content key of AES-128. */
export const newContentKey = (): Buffer => randomBytes(16)

/** Which key is kept, and under what. */
export type KeyWrap = { masterKey: Buffer; assetId: string }

/** Wraps a content key for the database: AES-256-GCM, bound to its asset, so that keys cannot be swapped between rows. */
export function wrapKey(key: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(assetId))
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Unwraps a content key. @throws when the master key is another, or the row is not this asset's */
export function unwrapKey(wrapped: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(assetId)).setAuthTag(wrapped.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE + TAG)), decipher.final()])
}
