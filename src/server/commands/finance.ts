import type { Config } from '#server/config.ts'
import { breakageOf, invoicesCsv, journalCsv, monthOf } from './finance.rules.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run finance -- journal --month 2026-11   the bookings of money by day, kind and account, as CSV that balances;
                                               what is owed at the end of the month for unused credits, gift cards and goods,
                                               and the month's revenue from what expired (breakage), go to stderr
  npm run finance -- partners --month 2026-11  what the codes of each partner gave: the basis of its invoice, as CSV
`

/** `npm run finance`: what accountants need of the ledger. */
export async function financeCommand(config: Config, args: readonly string[]): Promise<number> {
  const [verb, option, value = '', ...rest] = args
  const isKnown = verb === 'journal' || verb === 'partners'
  const month = isKnown && option === '--month' && rest.length === 0 ? monthOf(value) : undefined
  if (!month) {
    console.error(USAGE)
    return verb === '--help' ? 0 : 2
  }
  return withApp(config, 'finance', async (app) => {
    if (verb === 'partners') {
      process.stdout.write(invoicesCsv(await app.domains.codes.invoices(month)))
      return 0
    }
    const { rows, owedCents, owedGiftCardCents, owedSaleCents } = await app.domains.ledger.journal(month)
    process.stdout.write(journalCsv(rows))
    console.error(`Owed for unused credits at the end: HK$${(owedCents / 100).toFixed(2)}`)
    console.error(`Owed for gift cards that nobody has redeemed: HK$${(owedGiftCardCents / 100).toFixed(2)}`)
    console.error(`Owed for goods that are not sent: HK$${(owedSaleCents / 100).toFixed(2)}`)
    console.error(`Breakage of the month: HK$${(breakageOf(rows) / 100).toFixed(2)}`)
    return 0
  })
}
