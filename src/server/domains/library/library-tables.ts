type Instant = Temporal.Instant

interface BookmarkTable {
  profile_id: string
  program_id: string
  program_guid: string
  season: number
  episode: number
  position: number
  duration: number
  finished: boolean
  at: Instant
}

declare module '#server/kit/db.ts' {
  interface Database {
    favorite: { profile_id: string; program_id: string; added_at: Instant }
    bookmark: BookmarkTable
    history_removal: { profile_id: string; program_id: string; removed_at: Instant }
  }
}
