import { type Selectable, sql } from 'kysely'
import type { TitleContent, TitleEpisode, TitleState } from '#contract/admin/titles.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { createDraftStore } from '#server/kit/drafts.ts'
import type { AssetAttachment, AssetRole, LocalizedText, TagDraft } from './titles-model.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    title_version: {
      program_id: string
      version: number
      content: TitleContent
      actor: string
      kind: VersionKind
      at: Temporal.Instant
    }
    title_draft: {
      program_id: string
      operator_id: string
      base_version: number
      content: TitleContent
      saved_at: Temporal.Instant
    }
    draft_asset: {
      program_guid: string
      role: AssetRole
      program_id: string
      attachment: AssetAttachment
      at: Temporal.Instant
    }
    planned_change: {
      planned_id: string
      subject: string
      /** Of the kind in the subject: a title's or a page's. */
      content: unknown
      base_version: number
      at: Temporal.Instant
      operator_id: string
      actor: string
      created_at: Temporal.Instant
      done_at: Temporal.Instant | null
      failed: string | null
    }
  }
}

export type VersionKind = 'import' | 'publish' | 'withdraw' | 'bulk' | 'undo'

const loc = (zh: string, en: string) => sql`jsonb_build_object('zh_HK', ${sql.raw(zh)}, 'en_US', ${sql.raw(en)})`

