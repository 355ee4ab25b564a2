import { ERROR_CODES, errorRow } from '#contract/errors.ts'
import { PLAYER_FAILURE_CODE, PURCHASE_REQUIRED } from '#contract/playback-failures.ts'
import { REPORT_MAX } from '#contract/playback-reports.ts'

/** What a player shows: its own failures, and what an order is refused with. */
const SHOWN: ReadonlySet<string> = new Set([
  ...Object.values(PLAYER_FAILURE_CODE),
  PURCHASE_REQUIRED,
  ...ERROR_CODES.map((code) => errorRow(code).wireCode),
])

/** The code that is counted: clients can send anything, operators read only what a player shows. */
export const countedCode = (code: string): string => (SHOWN.has(code) ? code : 'OTHER')

type Measured = { -readonly [Name in keyof typeof REPORT_MAX]: number }

/** What of a report is counted: no more than a player would measure. */
export const countedAtMost = <Report extends Partial<Measured>>(report: Report): Report => {
  const counted = { ...report }
  for (const [name, most] of Object.entries(REPORT_MAX) as [keyof Measured, number][])
    if (counted[name] !== undefined) counted[name] = Math.min(counted[name], most)
  return counted
}
