import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Bytes moved to another row do not decrypt. */
export type Seal = { key: Buffer; rowId: string }

/** AES-256-GCM: nonce, tag, ciphertext. */
export function sealBytes(bytes: Buffer, { key, rowId }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export const sealJson = (value: unknown, seal: Seal): Buffer => sealBytes(Buffer.from(JSON.stringify(value)), seal)

export const openJson = (sealed: Buffer, seal: Seal): unknown => JSON.parse(openBytes(sealed, seal).toString())

export function openBytes(sealed: Buffer, { key, rowId }: Seal): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(rowId)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
