type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    similar_title: {
      program_id: string
      similar_ids: string[]
      reasons: string[]
      reason_keys: string[]
      compared_at: Instant
    }
    co_watched_title: { program_id: string; other_ids: string[]; strengths: number[] }
    recommendation_run: { name: string; at: Instant }
  }
}
