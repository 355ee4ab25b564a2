import type { Generated } from 'kysely'
import type { StatementKind } from '#contract/statement-kinds.ts'
import type { Bucket, Commodity } from './ledger-model.ts'

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
