import { digitsOf } from './digits.rules.ts'

/** Digits of a number without its area code: Hong Kong's and Macau's alike. */
const NUMBER_DIGITS = 8

export interface TypedNumber {
  /** As the field shows it: `9123 4567`. */
  text: string
  /** The area code that came with it. */
  areaCode: string | undefined
}

/**
 * What was typed or pasted as a number. A known area code before eight digits is taken off, with or without `+` or `00`. Whatever fits nothing stays as
 * it is, so that nobody signs in with a number that was cut down silently.
 */
export function readNumber(typed: string, areaCodes: readonly string[]): TypedNumber {
  const plain = typed.normalize('NFKC').trimStart()
  const digits = digitsOf(plain)
  const isInternational = /^(?:\+|00)/.test(plain)
  const full = plain.startsWith('00') ? digits.slice(2) : digits
  const areaCode = areaCodes.find((code) => full.startsWith(code) && full.length === code.length + NUMBER_DIGITS)
  if (areaCode) return { text: grouped(full.slice(areaCode.length)), areaCode }
  return { text: isInternational ? plain : grouped(digits), areaCode: undefined }
}

/** Where the caret stands after as many digits as were before it in what was typed. */
export function caretIn(text: string, digitsBefore: number): number {
  let left = digitsBefore
  for (let at = 0; at < text.length; at++) {
    if (left === 0) return at
    if (/\d/.test(text.charAt(at))) left -= 1
  }
  return text.length
}

/** Digits before the caret, in what is shown: those of an area code that was taken off do not count. */
export function digitsBeforeCaret(typed: string, caret: number, shown: string): number {
  const taken = digitsOf(typed).length - digitsOf(shown).length
  return Math.max(0, digitsOf(typed.slice(0, caret)).length - taken)
}

/** Whether it is a whole number, as far as its shape tells. */
export const isWholeNumber = (text: string): boolean => /^\d{4} \d{4}$/.test(text)

/** `9123 4567`; for reading aloud and for showing where an SMS went. */
export const grouped = (digits: string): string =>
  digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits
