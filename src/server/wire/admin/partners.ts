import * as endpoints from '#contract/admin/partners.ts'
import type { WrongLine } from '#server/domains/accounts/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import { invoiceRows } from './finance.ts'
import { unpack } from './packed-files.ts'
import { startOfHongKongDay } from '#server/kit/instants.ts'

const LINE_SHOWN = 80

/** @throws AppError INVALID_INPUT for what is too large, or no text */
function textOf({ content }: { readonly content: string }): string {
  const { LIST_BYTES_MAX: max } = endpoints
  const bytes = unpack(content, max)
  if (bytes.length > max) throw operatorRefusal({ is: 'listTooLarge', megabytes: max / 1_000_000 })
  const text = new TextDecoder('utf-8').decode(bytes)
  if (text.includes('\0') || text.includes('\uFFFD')) throw operatorRefusal({ is: 'listUnreadable' })
  return text
}

const problemsOf = (wrong: readonly WrongLine[]) =>
  wrong.slice(0, endpoints.PROBLEMS_SHOWN).map(({ line, text }) => ({ line, text: text.slice(0, LINE_SHOWN) }))

/** Of a month of Hong Kong. */
function periodOf(month: string): { from: Temporal.Instant; until: Temporal.Instant } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  const startOf = (day: Temporal.PlainDate) => startOfHongKongDay(day)
  return { from: startOf(first), until: startOf(first.add({ months: 1 })) }
}

const sumOf = (lists: readonly { readonly after: number }[]): number => lists.reduce((sum, { after }) => sum + after, 0)

export const partners = bindAdmin(endpoints, ({ codes, customerLists, staffLists }) => ({
  lists: async () => {
    const [known, companies] = await Promise.all([customerLists.list(), staffLists.list()])
    return {
      customers: endpoints.LISTED_PARTNERS.map((partner) => {
        const list = known.find((one) => one.partner === partner)
        return { partner, customers: list?.customers ?? 0, importedAt: list ? wireInstant(list.importedAt) : null }
      }),
      companies: companies.map(({ importedAt, ...one }) => ({ ...one, importedAt: wireInstant(importedAt) })),
    }
  },

  checkCustomers: async ({ partner, ...file }) => {
    const { wrong, ...checked } = await customerLists.check({ partner, csv: textOf(file) })
    return { ...checked, wrong: wrong.length, problems: problemsOf(wrong) }
  },

  importCustomers: async ({ partner, name, content, seen }, call) => {
    const { seen: _seen, ...replaced } = await customerLists.replace(call.tx, {
      partner,
      csv: textOf({ content }),
      seen,
    })
    await call.record({
      subject: `partner:${partner}`,
      before: { customers: replaced.before },
      after: { customers: replaced.after },
      details: { file: name, added: replaced.added, removed: replaced.removed },
    })
    return replaced
  },

  checkStaff: async (file) => {
    const { wrong, companies, ...checked } = await staffLists.check(textOf(file))
    return { ...checked, companies: [...companies], wrong: wrong.length, problems: problemsOf(wrong) }
  },

  importStaff: async ({ name, content, seen }, call) => {
    const replaced = await staffLists.replace(call.tx, { csv: textOf({ content }), seen })
    for (const { company, before, after } of replaced)
      await call.record({
        subject: `company:${company}`,
        before: { numbers: before },
        after: { numbers: after },
        details: { file: name },
      })
    return { companies: replaced.length, numbers: sumOf(replaced) }
  },

  removeStaff: async ({ company }, call) => {
    const numbers = await staffLists.remove(call.tx, company)
    await call.record({ subject: `company:${company}`, before: { numbers }, after: { numbers: 0 } })
    return { numbers }
  },

  invoice: async ({ month }) => ({ list: await codes.invoices(periodOf(month)) }),

  exportInvoice: ({ month }, { language }) => ({
    fileName: `partners-${month}.csv`,
    rows: () => invoiceRows(codes, periodOf(month), language),
  }),
}))
