import { describe, expect, test } from 'vitest'
import { lastSeen } from './seen.rules.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('when a device was last used', () => {
  test.each([
    ['2026-11-21T11:59:30Z', '現在', 'now'],
    ['2026-11-21T12:00:30Z', '現在', 'now'],
    ['2026-11-21T11:55:00Z', '5 分鐘前', '5 minutes ago'],
    ['2026-11-21T09:30:00Z', '2 小時前', '2 hours ago'],
  ])('%s is said as a time ago', (instant, zh, en) => {
    expect(lastSeen(instant, NOW, 'zh_HK')).toBe(zh)
    expect(lastSeen(instant, NOW, 'en_US')).toBe(en)
  })

  test('past a day it is the instant itself, in Hong Kong', () => {
    expect(lastSeen('2026-11-17T20:00:00Z', NOW, 'zh_HK')).toContain('11月18日')
  })
})
