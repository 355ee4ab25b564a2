import * as z from 'zod/mini'
import { adminExport, adminRead } from './endpoint.ts'

const FINANCE = ['finance'] as const
/** `2026-11`, of Hong Kong. */
const month = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))
const licensor = z.string().check(z.minLength(1), z.maxLength(200))
const cents = z.number()

/** What is owed to customers at the end of a month. */
export const LIABILITIES = [
  'deferred_credits',
  'deferred_gift_cards',
  'deferred_sales',
  'payments_received',
  'refund_hold',
] as const

export const closing = adminRead({
  path: '/finance/closing',
  roles: FINANCE,
  summary: 'A month as it is closed: its revenue by kind, what is owed at its end, and whether its journal balances.',
  input: z.object({ month }),
  output: z.object({
    /** The month is over, and counted. */
    isOver: z.boolean(),
    isBalanced: z.boolean(),
    debitCents: cents,
    creditCents: cents,
    revenueCents: cents,
    revenue: z.array(z.object({ kind: z.string(), cents })),
    /** From what was paid for and expired: a part of the revenue. */
    breakageCents: cents,
    liabilities: z.array(z.object({ account: z.enum(LIABILITIES), cents })),
    /** In no licensor's statement: no window covered it. */
    unlicensed: z.object({ titles: z.number(), plays: z.number(), cents, refundedCents: cents }),
    countedAt: z.nullable(z.string()),
  }),
})

export const exportJournal = adminExport({
  path: '/finance/journal',
  roles: FINANCE,
  summary: 'The bookings of money of a month by day, kind and account, with their sums: what `finance journal` prints.',
  input: z.object({ month }),
})

export const exportLiabilities = adminExport({
  path: '/finance/liabilities',
  roles: FINANCE,
  summary:
    'What is owed for unused credits, gift cards, goods, undelivered payments and refunds under way at the end of a month, and its breakage.',
  input: z.object({ month }),
})

export const exportInvoices = adminExport({
  path: '/finance/invoices',
  roles: FINANCE,
  summary: 'What the codes of each partner gave in a month: what `finance partners` prints.',
  input: z.object({ month }),
})

export const licensors = adminRead({
  path: '/finance/licensors',
  roles: FINANCE,
  summary: 'Who licenses titles, as their windows say.',
  input: z.object({}),
  output: z.object({ list: z.array(z.object({ licensor: z.string(), titles: z.number() })) }),
})

const statementInput = z.object({ licensor, month })

export const statement = adminRead({
  path: '/finance/statement',
  roles: FINANCE,
  summary:
    'What the titles of a licensor were watched and rented for in a month, by title and region, within its windows.',
  input: statementInput,
  output: z.object({
    list: z.array(
      z.object({
        programId: z.string(),
        title: z.object({ zh_HK: z.string(), en_US: z.string() }),
        /** Empty where it is not known. */
        region: z.string(),
        contract: z.string(),
        plays: z.number(),
        seconds: z.number(),
        /** Of `seconds`, those that a pass opened: its share of what passes earned. */
        planSeconds: z.number(),
        /** Rentals and private screenings. */
        sold: z.number(),
        credits: z.number(),
        cents,
        refundedCents: cents,
      }),
    ),
  }),
})

export const exportStatement = adminExport({
  path: '/finance/exportStatement',
  roles: FINANCE,
  summary: 'The statement of a licensor as a file, with its sums.',
  input: statementInput,
})
