import { expect, test } from 'vitest'
import { yearNow } from '#web/kit/format.ts'
import { formatReportDay } from './report-figures.ts'

test('a day on the axis of a chart has its year unless it is the current one', () => {
  const year = yearNow()
  for (const language of ['zh_HK', 'en_US'] as const) {
    expect(formatReportDay(`${year - 1}-12-31`, language)).toContain(String(year - 1))
    expect(formatReportDay(`${year}-01-02`, language)).not.toContain(String(year))
  }
})
