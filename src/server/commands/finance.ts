import type { Config } from '#server/config.ts'
import { type ArgumentKind, defineCommand } from './command.ts'
import { breakageOf, type Month, monthOf } from '#server/domains/reports/index.ts'
import { invoicesCsv, journalCsv } from './finance.rules.ts'
import { runOnApp } from './with-app.ts'

const month: ArgumentKind<Month> = { shown: '2026-11', mustBe: 'a month, such as 2026-11', read: monthOf }
const OPTIONS = { month: { kind: month, required: true, help: 'of Hong Kong' } } as const

const FINANCE = defineCommand({
  name: 'finance',
  actions: {
    journal: {
      options: OPTIONS,
      help: `the bookings of money by day, kind and account, as CSV that balances; what is owed at the end of the month for unused
      credits, gift cards, goods, payments not yet delivered and refunds under way, and the month's revenue from what expired (breakage), go to stderr`,
    },
    partners: { options: OPTIONS, help: 'what the codes of each partner gave: the basis of its invoice, as CSV' },
  },
})

export const financeCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(FINANCE, { config, args }, async ({ domains }, given) => {
    if (given.action === 'partners') {
      process.stdout.write(invoicesCsv(await domains.codes.invoices(given.month)))
      return 0
    }
    const { rows, ...owed } = await domains.ledger.journal(given.month)
    const { owedCents, owedGiftCardCents, owedSaleCents, owedReceivedCents, owedRefundCents } = owed
    process.stdout.write(journalCsv(rows))
    console.error(`Owed for unused credits at the end: HK$${(owedCents / 100).toFixed(2)}`)
    console.error(`Owed for gift cards not yet redeemed: HK$${(owedGiftCardCents / 100).toFixed(2)}`)
    console.error(`Owed for goods that are not sent: HK$${(owedSaleCents / 100).toFixed(2)}`)
    console.error(`Owed for payments that are not delivered: HK$${(owedReceivedCents / 100).toFixed(2)}`)
    console.error(`Owed for refunds under way: HK$${(owedRefundCents / 100).toFixed(2)}`)
    console.error(`Breakage of the month: HK$${(breakageOf(rows) / 100).toFixed(2)}`)
    return 0
  })
