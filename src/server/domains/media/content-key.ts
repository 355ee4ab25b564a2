import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

export const newContentKey = (): Buffer => randomBytes(16)

export type KeyWrap = { masterKey: Buffer; assetId: string }

/** AES-256-GCM; the authenticated asset id prevents swapping keys between rows. */
export function wrapKey(key: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(assetId))
  const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

export function unwrapKey(wrapped: Buffer, { masterKey, assetId }: KeyWrap): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(assetId)).setAuthTag(wrapped.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE + TAG)), decipher.final()])
}
