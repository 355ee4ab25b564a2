import type { Generated } from 'kysely'
import type { SeatCondition } from '#contract/screenings.ts'
import type { ScreeningState } from './screenings.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    screening_slot: {
      slot_id: string
      program_id: string
      starts_at: Instant
      sells_from: Instant
      credits: number
      amount_cents: number
      tickets: number
      seats: number
      capacity: number
      sold: Generated<number>
      held: Generated<number>
      withdrawn: boolean
      updated_at: Instant
    }
    screening: {
      screening_id: string
      slot_id: string
      account_id: string | null
      program_id: string
      starts_at: Instant
      ends_at: Instant
      seats: number
      state: ScreeningState
      order_id: string | null
      nonce: string | null
      transfer_id: number | null
      paid_cents: number | null
      refunded_cents: Generated<number>
      bought_at: Instant | null
      voided_at: Instant | null
      void_transfer_id: number | null
      link_version: Generated<number>
      link_hash: Buffer | null
      made_at: Instant
    }
    screening_seat: {
      seat_id: string
      screening_id: string
      number: number
      is_host: boolean
      account_id: string | null
      name: string | null
      token_hash: Buffer | null
      joined_at: Instant
      removed_at: Instant | null
      plays: Generated<number>
      seen_at: Instant | null
      drift_ms: number | null
      condition: Generated<SeatCondition>
    }
  }
}
