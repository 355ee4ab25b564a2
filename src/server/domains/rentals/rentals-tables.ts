declare module '#server/kit/db.ts' {
  interface Database {
    rental: {
      rental_id: string
      wallet_id: string
      program_id: string
      transfer_id: number
      credits: number
      starts_at: Temporal.Instant
      ends_at: Temporal.Instant
      voided_at: Temporal.Instant | null
      void_transfer_id: number | null
    }
    consumed_quote: {
      nonce: string
      rental_id: string
      expires_at: Temporal.Instant
    }
  }
}

export {}
