import type { StatementKind, CreditBucket } from '#contract/wallet.ts'
import type { Generated, Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'

export type Commodity = 'HKD_CENT' | 'CREDIT' | 'VOUCHER' | 'TICKET'

/** The parts of a wallet, which are spent in this order where they expire together. */
export const BUCKETS = ['monthly', 'recharged', 'voucher', 'ticket'] as const
export type Bucket = (typeof BUCKETS)[number]

export const COMMODITY_OF = {
  monthly: 'CREDIT',
  recharged: 'CREDIT',
  voucher: 'VOUCHER',
  ticket: 'TICKET',
} as const satisfies Record<Bucket, Commodity>

/**
 * An account of the service, the other side of every posting of a wallet. Amounts are positive for what an account receives, so that
 * receivables and expenses are positive, revenue and liabilities negative.
 */
export type LedgerAccount =
  | 'credit_issued'
  | 'rent_revenue'
  | 'breakage'
  | 'forfeited'
  | 'voided'
  | 'refund_hold'
  | 'refunded'
  | 'dispute_loss'
  | 'correction'
  | 'deferred_credits'
  | 'deferred_gift_cards'
  | 'deferred_sales'
  | 'sale_revenue'
  | 'screening_revenue'
  /** Cents that payers have paid and that are not delivered yet: a liability. */
  | 'payments_received'
  | 'subscription_revenue'
  | `provider:${string}`

export type Booking = {
  /** The same key with the same payload answers what was booked; with another one it is a CONFLICT. */
  idempotencyKey: string
  actor: string
  reason?: string
  subject?: string
  at: Temporal.Instant
}

/** One booking of credits, vouchers or tickets. `backingCents`: what was paid for it. */
export type Lot = {
  lotId: number
  walletId: string
  bucket: Bucket
  granted: number
  remaining: number
  expiresAt: Temporal.Instant
  backingCents: number
}

export type LotAmount = { lotId: number; bucket: Bucket; amount: number }

export type Spendable = { bucket: Bucket; amount: number; expiresAt: Temporal.Instant }

/** `spendable`: the first to expire first. */
export type Balance = { spendable: Spendable[]; isBlocked: boolean }

/** `until` is not included. */
export type StatementFilter = {
  bucket?: CreditBucket | undefined
  kind?: StatementKind | undefined
  from?: Temporal.Instant | undefined
  until?: Temporal.Instant | undefined
}

/** The effect of one transfer on one bucket. `postingId` orders the lines. */
export type StatementEntry = {
  postingId: number
  at: Temporal.Instant
  kind: string
  subject: string | null
  reason: string
  bucket: CreditBucket
  change: number
  balance: number
}

declare module '#server/kit/db.ts' {
  interface Database {
    wallet: {
      wallet_id: string
      account_id: string | null
      blocked_at: Temporal.Instant | null
      created_at: Temporal.Instant
    }
    transfer: {
      transfer_id: Generated<number>
      kind: string
      idempotency_key: string
      payload_hash: Buffer
      refers_to: number | null
      subject: string | null
      at: Temporal.Instant
      actor: string
      reason: string
    }
    lot: {
      lot_id: Generated<number>
      wallet_id: string
      bucket: Bucket
      granted: number
      remaining: number
      expires_at: Temporal.Instant
      backing_cents: number
      granted_at: Temporal.Instant
      lapse_told_at: Generated<Temporal.Instant | null>
    }
    posting: {
      posting_id: Generated<number>
      transfer_id: number
      ledger_account: string
      wallet_id: string | null
      lot_id: number | null
      bucket: Bucket | null
      commodity: Commodity
      amount: number
      seq: number | null
      balance_after: number | null
      statement_kind: Generated<StatementKind | ''>
      at: Generated<Temporal.Instant | null>
    }
    ledger_check: {
      checked_at: Temporal.Instant
      postings: number
      milliseconds: number
      differences: string[]
    }
  }
}

export type LedgerDeps = {
  db: Kysely<Database>
  /** `DbHandle.reads`, for the balance, which every play request of a member reads. */
  reads?: Kysely<Database> | undefined
  clock: Clock
}
