import type { Generated } from 'kysely'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    search_title: {
      title_id: Generated<number>
      program_id: string
      indexed_at: Instant
      version: number
      popularity: number
      kids: boolean
      all_text: string
      names_text: string
      lexemes: string
    }
    search_token: { token: string; tier: number; title_id: number }
    search_person: {
      person_no: Generated<number>
      person_id: string
      name_zh: string
      name_en: string
      version: number
    }
    search_person_token: { token: string; tier: number; person_no: number }
    search_cast: { person_no: number; title_id: number }
    search_hot: { prefix: string; region: string; kids: boolean; complete: boolean }
    search_head: {
      prefix: string
      region: string
      kids: boolean
      tier: number
      popularity: number
      title_id: number
    }
    search_word: { word: string; frequency: number }
    search_delete: { remainder: string; word: string }
    search_lists: { is_only: Generated<boolean>; made_at: Instant | null; titles_since: Generated<number> }
    search_recent: { profile_id: string; key: string; keyword: string; searched_at: Instant }
    search_found: { day: Temporal.PlainDate; program_id: string; searches: number }
    search_missed: { day: Temporal.PlainDate; key: string; language: string; searches: number }
    subtitle_line: {
      asset_id: string
      language: string
      line_no: number
      at: number
      line: string
      line_text: string
      lexemes: string
    }
    subtitle_index: {
      asset_id: string
      language: string
      version: number
      lines: number
      marks: Generated<string[] | null>
    }
  }
}
