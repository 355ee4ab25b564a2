import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type {
  AssetRole,
  EpisodeRow,
  LicenceFacts,
  PlayableTitle,
  TitleDetail,
  LocalizedText,
  ViewerScope,
  WatchableTitle,
  RentableTitle,
} from './titles-model.ts'
import { assetOf, type AssetJson, cardColumns, cardJoins, cardOf, type CardRow, peopleColumn } from './cards.repo.ts'
import { licenceColumns, visible } from './titles.query.ts'

export type LicenceContext = { region: string; now: Temporal.Instant }

type LicenceRow = { is_licensed: boolean; is_open: boolean }

type EpisodeJson = {
  program_guid: string
  season: number
  episode: number
  title_zh: string
  title_en: string
  description_zh: string
  description_en: string
  start_show_point: number
  start_position: number
  end_position: number
  image: string
  film: AssetJson | null
}

type DetailRow = CardRow &
  LicenceRow & {
    warning_zh: string
    warning_en: string
    directors: LocalizedText[]
    tags: LocalizedText[]
    opening: AssetJson | null
    episodes: EpisodeJson[]
  }

const episodesColumn = sql`(
  select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('film', to_jsonb(a)) order by e.season, e.episode), '[]')
  from episode e left join title_asset a on a.program_guid = e.program_guid and a.role = 'film'
  where e.program_id = t.program_id)`

const tagsColumn = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('zh', g.name_zh, 'en', g.name_en) order by wanted.context), '[]')
  from unnest(t.tags) with ordinality as wanted (tag_id, context) join tag g on g.tag_id = wanted.tag_id)`

/** One statement, also where access is denied: see `access`. */
export async function findDetail(
  db: Db,
  programId: string,
  { region, now }: LicenceContext,
): Promise<TitleDetail | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, t.warning_zh, t.warning_en,
      ${peopleColumn('actor')} as actors, ${peopleColumn('director')} as directors,
      ${tagsColumn} as tags, ${episodesColumn} as episodes,
      (select to_jsonb(a) from title_asset a
        where a.program_id = t.program_id and a.role = 'opening' order by a.program_guid limit 1) as opening,
      ${licenceColumns(region, now)}
    from title t ${cardJoins}
    where t.program_id = ${programId} and t.state = 'published'`.execute(db)
  const row = rows[0]
  return row && detailOf(row)
}

type PlayableRow = LicenceRow & {
  program_id: string
  program_guid: string
  restriction: PlayableTitle['restriction']
  vod_types: PlayableTitle['vodTypes']
  credits: number
  kids: boolean
  ends_at: Temporal.Instant | null
  assets: (AssetJson & { role: AssetRole })[]
}

/** Without a guid: the title or its first episode. */
export type PlayableRef = { programId: string; programGuid?: string | undefined }

/** Undefined if the guid does not belong to the title. Trailer and opening default to the title's. */
export async function findPlayable(
  db: Db,
  ref: PlayableRef,
  { region, now }: LicenceContext,
): Promise<PlayableTitle | undefined> {
  const { rows } = await sql<PlayableRow>`
    select t.program_id, g.program_guid, t.restriction, t.vod_types, t.credits, t.kids, ${licenceColumns(region, now)},
      (select nullif(max(coalesce(l.ends_at, 'infinity')), 'infinity') from licence l
       where l.program_id = t.program_id and l.region = ${region}
         and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})) as ends_at,
      (select coalesce(jsonb_agg(to_jsonb(a) order by a.program_guid = g.program_guid), '[]')
       from title_asset a where a.program_id = t.program_id
         and (a.program_guid = g.program_guid or a.role <> 'film')) as assets
    from title t ${cardJoins}
      cross join lateral (select coalesce(nullif(${ref.programGuid ?? null}::text, t.program_id), f.program_guid, t.program_id) as program_guid) g
    where t.program_id = ${ref.programId} and t.state = 'published'
      and (g.program_guid = t.program_id or exists (
        select 1 from episode e where e.program_id = t.program_id and e.program_guid = g.program_guid))`.execute(db)
  const row = rows[0]
  return (
    row && {
      programId: row.program_id,
      programGuid: row.program_guid,
      restriction: row.restriction,
      vodTypes: row.vod_types,
      credits: row.credits,
      kids: row.kids,
      ...licenceOf(row),
      windowEndsAt: row.ends_at,
      assets: Object.fromEntries(row.assets.map((asset) => [asset.role, assetOf(asset)])),
    }
  )
}

export type PreviewRef = { assetId: string; now: Temporal.Instant }

/** Requires an open licence in any region and a class below III (PRODUCT section 6); shared caches may store it. */
export async function findPublicPreview(db: Db, { assetId, now }: PreviewRef): Promise<string | undefined> {
  const row = await db
    .selectFrom('title_asset as a')
    .innerJoin('title as t', 't.program_id', 'a.program_id')
    .select('a.preview_key')
    .where('a.asset_id', '=', assetId)
    .where('t.state', '=', 'published')
    .where('t.restriction', '<>', 'III')
    .where(
      sql<boolean>`exists (
        select 1 from licence l
        where l.program_id = t.program_id and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
      )`,
    )
    .executeTakeFirst()
  return row?.preview_key ?? undefined
}

