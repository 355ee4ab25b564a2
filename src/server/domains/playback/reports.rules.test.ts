import { expect, test } from 'vitest'
import { countedCode } from './reports.rules.ts'

test.each(['4001', '4032', '4033', '403', '0x800A3002', 'STREAM_LIMIT', 'PURCHASE_REQUIRED', 'INTERNAL'])(
  '%s is counted by itself',
  (code) => {
    expect(countedCode(code)).toBe(code)
  },
)

test.each(['CALL_91234567_FOR_LOANS', '9999', '4001 ', 'other', ''])('%j is counted as OTHER', (code) => {
  expect(countedCode(code)).toBe('OTHER')
})
