import { expect, test } from 'vitest'
import { REPORT_MAX } from '#contract/playback-reports.ts'
import { countedAtMost, countedCode } from './reports.rules.ts'

test.each(['4001', '4032', '4033', '403', '0x800A3002', 'STREAM_LIMIT', 'PURCHASE_REQUIRED', 'INTERNAL'])(
  '%s is counted apart',
  (code) => {
    expect(countedCode(code)).toBe(code)
  },
)

test.each(['CALL_91234567_FOR_LOANS', '9999', '4001 ', 'other', ''])('%j is counted as OTHER', (code) => {
  expect(countedCode(code)).toBe('OTHER')
})

test('a value above what players measure is counted as their maximum', () => {
  const report = { startMs: undefined, playedSeconds: 60, stalls: 10_000, stalledMs: 86_400_000, renditionChanges: 3 }
  expect(countedAtMost(report)).toEqual({ ...report, stalls: REPORT_MAX.stalls, stalledMs: REPORT_MAX.stalledMs })
})
