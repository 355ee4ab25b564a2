import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageSize } from './paging.ts'
import { emptyInput, id, instant } from './wire-values.ts'

/**
 * `rentals`: with what was returned for them. `lapsed`: expired, forfeited or voided. `refunds`: set aside or taken back with a payment.
 * `other`: corrections and the rest.
 */
export const STATEMENT_KINDS = ['rentals', 'topups', 'plan', 'codes', 'lapsed', 'refunds', 'other'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** Monthly ones are forfeited, recharged ones expire after a year (PRODUCT section 5). */
export const CREDIT_BUCKETS = ['monthly', 'recharged'] as const
export type CreditBucket = (typeof CREDIT_BUCKETS)[number]
export const bucket = z.enum(CREDIT_BUCKETS)

const day = z.iso.date()
const period = {
  /** Hong Kong days, both included. */
  from: z.optional(day),
  to: z.optional(day),
  bucket: z.optional(bucket),
  kind: z.optional(z.enum(STATEMENT_KINDS)),
}

const amount = { bucket, credits: z.number(), expiresAt: instant }

export const wallet = endpoint({
  wire: 'v2',
  path: '/wallet',
  viewer: 'member',
  summary: 'The credits that the account can spend, and when they lapse.',
  input: emptyInput,
  output: z.object({
    credits: z.number(),
    /** `expiresAt`: the first of them. A bucket without credits is left out. */
    buckets: z.array(z.object(amount)),
    lapses: z.array(z.object(amount)),
    /** Purchases are stopped. */
    blocked: z.boolean(),
  }),
})

const statementLine = z.object({
  at: instant,
  /** `rent`, `topup`, `expire` … */
  kind: z.string(),
  /** `Rented Neon Rain` */
  text: z.string(),
  bucket,
  /** Positive in, negative out. */
  change: z.number(),
  balance: z.number(),
  /** Of a top-up. */
  outTradeNo: z.optional(id),
})
export type StatementLine = z.output<typeof statementLine>

export const walletStatement = endpoint({
  wire: 'v2',
  path: '/wallet/statement',
  viewer: 'member',
  summary:
    'The bookings of the wallet with running balances, the newest first; next is the cursor of the following page.',
  input: z.object({ pageSize, cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))), ...period }),
  output: z.object({ list: z.array(statementLine), pageSize: z.number(), next: z.optional(z.string()) }),
})

export const walletStatementFile = endpoint({
  wire: 'v2',
  path: '/wallet/statement.csv',
  cost: 20,
  viewer: 'member',
  file: 'text/csv; charset=utf-8',
  summary: 'The bookings of the wallet as CSV.',
  input: z.object(period),
  output: z.object({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }),
})
