import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 20 lower-case letters and digits (100 bits), none easily confused. */
export function newId(): string {
  return Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('')
}
