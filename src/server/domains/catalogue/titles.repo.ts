import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type {
  AssetAttachment,
  AssetRole,
  EpisodeDraft,
  LicenceWindow,
  PersonDraft,
  TagDraft,
  TitleChange,
  TitleWriting,
  LocalizedText,
} from './titles-model.ts'

export type At = { at: Temporal.Instant }

/** @returns false when the id is taken */
export async function insertTitle(db: Db, { writing, at }: { writing: TitleWriting } & At): Promise<boolean> {
  const { programId, programType } = writing
  const added = await db
    .insertInto('title')
    .values({
      program_id: programId,
      program_type: programType,
      classify: writing.classify,
      title_zh: writing.title.zh,
      title_en: writing.title.en,
      restriction: writing.restriction,
      vod_types: writing.vodTypes,
      release_year: writing.releaseYear,
      ...columnsOf(writing),
      published_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((c) => c.doNothing())
    .returning('program_id')
    .executeTakeFirst()
  return added !== undefined
}

/** A new version. @returns false when there is no such title */
export async function changeTitle(
  db: Db,
  { programId, change, at }: { programId: string; change: TitleChange } & At,
): Promise<boolean> {
  const changed = await db
    .updateTable('title')
    .set((row) => ({
      ...columnsOf(change),
      ...(change.popularity !== undefined && {
        popularity: sql<number>`${change.popularity}::int + ${row.ref('play_weight')}`,
      }),
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('program_id', '=', programId)
    .returning('program_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** A published title keeps its date. @returns its name */
export async function publishTitle(
  db: Db,
  { programId, at }: { programId: string } & At,
): Promise<LocalizedText | undefined> {
  const { rows } = await sql<LocalizedText>`
    update title set state = 'published', published_at = coalesce(published_at, ${at}::timestamptz), updated_at = ${at}
    where program_id = ${programId} returning title_zh as zh, title_en as en`.execute(db)
  return rows[0]
}

export async function setState(
  tx: Db,
  { programId, state, at }: { programId: string; state: 'published' | 'withdrawn' } & At,
): Promise<void> {
  await tx
    .updateTable('title')
    .set((row) => ({ state, updated_at: at, version: row('version', '+', 1) }))
    .where('program_id', '=', programId)
    .execute()
}

function columnsOf(change: TitleChange) {
  return {
    ...(change.classify && { classify: change.classify }),
    ...wordColumns(change),
    ...(change.aliases && { alias_zh: change.aliases.zh, alias_en: change.aliases.en }),
    ...(change.genres && { genres: change.genres }),
    ...(change.tags && { tags: change.tags.map((tag) => tag.tagId) }),
    ...(change.country && { country: change.country }),
    ...(change.locale && { locale: change.locale }),
    ...(change.restriction && { restriction: change.restriction }),
    ...(change.vodTypes && { vod_types: change.vodTypes }),
    ...(change.credits !== undefined && { credits: change.credits }),
    ...(change.kids !== undefined && { kids: change.kids }),
    ...(change.releaseYear !== undefined && { release_year: change.releaseYear }),
    ...(change.popularity !== undefined && { popularity: change.popularity }),
    ...(change.images?.keyart !== undefined && { keyart_image: change.images.keyart }),
    ...(change.images?.landscape !== undefined && { landscape_image: change.images.landscape }),
    ...(change.images?.art !== undefined && { art_image: change.images.art }),
    ...(change.images?.hero !== undefined && { hero_image: change.images.hero }),
    ...(change.focus && {
      hero_focus_x: change.focus.hero?.x ?? null,
      hero_focus_y: change.focus.hero?.y ?? null,
      art_focus_x: change.focus.art?.x ?? null,
      art_focus_y: change.focus.art?.y ?? null,
    }),
  }
}

const wordColumns = ({ title, tagline, description, warning }: TitleChange) => ({
  ...(title && { title_zh: title.zh, title_en: title.en }),
  ...(tagline && { tagline_zh: tagline.zh, tagline_en: tagline.en }),
  ...(description && { description_zh: description.zh, description_en: description.en }),
  ...(warning && { warning_zh: warning.zh, warning_en: warning.en }),
})

/** Updates the names of known people. */
export async function replacePeople(
  db: Db,
  { programId, part, people }: { programId: string; part: 'director' | 'actor'; people: readonly PersonDraft[] },
): Promise<void> {
  await db.deleteFrom('title_person').where('program_id', '=', programId).where('part', '=', part).execute()
  if (people.length === 0) return
  const known = new Map(people.map(({ personId, name }) => [personId, name]))
  await db
    .insertInto('person')
    .values([...known].toSorted(byId).map(([person_id, name]) => ({ person_id, name_zh: name.zh, name_en: name.en })))
    .onConflict((c) =>
      c.column('person_id').doUpdateSet((e) => ({
        name_zh: e.ref('excluded.name_zh'),
        name_en: e.ref('excluded.name_en'),
      })),
    )
    .execute()
  const rows = people.map(({ personId }, n) => ({ program_id: programId, part, position: n + 1, person_id: personId }))
  await db.insertInto('title_person').values(rows).execute()
}

export async function upsertTags(db: Db, tags: readonly TagDraft[]): Promise<void> {
  if (tags.length === 0) return
  const known = new Map(tags.map(({ tagId, name }) => [tagId, name]))
  await db
    .insertInto('tag')
    .values([...known].toSorted(byId).map(([tag_id, name]) => ({ tag_id, name_zh: name.zh, name_en: name.en })))
    .onConflict((c) =>
      c.column('tag_id').doUpdateSet((e) => ({
        name_zh: e.ref('excluded.name_zh'),
        name_en: e.ref('excluded.name_en'),
      })),
    )
    .execute()
}

/** Shared rows are written in one order, against deadlocks. */
const byId = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

export async function replaceLicences(
  db: Db,
  { programId, licences }: { programId: string; licences: readonly LicenceWindow[] },
): Promise<void> {
  await db.deleteFrom('licence').where('program_id', '=', programId).execute()
  if (licences.length === 0) return
  const rows = licences.map(({ region, startsAt, endsAt, licensor = '', contract = '' }) => ({
    program_id: programId,
    region,
    starts_at: startsAt,
    ends_at: endsAt,
    licensor,
    contract,
  }))
  await db.insertInto('licence').values(rows).execute()
}

/** Keeps an existing image if none is given. */
export async function upsertEpisode(
  db: Db,
  { programId, programGuid, draft }: { programId: string; programGuid: string; draft: EpisodeDraft },
): Promise<void> {
  const fields = {
    title_zh: draft.title.zh,
    title_en: draft.title.en,
    description_zh: draft.description?.zh ?? '',
    description_en: draft.description?.en ?? '',
    start_show_point: draft.startShowPoint ?? 0,
    start_position: draft.startPosition ?? 0,
    end_position: draft.endPosition ?? 0,
    ...(draft.image !== undefined && { image: draft.image }),
  }
  await db
    .insertInto('episode')
    .values({
      program_guid: programGuid,
      program_id: programId,
      season: draft.season,
      episode: draft.episode,
      ...fields,
    })
    .onConflict((c) => c.column('program_guid').doUpdateSet(fields))
    .execute()
}

export type TitleOfGuid = { programId: string; hasImages: boolean; isEpisode: boolean; hasEpisodeImage: boolean }

/** Serializes attachments to a title. */
export async function lockTitleOfGuid(db: Db, programGuid: string): Promise<TitleOfGuid | undefined> {
  const { rows } = await sql<TitleOfGuid>`
    select t.program_id as "programId", t.keyart_image <> '' as "hasImages",
      e.program_guid is not null as "isEpisode", coalesce(e.image, '') <> '' as "hasEpisodeImage"
    from title t left join episode e on e.program_guid = ${programGuid} and e.program_id = t.program_id
    where t.program_id = coalesce((select program_id from episode where program_guid = ${programGuid}), ${programGuid})
    for update of t`.execute(db)
  return rows[0]
}

export async function upsertAsset(
  db: Db,
  { programId, attachment, at }: { programId: string; attachment: AssetAttachment } & At,
): Promise<void> {
  const { programGuid, role, assetId, facts } = attachment
  const row = {
    program_id: programId,
    asset_id: assetId,
    duration_ms: facts.durationMs,
    width: facts.width,
    height: facts.height,
    max_resolution: facts.maxResolution,
    dolby_atmos: facts.audio.dolbyAtmos,
    dolby_digital: facts.audio.dolbyDigital,
    dolby_digital_plus: facts.audio.dolbyDigitalPlus,
    stereo_aac51: facts.audio.stereoAac51,
    audio_languages: facts.audioLanguages,
    subtitle_languages: facts.subtitleLanguages,
    subtitle_names: facts.subtitleNames ?? [],
    preview_key: facts.previewKey,
    attached_at: at,
  }
  await db
    .insertInto('title_asset')
    .values({ program_guid: programGuid, role, ...row })
    .onConflict((c) => c.columns(['program_guid', 'role']).doUpdateSet(row))
    .execute()
}

export async function fillEpisodeImage(
  db: Db,
  { programGuid, image }: { programGuid: string; image: string },
): Promise<void> {
  await db
    .updateTable('episode')
    .set({ image })
    .where('program_guid', '=', programGuid)
    .where('image', '=', '')
    .execute()
}

/** Programme type and class. */
export const findTitleKind = (
  db: Db,
  programId: string,
): Promise<{ programType: 'movie' | 'drama'; restriction: string } | undefined> =>
  db
    .selectFrom('title')
    .select(['program_type as programType', 'restriction'])
    .where('program_id', '=', programId)
    .executeTakeFirst()

export async function findAttachedAsset(
  db: Db,
  { programGuid, role }: Pick<AssetAttachment, 'programGuid' | 'role'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('title_asset')
    .select('asset_id')
    .where('program_guid', '=', programGuid)
    .where('role', '=', role)
    .executeTakeFirst()
  return row?.asset_id
}

export const findAttached = (db: Db): Promise<{ programGuid: string; role: AssetRole }[]> =>
  db.selectFrom('title_asset').select(['program_guid as programGuid', 'role']).execute()

/** Including drafts. */
export async function hasNoTitle(db: Db): Promise<boolean> {
  return (await db.selectFrom('title').select('program_id').limit(1).executeTakeFirst()) === undefined
}

/** Next start or end of a licence after `now`. */
export async function findNextEdge(
  db: Db,
  { now, region }: { now: Temporal.Instant; region?: string | undefined },
): Promise<Temporal.Instant | undefined> {
  const here = region === undefined ? sql`true` : sql`region = ${region}`
  const { rows } = await sql<{ edge: Temporal.Instant | null }>`
    select least(
      (select min(starts_at) from licence where starts_at > ${now} and ${here}),
      (select min(ends_at) from licence where ends_at > ${now} and ${here})
    ) as edge`.execute(db)
  return rows[0]?.edge ?? undefined
}

/** Notified of any change of the catalogue or its pages. */
export const CATALOGUE_CHANNEL = 'catalogue'

/** Clears every node's caches, on commit. */
export async function notifyChanged(db: Db): Promise<void> {
  await sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`.execute(db)
}

export async function updateRating(tx: Db, { programId, votes, rating, score }: TitleRating): Promise<void> {
  await tx.updateTable('title').set({ votes, rating, score }).where('program_id', '=', programId).execute()
}

export type TitleRating = { programId: string; votes: number; rating: number; score: number }

const WEIGHED_AT_ONCE = 1_000
/** A change below this part of a weight moves no title, and would be read again by every process. */
const SMALL_SHARE = 20

/** Sets the share of each title's popularity that its plays give. @param weights rows `program_id`, `weight` */
export async function weighTitles(db: Db, weights: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      with weights as (${weights}),
      due as materialized (
        select t.program_id, coalesce(w.weight, 0) as weight from title t left join weights w using (program_id)
        where abs(t.play_weight - coalesce(w.weight, 0)) > greatest(t.play_weight, coalesce(w.weight, 0)) / ${sql.lit(SMALL_SHARE)}
        order by t.program_id limit ${sql.lit(WEIGHED_AT_ONCE)} for no key update of t skip locked)
      update title t set popularity = t.popularity - t.play_weight + due.weight, play_weight = due.weight
      from due where due.program_id = t.program_id`.execute(db)
    if (Number(numAffectedRows ?? 0) < WEIGHED_AT_ONCE) return
  }
}

export async function setTakenDown(
  tx: Db,
  { programId, at }: { programId: string; at: Temporal.Instant | null },
): Promise<void> {
  await tx.updateTable('title').set({ taken_down_at: at }).where('program_id', '=', programId).execute()
}

/** @returns those of the images that other titles show: those that were taken down, or all others */
export async function imagesOfOthers(
  tx: Db,
  { programId, images, areTakenDown }: { programId: string; images: readonly string[]; areTakenDown: boolean },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ image: string }>`
    select distinct shown.image from title t
      cross join lateral (
        select unnest(array[t.keyart_image, t.landscape_image, t.art_image, t.hero_image]) as image
        union all select e.image from episode e where e.program_id = t.program_id) shown
    where t.program_id <> ${programId} and (t.taken_down_at is not null) = ${areTakenDown} and shown.image = any(${[...images]}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ image }) => image))
}

/** Of a change of its windows; the title's own columns are watched by triggers. */
export async function noteNarrowing(tx: Db, programId: string): Promise<void> {
  await sql`insert into title_narrowing (program_id, at) values (${programId}, now())
    on conflict (program_id) do update set at = excluded.at`.execute(tx)
}

/** A grant of before lives no longer (GRANT_HOURS). */
const NARROWING_HOURS = 7

/** Titles that fewer may watch than when grants, which still live, were given. */
export async function findNarrowed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ programId: string }>`
    select program_id as "programId" from title_narrowing where at > now() - make_interval(hours => ${sql.lit(NARROWING_HOURS)})`.execute(
    db,
  )
  return rows.map(({ programId }) => programId)
}
