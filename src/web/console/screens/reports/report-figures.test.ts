import { expect, test } from 'vitest'
import { formatReportDay } from './report-figures.ts'
import '../../../../../test/support/in-november.ts'

test.each([
  ['2026-11-03', '3 Nov', '11月3日'],
  ['2026-01-01', '1 Jan', '1月1日'],
  ['2025-12-31', '31 Dec 2025', '2025年12月31日'],
])('a chart’s axis names %s as %s, %s: another year is shown', (day, en, zh) => {
  expect(formatReportDay(day, 'en_US')).toBe(en)
  expect(formatReportDay(day, 'zh_HK')).toBe(zh)
})