const peopleOf = (part: 'director' | 'actor') => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('personId', p.person_id, 'name', ${loc('p.name_zh', 'p.name_en')})
    order by tp.position), '[]')
  from title_person tp join person p using (person_id) where tp.program_id = t.program_id and tp.part = ${sql.lit(part)})`

/** As text, since JSON's times would be those of the database's zone. */
const isoOf = (column: string) => sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const focusOf = (part: 'hero' | 'art') => {
  const [x, y] = [sql.raw(`t.${part}_focus_x`), sql.raw(`t.${part}_focus_y`)]
  return sql`case when ${x} is null then null else jsonb_build_object('x', ${x}, 'y', ${y}) end`
}

/** `TitleContent` of `title t`. In two objects, for a function has at most a hundred arguments. */
const contentColumn = sql<TitleContent>`jsonb_build_object(
    'programType', t.program_type, 'classify', t.classify, 'title', ${loc('t.title_zh', 't.title_en')},
    'aliases', jsonb_build_object('zh_HK', t.alias_zh, 'en_US', t.alias_en), 'tagline', ${loc('t.tagline_zh', 't.tagline_en')},
    'description', ${loc('t.description_zh', 't.description_en')}, 'warning', ${loc('t.warning_zh', 't.warning_en')},
    'genres', t.genres, 'country', t.country, 'locale', t.locale, 'restriction', t.restriction, 'vodTypes', t.vod_types,
    'credits', t.credits, 'kids', t.kids, 'releaseYear', t.release_year,
    'images', jsonb_build_object('keyart', t.keyart_image, 'landscape', t.landscape_image, 'art', t.art_image, 'hero', t.hero_image),
    'focus', jsonb_build_object('hero', ${focusOf('hero')}, 'art', ${focusOf('art')}))
  || jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(jsonb_build_object('tagId', g.tag_id, 'name', ${loc('g.name_zh', 'g.name_en')}) order by wanted.place), '[]')
      from unnest(t.tags) with ordinality as wanted (tag_id, place) join tag g on g.tag_id = wanted.tag_id),
    'directors', ${peopleOf('director')}, 'actors', ${peopleOf('actor')},
    'windows', (
      select coalesce(jsonb_agg(jsonb_build_object('region', l.region, 'startsAt', ${isoOf('l.starts_at')}, 'endsAt', ${isoOf('l.ends_at')})
        || jsonb_strip_nulls(jsonb_build_object('licensor', nullif(l.licensor, ''), 'contract', nullif(l.contract, '')))
        order by l.region, l.starts_at), '[]')
      from licence l where l.program_id = t.program_id),
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('season', e.season, 'episode', e.episode, 'title', ${loc('e.title_zh', 'e.title_en')},
        'description', ${loc('e.description_zh', 'e.description_en')}, 'startShowPoint', e.start_show_point,
        'startPosition', e.start_position, 'endPosition', e.end_position, 'image', e.image) order by e.season, e.episode), '[]')
      from episode e where e.program_id = t.program_id))`

/** At an instant: of `title t`, or of a row with its state. */
export const stateAt = (state: string, now: Temporal.Instant) => sql<TitleState>`case
  when ${sql.raw(state)} <> 'published' then ${sql.raw(state)}
  when exists (select from licence l where l.program_id = t.program_id and l.starts_at <= ${now}
    and (l.ends_at is null or l.ends_at > ${now})) then 'live'
  when exists (select from licence l where l.program_id = t.program_id and l.starts_at > ${now}) then 'scheduled'
  else 'expired' end`

export interface StoredTitle {
  readonly programId: string
  readonly version: number
  readonly state: 'draft' | 'published' | 'withdrawn'
  readonly takenDownAt: Temporal.Instant | null
  readonly content: TitleContent
}

/** `lock`: until the transaction ends no other changes the title. */
export async function findStored(
  db: Db,
  programId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredTitle | undefined> {
  // The lock first: a statement that waits for it has read the parts before.
  if (lock) await sql`select from title where program_id = ${programId} for update`.execute(db)
  const { rows } = await sql<StoredTitle>`
    select t.program_id as "programId", t.version, t.state, t.taken_down_at as "takenDownAt", ${contentColumn} as content
    from title t where t.program_id = ${programId}`.execute(db)
  return rows[0]
}

export async function findStoredTitles(
  db: Db,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, StoredTitle>> {
  const { rows } = await sql<StoredTitle>`
    select t.program_id as "programId", t.version, t.state, t.taken_down_at as "takenDownAt", ${contentColumn} as content
    from title t where t.program_id = any(${[...programIds]}::text[])`.execute(db)
  return new Map(rows.map((title) => [title.programId, title]))
}

export interface TitleSummary {
  readonly state: TitleState
  readonly version: number
  readonly updatedAt: Temporal.Instant
  readonly publishedAt: Temporal.Instant | null
  readonly takenDownAt: Temporal.Instant | null
  readonly content: TitleContent
}

export async function findSummary(db: Db, programId: string, now: Temporal.Instant): Promise<TitleSummary | undefined> {
  const { rows } = await sql<TitleSummary>`
    select ${stateAt('t.state', now)} as state, t.version, t.updated_at as "updatedAt", t.published_at as "publishedAt",
      t.taken_down_at as "takenDownAt", ${contentColumn} as content
    from title t where t.program_id = ${programId}`.execute(db)
  return rows[0]
}

export interface AttachedAsset {
  readonly programGuid: string
  readonly role: AssetRole
  readonly assetId: string
  readonly durationMs: number
  readonly maxResolution: string
  readonly audioLanguages: string[]
  readonly subtitleLanguages: string[]
}

export async function findAssets(db: Db, programId: string): Promise<AttachedAsset[]> {
  const { rows } = await sql<AttachedAsset>`
    select program_guid as "programGuid", role, asset_id as "assetId", duration_ms as "durationMs", max_resolution as "maxResolution",
      audio_languages as "audioLanguages", subtitle_languages as "subtitleLanguages"
    from title_asset where program_id = ${programId}
    union all
    select program_guid, role, attachment->>'assetId', (attachment->'facts'->>'durationMs')::int, attachment->'facts'->>'maxResolution',
      array(select jsonb_array_elements_text(attachment->'facts'->'audioLanguages')),
      array(select jsonb_array_elements_text(attachment->'facts'->'subtitleLanguages'))
    from draft_asset where program_id = ${programId}
    order by 1, 2`.execute(db)
  return rows
}

export async function isDraft(db: Db, programId: string): Promise<boolean> {
  const found = await db
    .selectFrom('title_draft')
    .select('program_id')
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return found !== undefined
}

/** @returns the asset that it replaces */
export async function writeDraftAsset(
  tx: Db,
  { programId, attachment, at }: { programId: string; attachment: AssetAttachment; at: Temporal.Instant },
): Promise<string | undefined> {
  const { programGuid, role } = attachment
  const before = await tx
    .selectFrom('draft_asset')
    .select('attachment')
    .where('program_guid', '=', programGuid)
    .where('role', '=', role)
    .forUpdate()
    .executeTakeFirst()
  const row = { attachment: JSON.stringify(attachment) as never, at }
  await tx
    .insertInto('draft_asset')
    .values({ program_guid: programGuid, role, program_id: programId, ...row })
    .onConflict((taken) => taken.columns(['program_guid', 'role']).doUpdateSet(row))
    .execute()
  return before?.attachment.assetId
}

/** Those of a title that is published now. */
export const takeDraftAssets = (tx: Tx, programId: string): Promise<{ attachment: AssetAttachment }[]> =>
  tx.deleteFrom('draft_asset').where('program_id', '=', programId).returning('attachment').execute()

type Kept = { actor: string; kind: VersionKind; at: Temporal.Instant }

/** Keeps a title as it is. @returns its version, undefined for one that was kept before */
export const keepVersion = async (
  tx: Tx,
  { programId, ...kept }: Kept & { programId: string },
): Promise<number | undefined> => (await keepVersions(tx, { programIds: [programId], ...kept }))[0]

/** @returns the versions that were not kept before */
export async function keepVersions(
  tx: Db,
  { programIds, actor, kind, at }: Kept & { programIds: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    insert into title_version (program_id, version, content, actor, kind, at)
    select t.program_id, t.version, ${contentColumn}, ${actor}, ${kind}, ${at} from title t
    where t.program_id = any(${[...programIds]}::text[])
    on conflict do nothing returning version`.execute(tx)
  return rows.map(({ version }) => version)
}

export type TitleVersion = Omit<Selectable<Database['title_version']>, 'program_id'>

/** Newest first. */
export const findVersions = (
  db: Db,
  { programId, before, limit }: { programId: string; before: number | undefined; limit: number },
): Promise<TitleVersion[]> =>
  db
    .selectFrom('title_version')
    .select(['version', 'content', 'actor', 'kind', 'at'])
    .where('program_id', '=', programId)
    .$if(before !== undefined, (older) => older.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const findVersion = (db: Db, programId: string, version: number): Promise<TitleVersion | undefined> =>
  db
    .selectFrom('title_version')
    .select(['version', 'content', 'actor', 'kind', 'at'])
    .where('program_id', '=', programId)
    .where('version', '=', version)
    .executeTakeFirst()

export const titleDrafts = createDraftStore<TitleContent>('title_draft', 'program_id')

export interface OwnDraft {
  readonly programId: string
  readonly title: { readonly zh_HK: string; readonly en_US: string }
  /** Never published. */
  readonly isNew: boolean
  readonly savedAt: Temporal.Instant
}

/** What an operator has changed and not published, the newest first, and how much there is. */
export async function findOwnDrafts(
  db: Db,
  operatorId: string,
  limit: number,
): Promise<{ list: OwnDraft[]; total: number }> {
  const { rows } = await sql<OwnDraft & { total: number }>`
    select program_id as "programId", content->'title' as title, base_version = 0 as "isNew", saved_at as "savedAt",
      (count(*) over ())::int as total
    from title_draft where operator_id = ${operatorId} order by saved_at desc, program_id limit ${limit}`.execute(db)
  return { list: rows, total: rows[0]?.total ?? 0 }
}

export const findDraftsOf = (
  db: Db,
  { operatorId, programIds }: { operatorId: string; programIds: readonly string[] },
): Promise<{ programId: string; content: TitleContent }[]> =>
  db
    .selectFrom('title_draft')
    .select(['program_id as programId', 'content'])
    .where('operator_id', '=', operatorId)
    .where('program_id', 'in', programIds.length > 0 ? [...programIds] : [''])
    .execute()

const byId = (a: { personId: string }, b: { personId: string }): number => (a.personId < b.personId ? -1 : 1)

/** @returns those of the ids that exist */
export async function knownPeople(db: Db, personIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('person')
    .select('person_id')
    .where('person_id', 'in', [...personIds])
    .execute()
  return new Set(rows.map(({ person_id }) => person_id))
}

/** @returns those of the hashes that exist */
export async function knownImages(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string }>`select hash from image where hash = any(${[...hashes]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ hash }) => hash))
}

/** By id: a name is changed for all titles at once, elsewhere. */
export async function linkPeople(
  tx: Tx,
  programId: string,
  { directors, actors }: Pick<TitleContent, 'directors' | 'actors'>,
): Promise<void> {
  await tx.deleteFrom('title_person').where('program_id', '=', programId).execute()
  const rows = [
    ...directors.map(({ personId }, at) => ({ part: 'director' as const, position: at + 1, personId })),
    ...actors.map(({ personId }, at) => ({ part: 'actor' as const, position: at + 1, personId })),
  ]
  if (rows.length === 0) return
  await sql`select from person where person_id = any(${rows.toSorted(byId).map(({ personId }) => personId)}::text[])
    order by person_id for key share`.execute(tx)
  await tx
    .insertInto('title_person')
    .values(
      rows.map(({ part, position, personId }) => ({ program_id: programId, part, position, person_id: personId })),
    )
    .execute()
}

/** Those that are gone lose their videos. */
/** @returns the assets that they played */
export async function removeOtherEpisodes(
  tx: Tx,
  programId: string,
  episodes: readonly TitleEpisode[],
): Promise<string[]> {
  const [seasons, numbers] = [episodes.map(({ season }) => season), episodes.map(({ episode }) => episode)]
  const { rows } = await sql<{ assetId: string }>`
    with gone as (
      delete from episode e where e.program_id = ${programId} and not exists (
        select from unnest(${seasons}::int[], ${numbers}::int[]) as kept (season, episode)
        where kept.season = e.season and kept.episode = e.episode)
      returning program_guid)
    delete from title_asset a using gone where a.program_guid = gone.program_guid
    returning a.asset_id as "assetId"`.execute(tx)
  return rows.map(({ assetId }) => assetId)
}

/** Names of known ones stay as they are. */
export async function addTags(tx: Tx, tags: readonly TagDraft[]): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map(({ tagId, name }) => ({ tag_id: tagId, name_zh: name.zh, name_en: name.en }))
  await tx
    .insertInto('tag')
    .values(rows.toSorted((a, b) => (a.tag_id < b.tag_id ? -1 : 1)))
    .onConflict((taken) => taken.doNothing())
    .execute()
}

export async function findTags(db: Db, text: string): Promise<{ tagId: string; name: LocalizedText }[]> {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&').toLowerCase()}%`
  const { rows } = await sql<{ tagId: string; name: LocalizedText }>`
    select tag_id as "tagId", jsonb_build_object('zh', name_zh, 'en', name_en) as name from tag
    where lower(name_zh || ' ' || name_en) like ${part} order by name_zh, tag_id limit 20`.execute(db)
  return rows
}

/** Running ones of a title, which its withdrawal refunds. */
export async function countRentals(
  db: Db,
  { programId, now }: { programId: string; now: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rental where program_id = ${programId} and voided_at is null and ends_at > ${now}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
