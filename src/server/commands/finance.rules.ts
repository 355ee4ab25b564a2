import type { InvoiceRow } from '#server/domains/codes/index.ts'
import type { JournalRow } from '#server/domains/ledger/index.ts'

export type Month = { readonly from: Temporal.Instant; readonly until: Temporal.Instant }

/** `2026-11`. Undefined when it is no month. */
export function monthOf(text: string): Month | undefined {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)) return undefined
  const first = Temporal.PlainYearMonth.from(text).toPlainDate({ day: 1 })
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime('Asia/Hong_Kong').toInstant()
  return { from: startOf(first), until: startOf(first.add({ months: 1 })) }
}

const dollars = (cents: number): string => (cents === 0 ? '' : (cents / 100).toFixed(2))

/** The journal as CSV, with the sums as its last line. @throws when debits and credits differ */
export function journalCsv(rows: readonly JournalRow[]): string {
  const sum = (of: (row: JournalRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [debits, credits] = [sum(({ debitCents }) => debitCents), sum(({ creditCents }) => creditCents)]
  if (debits !== credits) throw new Error(`The journal does not balance: ${debits} and ${credits} cents.`)
  const lines = rows.map(({ day, kind, account, debitCents, creditCents }) =>
    [day.toString(), kind, account, dollars(debitCents), dollars(creditCents)].join(','),
  )
  const total = ['total', '', '', (debits / 100).toFixed(2), (credits / 100).toFixed(2)].join(',')
  return ['date,kind,account,debit,credit', ...lines, total, ''].join('\r\n')
}

/** Revenue of a month from what was paid for and never used: credits and gift cards that expired. In cents. */
export const breakageOf = (rows: readonly JournalRow[]): number =>
  rows
    .filter(({ account }) => account === 'breakage')
    .reduce((total, { debitCents, creditCents }) => total + creditCents - debitCents, 0)

export function invoicesCsv(rows: readonly InvoiceRow[]): string {
  const lines = rows.map(({ partner, kind, codes, amount }) => [partner, kind, codes, amount].join(','))
  return ['partner,kind,codes,amount', ...lines, ''].join('\r\n')
}
