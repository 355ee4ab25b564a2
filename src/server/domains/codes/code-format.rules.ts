import { createHmac, randomBytes } from 'node:crypto'

/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_CHARACTERS = 15
const LENGTH = RANDOM_CHARACTERS + 1
const GROUP = 4

/** As a code is stored and hashed; undefined for what cannot be one. Case, spaces, hyphens, O for 0, and I or L for 1 do not matter. */
export function normalizeCode(typed: string): string | undefined {
  const characters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const values = [...characters].map((character) => ALPHABET.indexOf(character))
  if (values.length !== LENGTH || values.includes(-1)) return undefined
  return checkSum(values) === 0 ? characters : undefined
}

export const formatCode = (code: string): string =>
  Array.from({ length: LENGTH / GROUP }, (_, n) => code.slice(n * GROUP, (n + 1) * GROUP)).join('-')

export const newCode = (): string => codeOf(randomBytes(RANDOM_CHARACTERS))

/** The same again after a restored backup. */
export const derivedCode = (key: Buffer, orderId: string): string =>
  codeOf(createHmac('sha256', key).update(orderId).digest())

function codeOf(bytes: Buffer): string {
  const values = Array.from(bytes.subarray(0, RANDOM_CHARACTERS), (byte) => byte & 31)
  return [...values, double(checkSum(values))].map((value) => ALPHABET[value]).join('')
}

/**
 * A polynomial over the field of 32 elements: 0 for a code with its check character. It finds every wrong character and every two that
 * changed places.
 */
const checkSum = (values: readonly number[]): number => values.reduce((sum, value) => double(sum) ^ value, 0)

/** Times x, modulo x⁵ + x² + 1. */
const double = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1)
