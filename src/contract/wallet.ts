import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageSize } from './paging.ts'
import { STATEMENT_KINDS } from './statement-kinds.ts'
import { bucket } from './wallet-buckets.ts'
import { emptyInput, id, instant } from './wire-values.ts'

const day = z.iso.date()
const period = {
  /** Hong Kong days, both included. */
  from: z.optional(day),
  to: z.optional(day),
  bucket: z.optional(bucket),
  kind: z.optional(z.enum(STATEMENT_KINDS)),
}

const amount = { bucket, credits: z.number(), expiresAt: instant }

/** What the account can spend now. */
export const wallet = endpoint({
  wire: 'v2',
  path: '/wallet',
  viewer: 'member',
  summary: 'The credits that the account can spend, and when they lapse.',
  input: emptyInput,
  output: z.object({
    /** All that can be spent. */
    credits: z.number(),
    /** By bucket; `expiresAt` is when the first of them lapse. A bucket without credits is left out. */
    buckets: z.array(z.object(amount)),
    /** What lapses when, the next first. */
    lapses: z.array(z.object(amount)),
    /** Purchases are stopped for this account. */
    blocked: z.boolean(),
  }),
})

/** One line of the statement: what one booking did to one bucket. */
const statementLine = z.object({
  at: instant,
  /** `rent`, `topup`, `expire` … */
  kind: z.string(),
  /** In the reader's language, with the title: `Rented Neon Rain`. */
  text: z.string(),
  bucket,
  /** Credits: positive in, negative out. */
  change: z.number(),
  /** Of the bucket, after it. */
  balance: z.number(),
  /** Of a top-up: its payment, which has a receipt. */
  outTradeNo: z.optional(id),
})
export type StatementLine = z.output<typeof statementLine>

/** A page of the statement, the newest first. `next` is the `cursor` of the following page; none on the last. */
export const walletStatement = endpoint({
  wire: 'v2',
  path: '/wallet/statement',
  viewer: 'member',
  summary: 'The bookings of the wallet with running balances, the newest first.',
  input: z.object({ pageSize, cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))), ...period }),
  output: z.object({ list: z.array(statementLine), pageSize: z.number(), next: z.optional(z.string()) }),
})

/** The same as a file: all lines of the period, the oldest first. */
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
