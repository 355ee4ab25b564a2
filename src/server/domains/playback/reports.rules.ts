import { ERROR_CODES, errorRow } from '#contract/errors.ts'
import { PLAYER_FAILURE_CODE, PURCHASE_REQUIRED } from '#contract/playback-failures.ts'

/** What a player shows: its own failures, and what an order is refused with. */
const SHOWN: ReadonlySet<string> = new Set([
  ...Object.values(PLAYER_FAILURE_CODE),
  PURCHASE_REQUIRED,
  ...ERROR_CODES.map((code) => errorRow(code).wireCode),
])

/** The code that is counted: clients can send anything, operators read only what a player shows. */
export const countedCode = (code: string): string => (SHOWN.has(code) ? code : 'OTHER')
