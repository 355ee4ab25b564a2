import { ERROR_CODES, errorRow } from '#contract/error-codes.ts'
import { PURCHASE_REQUIRED } from '#contract/playback.ts'
import { PLAYER_FAILURE_CODE, REPORT_MAX } from '#contract/playback-reports.ts'

const SHOWN: ReadonlySet<string> = new Set([
  ...Object.values(PLAYER_FAILURE_CODE),
  PURCHASE_REQUIRED,
  ...ERROR_CODES.map((code) => errorRow(code).wireCode),
])

/** Clients can send anything. */
export const countedCode = (code: string): string => (SHOWN.has(code) ? code : 'OTHER')

type Measured = { -readonly [Name in keyof typeof REPORT_MAX]: number }

export const countedAtMost = <Report extends Partial<Measured>>(report: Report): Report => {
  const counted = { ...report }
  for (const [name, most] of Object.entries(REPORT_MAX) as [keyof Measured, number][])
    if (counted[name] !== undefined) counted[name] = Math.min(counted[name], most)
  return counted
}
