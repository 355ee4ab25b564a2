import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** Generates an AES-128 content key. */
export const newContentKey = (): Buffer => randomBytes(16)

/** Wrapping key and the asset that the content key belongs to. */
export type KeyWrap = { masterKey: Buffer; assetId: string }

/**
 * Wraps a content key for storage with AES-256-GCM. The asset id is authenticated, so keys cannot be swapped between
 * rows.
 */
export function wrapKey(key: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(assetId))
  const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/**
 * Unwraps a content key.
 * @throws when the master key or the asset differs from the one used to wrap it
 */
export function unwrapKey(wrapped: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(assetId)).setAuthTag(wrapped.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE + TAG)), decipher.final()])
}
