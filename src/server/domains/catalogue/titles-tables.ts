import type { Generated } from 'kysely'
import type { AssetRole, TitleClassify } from './titles-model.ts'

type Instant = Temporal.Instant

interface TitleTable {
  program_id: string
  program_type: 'movie' | 'drama'
  classify: TitleClassify
  title_zh: string
  title_en: string
  alias_zh: Generated<string[]>
  alias_en: Generated<string[]>
  tagline_zh: Generated<string>
  tagline_en: Generated<string>
  description_zh: Generated<string>
  description_en: Generated<string>
  warning_zh: Generated<string>
  warning_en: Generated<string>
  genres: Generated<string[]>
  tags: Generated<string[]>
  country: Generated<string[]>
  locale: Generated<string>
  restriction: string
  vod_types: string[]
  credits: Generated<number>
  kids: Generated<boolean>
  release_year: number
  popularity: Generated<number>
  votes: Generated<number>
  score: Generated<number>
  rating: Generated<number>
  keyart_image: Generated<string>
  landscape_image: Generated<string>
  art_image: Generated<string>
  hero_image: Generated<string>
  state: Generated<'draft' | 'published'>
  published_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

interface EpisodeTable {
  program_guid: string
  program_id: string
  season: number
  episode: number
  title_zh: Generated<string>
  title_en: Generated<string>
  description_zh: Generated<string>
  description_en: Generated<string>
  start_show_point: Generated<number>
  start_position: Generated<number>
  end_position: Generated<number>
  image: Generated<string>
}

interface TitleAssetTable {
  program_guid: string
  role: AssetRole
  program_id: string
  asset_id: string
  duration_ms: number
  width: number
  height: number
  max_resolution: string
  dolby_atmos: boolean
  dolby_digital: boolean
  dolby_digital_plus: boolean
  stereo_aac51: boolean
  audio_languages: string[]
  subtitle_languages: string[]
  preview_key: string | null
  attached_at: Instant
}

declare module '#server/kit/db.ts' {
  interface Database {
    title: TitleTable
    episode: EpisodeTable
    title_asset: TitleAssetTable
    tag: { tag_id: string; name_zh: string; name_en: string }
    person: { person_id: string; name_zh: string; name_en: string }
    title_person: { program_id: string; part: 'director' | 'actor'; position: number; person_id: string }
    title_change: { program_id: string; xid: string; at: Generated<Instant> }
    licence: { program_id: string; region: string; starts_at: Instant; ends_at: Instant | null }
  }
}
