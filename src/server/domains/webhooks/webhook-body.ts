import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key, and the event that a body belongs to: a body moved to another row does not decrypt. */
export type BodySeal = { key: Buffer; eventId: string }

/** Encrypts a body with AES-256-GCM: nonce, tag, ciphertext. */
export function sealBody(body: Buffer, { key, eventId }: BodySeal): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(eventId))
  const sealed = Buffer.concat([cipher.update(body), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws when the key is another one, or the bytes were changed */
export function openBody(sealed: Buffer, { key, eventId }: BodySeal): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(eventId)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
