import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '#contract/errors.ts'
import type { AreaCode, FieldRule } from '#contract/fields.ts'
import { hongKongDay } from '#server/kit/instants.ts'

const COUNTRY = { '852': 'HK', '853': 'MO' } as const satisfies Record<AreaCode, string>

/** E.164 of a Hong Kong or Macau mobile number. A typed area code overrides the chosen one. */
export function parseNumber(entered: string, areaCode: AreaCode): string | undefined {
  const international = /^(?:\+|(?=85[23]\d{8}$))/.test(entered)
  const text = international ? `+${entered.replace(/^\+/, '')}` : entered
  const parsed = parsePhoneNumberFromString(text, COUNTRY[areaCode])
  if (!parsed?.isValid() || parsed.getType() !== 'MOBILE') return undefined
  return parsed.countryCallingCode in COUNTRY ? parsed.number : undefined
}

export const splitNumber = (number: string): { areaCode: AreaCode; mobileno: string } => ({
  areaCode: number.slice(1, 4) as AreaCode,
  mobileno: number.slice(4),
})

/** E.164. @throws INVALID_INPUT naming the field and the rule */
export function requireNumber(entered: string, areaCode: AreaCode, rule: FieldRule = 'MOBILE'): string {
  const number = parseNumber(entered, areaCode)
  if (number === undefined) throw new AppError('INVALID_INPUT', { fields: { mobileno: rule } })
  return number
}

export function isPastDay(day: string, now: Temporal.Instant): boolean {
  const today = hongKongDay(now)
  return Temporal.PlainDate.compare(Temporal.PlainDate.from(day), today) < 0
}

export function requirePastDay(birthday: string, now: Temporal.Instant): void {
  if (!isPastDay(birthday, now))
    throw new AppError('INVALID_INPUT', { fields: { birthday: 'BIRTHDAY' satisfies FieldRule } })
}
