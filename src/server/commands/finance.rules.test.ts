import { expect, test } from 'vitest'
import { breakageOf, monthOf } from '#server/domains/reports/index.ts'
import { invoicesCsv, journalCsv } from './finance.rules.ts'

const day = Temporal.PlainDate.from('2026-11-21')
const row = (account: string, debitCents: number, creditCents: number) => ({
  day,
  kind: 'topup',
  account,
  debitCents,
  creditCents,
})

test('a month is that of Hong Kong', () => {
  const { from, until } = monthOf('2026-12')!
  expect([from, until].map(String)).toEqual(['2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'])
})

test.each(['', '2026', '2026-13', '2026-1', '11-2026', '2026-11-01'])('%j is no month', (text) => {
  expect(monthOf(text)).toBeUndefined()
})

test('the journal is CSV with its sums', () => {
  expect(journalCsv([row('deferred_credits', 0, 5005), row('provider:paypal', 5005, 0)])).toBe(
    [
      'date,kind,account,debit,credit',
      '2026-11-21,topup,deferred_credits,,50.05',
      '2026-11-21,topup,provider:paypal,50.05,',
      'total,,,50.05,50.05',
      '',
    ].join('\r\n'),
  )
})

test('a journal that does not balance is refused', () => {
  expect(() => journalCsv([row('provider:paypal', 1, 0)])).toThrow('does not balance')
})

test('breakage is what expired, less what was given again', () => {
  const rows = [row('breakage', 0, 500), row('rent_revenue', 0, 900), row('breakage', 200, 0)]
  expect([breakageOf(rows), breakageOf([])]).toEqual([300, 0])
})

test('what partners are invoiced for is CSV', () => {
  const rows = [{ partner: 'hgc', kind: 'voucher', codes: 3, amount: 6 } as const]
  expect(invoicesCsv(rows)).toBe('partner,kind,codes,amount\r\nhgc,voucher,3,6\r\n')
})
