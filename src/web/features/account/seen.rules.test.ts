import { describe, expect, test } from 'vitest'
import { formatDay, lastSeen } from './seen.rules.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('when a device was last used', () => {
  test.each([
    ['2026-11-21T11:59:30Z', '現在', 'now'],
    ['2026-11-21T12:00:30Z', '現在', 'now'],
    ['2026-11-21T11:55:00Z', '5 分鐘前', '5 minutes ago'],
    ['2026-11-21T09:30:00Z', '2 小時前', '2 hours ago'],
  ])('%s', (instant, zh, en) => {
    expect(lastSeen(instant, NOW, 'zh_HK')).toBe(zh)
    expect(lastSeen(instant, NOW, 'en_US')).toBe(en)
  })

  test('past a day it is the instant itself, in Hong Kong', () => {
    expect(lastSeen('2026-11-17T20:00:00Z', NOW, 'zh_HK')).toContain('11月18日')
  })
})

test('a day is Hong Kong’s', () => {
  expect(formatDay('2026-12-20T15:59:59Z', 'zh_HK')).toBe('2026年12月20日')
  expect(formatDay('2026-12-20T16:00:00Z', 'en_US')).toContain('21 December 2026')
})
