import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A random id of 20 lower-case letters and digits (100 bits), without letters easily confused with digits. */
export function newId(): string {
  return Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('')
}
