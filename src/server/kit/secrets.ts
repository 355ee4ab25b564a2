import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Needs no salt: a token has 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** For short secrets: the key prevents brute force. */
export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** In constant time. */
export const sameHash = (actual: Buffer, expected: Buffer | null): boolean =>
  expected !== null && actual.length === expected.length && timingSafeEqual(actual, expected)
