import { digitsOf } from './digits.rules.ts'

/** Without the area code; the same in Hong Kong and Macau. */
const NUMBER_DIGITS = 8

export interface TypedNumber {
  /** As the field shows it: `9123 4567`. */
  text: string
  areaCode: string | undefined
}

/** Takes off a known area code before eight digits, and leaves whatever does not fit: a number is never cut silently. */
export function readNumber(typed: string, areaCodes: readonly string[]): TypedNumber {
  const plain = typed.normalize('NFKC').trimStart()
  const digits = digitsOf(plain)
  const isInternational = /^(?:\+|00)/.test(plain)
  const full = plain.startsWith('00') ? digits.slice(2) : digits
  const areaCode = areaCodes.find((code) => full.startsWith(code) && full.length === code.length + NUMBER_DIGITS)
  if (areaCode) return { text: grouped(full.slice(areaCode.length)), areaCode }
  return { text: isInternational ? plain : grouped(digits), areaCode: undefined }
}

export function caretIn(text: string, digitsBefore: number): number {
  let left = digitsBefore
  for (let at = 0; at < text.length; at++) {
    if (left === 0) return at
    if (/\d/.test(text.charAt(at))) left -= 1
  }
  return text.length
}

/** Digits of an area code that was taken off do not count. */
export function digitsBeforeCaret(typed: string, caret: number, shown: string): number {
  const taken = digitsOf(typed).length - digitsOf(shown).length
  return Math.max(0, digitsOf(typed.slice(0, caret)).length - taken)
}

export const isWholeNumber = (text: string): boolean => /^\d{4} \d{4}$/.test(text)

/** `9123 4567` */
export const grouped = (digits: string): string =>
  digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits
