import { createHash, timingSafeEqual } from 'node:crypto'

export type PayasiaFields = Readonly<Record<string, string>>

/** Fields sorted by name, as PHP's `http_build_query` writes them. */
export function encodeFields(fields: PayasiaFields): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(sorted).toString().replaceAll('*', '%2A')
}

/** The value of `sign`: SHA-512 of the encoded fields and the secret, in hexadecimal. */
export const signatureOf = (fields: PayasiaFields, secret: string): string =>
  createHash('sha512')
    .update(encodeFields(fields) + secret)
    .digest('hex')

/** Whether `sign` is that of the fields. */
export function isSigned(fields: PayasiaFields, sign: string, secret: string): boolean {
  const expected = Buffer.from(signatureOf(fields, secret))
  const given = Buffer.from(sign.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
