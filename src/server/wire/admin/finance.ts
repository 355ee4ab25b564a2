import * as endpoints from '#contract/admin/finance.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { balancedSums, breakageOf, type Month, monthOf, type Reports } from '#server/domains/reports/index.ts'
import { consoleFinance as enUS } from '#text/en_US/console-finance.ts'
import { consoleFinance as zhHK } from '#text/zh_HK/console-finance.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { AdminDomains } from './domains.ts'

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

const requireMonth = (text: string): Month => {
  const month = monthOf(text)
  if (!month) throw new AppError('INVALID_INPUT', { fields: {} })
  return month
}

/** Also negative: what is reversed in a later month than it was earned. */
const dollars = (cents: number): CsvCell => cents / 100

/** A debit or a credit; empty where there is none. */
const side = (cents: number): CsvCell => (cents === 0 ? '' : dollars(cents))

async function* journalRows({ journal }: AdminDomains['finance'], month: Month, language: Language) {
  const { columns, total } = TEXTS[language]
  const { rows } = await journal(month)
  const sums = balancedSums(rows)
  yield [[columns.day, columns.kind, columns.account, columns.debit, columns.credit]]
  yield rows.map(({ day, kind, account, debitCents, creditCents }): CsvCell[] => [
    day.toString(),
    kind,
    account,
    side(debitCents),
    side(creditCents),
  ])
  yield [[total, '', '', dollars(sums.debitCents), dollars(sums.creditCents)]]
}

async function* liabilityRows({ journal }: AdminDomains['finance'], month: Month, language: Language) {
  const { columns, liabilities, breakage } = TEXTS[language]
  const { rows, owedCents, owedGiftCardCents, owedSaleCents, owedReceivedCents, owedRefundCents } = await journal(month)
  yield [[columns.item, columns.amount]]
  yield [
    [liabilities.deferred_credits, dollars(owedCents)],
    [liabilities.deferred_gift_cards, dollars(owedGiftCardCents)],
    [liabilities.deferred_sales, dollars(owedSaleCents)],
    [liabilities.payments_received, dollars(owedReceivedCents)],
    [liabilities.refund_hold, dollars(owedRefundCents)],
    [breakage, dollars(breakageOf(rows))],
  ]
}

/** Also of the partners' screen. */
export async function* invoiceRows(
  { invoices }: Pick<AdminDomains['finance'], 'invoices'>,
  month: Parameters<AdminDomains['finance']['invoices']>[0],
  language: Language,
) {
  const { columns } = TEXTS[language]
  yield [[columns.partner, columns.kind, columns.codes, columns.given]]
  yield (await invoices(month)).map(({ partner, kind, codes: used, amount }): CsvCell[] => [
    partner,
    kind,
    used,
    amount,
  ])
}

type Asked = { licensor: string; month: Month }

async function* statementRows({ months }: Pick<Reports, 'months'>, asked: Asked, language: Language) {
  const { columns, regions, total } = TEXTS[language]
  const rows = await months.statement(asked)
  yield [
    [
      columns.title,
      columns.programId,
      columns.region,
      columns.contract,
      columns.plays,
      columns.seconds,
      columns.planSeconds,
      columns.sold,
      columns.credits,
      columns.revenue,
      columns.refunds,
    ],
  ]
  yield rows.map((row): CsvCell[] => [
    language === 'zh_HK' ? row.titleZh : row.titleEn || row.titleZh,
    row.programId,
    regions[row.region as keyof typeof regions] ?? row.region,
    row.contract,
    row.plays,
    row.seconds,
    row.planSeconds,
    row.sold,
    row.credits,
    dollars(row.cents),
    dollars(row.refundedCents),
  ])
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  yield [
    [
      total,
      '',
      '',
      '',
      sum(({ plays }) => plays),
      sum(({ seconds }) => seconds),
      sum(({ planSeconds }) => planSeconds),
      sum(({ sold }) => sold),
      sum(({ credits }) => credits),
      dollars(sum(({ cents }) => cents)),
      dollars(sum(({ refundedCents }) => refundedCents)),
    ],
  ]
}

export const finance = bindAdmin(endpoints, ({ reports, finance: books }) => ({
  closing: async ({ month }) => {
    const { countedAt, ...closed } = await reports.months.closing(requireMonth(month))
    return { ...closed, countedAt: countedAt && wireInstant(countedAt) }
  },

  exportJournal: ({ month }, { language }) => ({
    fileName: `journal-${month}.csv`,
    rows: () => journalRows(books, requireMonth(month), language),
  }),

  exportLiabilities: ({ month }, { language }) => ({
    fileName: `liabilities-${month}.csv`,
    rows: () => liabilityRows(books, requireMonth(month), language),
  }),

  exportInvoices: ({ month }, { language }) => ({
    fileName: `partners-${month}.csv`,
    rows: () => invoiceRows(books, requireMonth(month), language),
  }),

  licensors: async () => ({ list: await reports.months.licensors() }),

  statement: async ({ licensor, month }) => {
    const rows = await reports.months.statement({ licensor, month: requireMonth(month) })
    return {
      list: rows.map(({ titleZh, titleEn, ...row }) => ({ ...row, title: { zh_HK: titleZh, en_US: titleEn } })),
    }
  },

  exportStatement: ({ licensor, month }, { language }) => ({
    fileName: `statement-${month}.csv`,
    rows: () => statementRows(reports, { licensor, month: requireMonth(month) }, language),
  }),
}))