/** Also of titles no longer visible. */
export async function findNames(db: Db, programIds: readonly string[]): Promise<Map<string, LocalizedText>> {
  const rows = await db
    .selectFrom('title')
    .select(['program_id', 'title_zh', 'title_en'])
    .where('program_id', 'in', [...programIds])
    .execute()
  return new Map(rows.map((row) => [row.program_id, { zh: row.title_zh, en: row.title_en }]))
}

const licenceOf = (row: LicenceRow): LicenceFacts => ({
  isLicensedInRegion: row.is_licensed,
  isWindowOpen: row.is_open,
})

function detailOf(row: DetailRow): TitleDetail {
  return {
    ...cardOf(row),
    ...licenceOf(row),
    directors: row.directors,
    warning: { zh: row.warning_zh, en: row.warning_en },
    tags: row.tags,
    opening: assetOf(row.opening),
    episodes: row.episodes.map(episodeOf),
  }
}

const episodeOf = (row: EpisodeJson): EpisodeRow => ({
  programGuid: row.program_guid,
  season: row.season,
  episode: row.episode,
  title: { zh: row.title_zh, en: row.title_en },
  description: { zh: row.description_zh, en: row.description_en },
  startShowPoint: row.start_show_point,
  startPosition: row.start_position,
  endPosition: row.end_position,
  image: row.image,
  film: assetOf(row.film),
})

/** A series id means its first episode. */
export async function findWatchable(
  db: Db,
  viewerScope: ViewerScope,
  { programId, programGuid }: PlayableRef,
): Promise<WatchableTitle | undefined> {
  const { rows } = await sql<WatchableTitle>`
    select t.program_id as "programId", g.program_guid as "programGuid", coalesce(e.season, 0) as season,
      coalesce(e.episode, 0) as episode, coalesce(e.end_position, 0) as "endPosition",
      (select (a.duration_ms / 1000)::int from title_asset a
        where a.program_guid = g.program_guid and a.role = 'film') as duration
    from title t ${cardJoins}
      cross join lateral (
        select coalesce(nullif(${programGuid ?? null}::text, t.program_id), f.program_guid, t.program_id) as program_guid
      ) g
      left join episode e on e.program_guid = g.program_guid and e.program_id = t.program_id
    where t.program_id = ${programId} and ${visible(viewerScope)}
      and (g.program_guid = t.program_id or e.program_guid is not null)`.execute(db)
  return rows[0]
}

/** Instants are text. */
type RentableTitleJson = Omit<RentableTitle, 'windowEndsAt'> & { windowEndsAt: string | null }

/** A value, or the placeholder of a compiled statement. */
type Of<T> = T | RawBuilder<T>

/** Whether a title can be rented, as a column of a purchase's statement. Null if the guid is not the title's. */
export const rentableColumn = (
  { programId, programGuid }: { programId: Of<string>; programGuid?: Of<string | null> | undefined },
  { region, now }: { region: Of<string>; now: Of<Temporal.Instant> },
): RawBuilder<RentableTitleJson | null> => sql<RentableTitleJson | null>`(
  select jsonb_build_object('programId', t.program_id, 'restriction', t.restriction, 'vodTypes', t.vod_types,
    'credits', t.credits, 'kids', t.kids,
    'isLicensedInRegion', w.licensed, 'isWindowOpen', w.open, 'windowEndsAt', w.ends_at,
    'hasFilm', exists (select from title_asset a where a.program_guid = g.program_guid and a.role = 'film'))
  from title t
    cross join lateral (
      select count(*) > 0 as licensed, count(*) filter (where o.is_open) > 0 as open,
        nullif(max(coalesce(l.ends_at, 'infinity')) filter (where o.is_open), 'infinity') as ends_at
      from licence l
        cross join lateral (select l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now}) as is_open) o
      where l.program_id = t.program_id and l.region = ${region}
    ) w
    cross join lateral (
      select coalesce(nullif(${programGuid ?? null}::text, t.program_id), (
        select e.program_guid from episode e where e.program_id = t.program_id order by e.season, e.episode limit 1
      ), t.program_id) as program_guid
    ) g
  where t.program_id = ${programId} and t.state = 'published'
    and (g.program_guid = t.program_id or exists (
      select from episode e where e.program_id = t.program_id and e.program_guid = g.program_guid)))`

export const rentableOf = (json: RentableTitleJson | null): RentableTitle | undefined =>
  json
    ? { ...json, windowEndsAt: json.windowEndsAt === null ? null : Temporal.Instant.from(json.windowEndsAt) }
    : undefined
