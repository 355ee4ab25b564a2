import type { InvoiceRow } from '#server/domains/codes/index.ts'
import type { JournalRow } from '#server/domains/ledger/index.ts'
import { balancedSums } from '#server/domains/reports/index.ts'

const dollars = (cents: number): string => (cents === 0 ? '' : (cents / 100).toFixed(2))

/** The journal as CSV, with the sums as its last line. @throws when debits and credits differ */
export function journalCsv(rows: readonly JournalRow[]): string {
  const sums = balancedSums(rows)
  const lines = rows.map(({ day, kind, account, debitCents, creditCents }) =>
    [day.toString(), kind, account, dollars(debitCents), dollars(creditCents)].join(','),
  )
  const total = ['total', '', '', (sums.debitCents / 100).toFixed(2), (sums.creditCents / 100).toFixed(2)].join(',')
  return ['date,kind,account,debit,credit', ...lines, total, ''].join('\r\n')
}

export function invoicesCsv(rows: readonly InvoiceRow[]): string {
  const lines = rows.map(({ partner, kind, codes, amount }) => [partner, kind, codes, amount].join(','))
  return ['partner,kind,codes,amount', ...lines, ''].join('\r\n')
}
