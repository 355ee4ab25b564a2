import type { Generated, JSONColumnType } from 'kysely'
import * as z from 'zod/mini'
import { type Db, sql } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { type ContentChange, type RecordSource, type Upsert, upsertChanged } from '#server/kit/content-part.ts'
import type { Language } from '#contract/languages.ts'
import { hongKongText } from '#server/kit/content-records.ts'
import { CAMPAIGN_SCHEMAS, type CampaignRecord, type Content, type Translated } from './campaign-import.rules.ts'
import type { CampaignRow, ListedCampaign, Submission } from './campaigns-model.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    campaign: {
      code_name: string
      regions: Generated<string[]>
      starts_at: Instant | null
      ends_at: Instant | null
      content: JSONColumnType<Content>
      withdrawn: Generated<boolean>
      updated_at: Instant
      updated_by: Generated<string>
      version: Generated<number>
    }
    campaign_sentence: {
      version: string
      code_name: string
      purpose: 'terms' | 'marketing'
      text_zh: string
      text_en: string
      added_at: Instant
    }
    campaign_submission: {
      submission_number: string
      code_name: string
      submission_hash: Buffer
      sender_hash: Buffer
      subject_hash: Buffer
      account_id: string | null
      language: Language
      sealed: Buffer
      terms_version: string
      marketing_version: string | null
      submitted_at: Instant
      opened_at: Generated<Instant | null>
    }
    campaign_upload: { upload_id: string; submission_number: string; field: string }
  }
}

const columns = sql`code_name as "codeName", regions, starts_at as "startsAt", ends_at as "endsAt", content`

/** Not withdrawn. */
export async function findCampaign(db: Db, codeName: string): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign where code_name = ${codeName} and not withdrawn`.execute(db)
  return rows[0]
}

/** As it would be once it is saved. `typed`: a checked record. */
export function typedCampaign(typed: Readonly<Record<string, unknown>>): CampaignRow {
  const record = z.parse(CAMPAIGN_SCHEMAS.campaign, { ...typed, kind: 'campaign' })
  const { codeName, regions, startsAt, endsAt } = record
  const at = (time: string | undefined) => (time === undefined ? null : Temporal.Instant.from(time))
  return { codeName, regions, startsAt: at(startsAt), endsAt: at(endsAt), content: contentOf(record) }
}

export async function listCampaigns(db: Db): Promise<ListedCampaign[]> {
  const { rows } = await sql<ListedCampaign>`
    select ${columns}, withdrawn,
      (select count(*)::int from campaign_submission where campaign_submission.code_name = campaign.code_name) as submissions
    from campaign order by ends_at desc nulls first, code_name`.execute(db)
  return rows
}

export async function hasNoCampaign(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from campaign) as found`.execute(db)
  return !rows[0]!.found
}

type NewSentence = {
  readonly version: string
  readonly codeName: string
  readonly purpose: 'terms' | 'marketing'
  readonly text: Translated
  readonly at: Instant
}

/** An existing sentence is never changed. */
export async function insertSentence(tx: Db, { version, codeName, purpose, text, at }: NewSentence): Promise<void> {
  await sql`
    insert into campaign_sentence (version, code_name, purpose, text_zh, text_en, added_at)
    values (${version}, ${codeName}, ${purpose}, ${text.zh_HK}, ${text.en_US}, ${at})
    on conflict (version) do nothing`.execute(tx)
}

const contentOf = (record: Omit<CampaignRecord, 'line'>): Content => {
  const { kicker, title, lead, audience, endedText, programId, art, image, blocks } = record
  return { kicker, title, lead, audience, endedText, programId, art, image, blocks }
}

export async function upsertCampaign(tx: Db, record: CampaignRecord, change: ContentChange): Promise<Upsert> {
  const { codeName, startsAt = null, endsAt = null, withdrawn } = record
  const regions = record.regions.toSorted()
  return upsertChanged(tx, 'campaign', {
    key: 'code_name',
    change,
    row: {
      code_name: codeName,
      regions,
      starts_at: startsAt === null ? null : Temporal.Instant.from(startsAt),
      ends_at: endsAt === null ? null : Temporal.Instant.from(endsAt),
      content: JSON.stringify(contentOf(record)),
      withdrawn,
    },
  })
}

/** Image keys are `{hash}/{name}`. */
export async function findKnown(
  db: Db,
  { programIds, images }: { programIds: readonly string[]; images: readonly string[] },
): Promise<{ titles: string[]; images: string[] }> {
  const { rows } = await sql<{ titles: string[]; images: string[] }>`
    select array(select program_id from title where program_id = any(${programIds})) as titles,
      array(select hash || '/' || name from image
        where hash = any(${images.map((key) => key.slice(0, key.indexOf('/')))})) as images`.execute(db)
  return rows[0]!
}

export interface SealedSubmission extends Submission {
  readonly sealed: Buffer
  /** In the order of `imageFields`. */
  readonly uploadIds: readonly string[]
  readonly termsText: string
  readonly marketingText: string | null
}

export interface NewSubmission {
  readonly submissionNumber: string
  readonly codeName: string
  readonly submissionHash: Buffer
  readonly senderHash: Buffer
  readonly subjectHash: Buffer
  readonly accountId: string | null
  readonly language: Language
  readonly sealed: Buffer
  readonly termsVersion: string
  readonly marketingVersion: string | null
  readonly at: Instant
}

const facts = sql`s.submission_number as "submissionNumber", s.code_name as "codeName", s.account_id as "accountId",
  s.language, s.terms_version as "termsVersion", s.marketing_version as "marketingVersion", s.submitted_at as "submittedAt",
  s.opened_at as "openedAt",
  array(select field from campaign_upload u where u.submission_number = s.submission_number order by field) as "imageFields"`
const opened = sql`${facts}, s.sealed,
  array(select upload_id from campaign_upload u where u.submission_number = s.submission_number order by field) as "uploadIds",
  case s.language when 'zh_HK' then terms.text_zh else terms.text_en end as "termsText",
  case s.language when 'zh_HK' then marketing.text_zh else marketing.text_en end as "marketingText"
  from campaign_submission s join campaign_sentence terms on terms.version = s.terms_version
  left join campaign_sentence marketing on marketing.version = s.marketing_version`

/** Serializes a sender's submissions to a campaign. */
export async function lockSender(tx: Db, senderHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${senderHash.readBigInt64BE(0).toString()}::bigint)`.execute(tx)
}

export async function findSubmitted(db: Db, submissionHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select submission_number as number from campaign_submission where submission_hash = ${submissionHash}`.execute(db)
  return rows[0]?.number
}

type Sent = { codeName: string; senderHash: Buffer; subjectHash: Buffer }

export async function countSent(tx: Db, { codeName, senderHash, subjectHash }: Sent): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from campaign_submission
    where code_name = ${codeName} and sender_hash = ${senderHash} and subject_hash = ${subjectHash}`.execute(tx)
  return rows[0]!.count
}

/** @returns false when the number is taken */
export async function insertSubmission(tx: Db, one: NewSubmission): Promise<boolean> {
  const { rows } = await sql`
    insert into campaign_submission (submission_number, code_name, submission_hash, sender_hash, subject_hash, account_id,
      language, sealed, terms_version, marketing_version, submitted_at)
    values (${one.submissionNumber}, ${one.codeName}, ${one.submissionHash}, ${one.senderHash}, ${one.subjectHash},
      ${one.accountId}, ${one.language}, ${one.sealed}, ${one.termsVersion}, ${one.marketingVersion}, ${one.at})
    on conflict (submission_number) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

type NewImage = { submissionNumber: string; uploadId: string; field: string }

export async function insertImage(tx: Db, { submissionNumber, uploadId, field }: NewImage): Promise<void> {
  await sql`
    insert into campaign_upload (upload_id, submission_number, field)
    values (${uploadId}, ${submissionNumber}, ${field})`.execute(tx)
}

export async function findSubmissions(
  db: Db,
  { codeName, limit }: { codeName: string; limit: number },
): Promise<Submission[]> {
  const { rows } = await sql<Submission>`
    select ${facts} from campaign_submission s where s.code_name = ${codeName}
    order by s.submitted_at, s.submission_number limit ${limit}`.execute(db)
  return rows
}

export interface SubmissionQuery {
  readonly filter: {
    readonly state: 'new' | 'opened' | 'all'
    readonly codeName?: string | undefined
    readonly submissionNumber?: string | undefined
  }
  readonly sort: 'submittedAt' | '-submittedAt'
  readonly after?: string | undefined
  readonly limit: number
}

const ofState = {
  all: [],
  new: [sql`s.opened_at is null`],
  opened: [sql`s.opened_at is not null`],
} as const

/** A whole number finds a submission in any state. */
export function findSubmissionPage(
  db: Db,
  { filter: { state, codeName, submissionNumber }, sort, ...page }: SubmissionQuery,
): Promise<KeysetPage<Submission>> {
  return readPage<Submission>(
    db,
    {
      columns: facts,
      from: sql`campaign_submission s`,
      where: [
        ...(submissionNumber ? [sql`s.submission_number = ${submissionNumber}`] : ofState[state]),
        ...(codeName ? [sql`s.code_name = ${codeName}`] : []),
      ],
      sort: { by: sql`s.submitted_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`s.submission_number`, type: 'text' },
    },
    page,
  )
}

/** Up to `max`. */
export async function countUnopened(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from campaign_submission where opened_at is null limit ${max}) as unopened`.execute(db)
  return rows[0]!.count
}

/** The first time counts. */
export async function setOpened(
  tx: Db,
  { submissionNumbers, at }: { submissionNumbers: readonly string[]; at: Instant },
): Promise<void> {
  await sql`
    update campaign_submission set opened_at = ${at}
    where submission_number = any(${submissionNumbers}) and opened_at is null`.execute(tx)
}

export async function findSealed(
  db: Db,
  { codeName, after, limit }: { codeName: string; after: string; limit: number },
): Promise<SealedSubmission[]> {
  const { rows } = await sql<SealedSubmission>`
    select ${opened} where s.code_name = ${codeName} and s.submission_number > ${after}
    order by s.submission_number limit ${limit}`.execute(db)
  return rows
}

export async function lockSubmission(tx: Db, submissionNumber: string): Promise<SealedSubmission | undefined> {
  const { rows } = await sql<SealedSubmission>`
    select ${opened} where s.submission_number = ${submissionNumber} for update of s`.execute(tx)
  return rows[0]
}

export async function findOfAccount(db: Db, accountId: string): Promise<SealedSubmission[]> {
  const { rows } = await sql<SealedSubmission>`
    select ${opened} where s.account_id = ${accountId} order by s.submitted_at`.execute(db)
  return rows
}

/** @returns the ids of the deleted images */
export async function deleteSubmission(tx: Db, submissionNumber: string): Promise<string[] | undefined> {
  const { deleted, uploadIds } = await deleteWhere(tx, sql`s.submission_number = ${submissionNumber}`)
  return deleted > 0 ? uploadIds : undefined
}

/** @returns the ids of the deleted images */
export const deleteOfAccount = async (tx: Db, accountId: string): Promise<string[]> =>
  (await deleteWhere(tx, sql`s.account_id = ${accountId}`)).uploadIds

/** Of campaigns that ended before an instant, and older than any form may run. @returns the ids of the deleted images */
export async function deleteOld(tx: Db, { before, daysMax }: { before: Instant; daysMax: number }): Promise<string[]> {
  const ended = sql`s.code_name in (select code_name from campaign where ends_at <= ${before})`
  const old = sql`s.submitted_at <= ${before.subtract({ hours: daysMax * 24 })}`
  return (await deleteWhere(tx, sql`${ended} or ${old}`)).uploadIds
}

async function deleteWhere(tx: Db, which: ReturnType<typeof sql>): Promise<{ deleted: number; uploadIds: string[] }> {
  // Read before the submissions' deletion cascades.
  const { rows } = await sql<{ deleted: number; uploadIds: string[] }>`
    with doomed as materialized (select submission_number from campaign_submission s where ${which} for update),
      held as materialized (select upload_id from campaign_upload join doomed using (submission_number)),
      gone as (delete from campaign_submission using doomed
        where campaign_submission.submission_number = doomed.submission_number returning 1)
    select (select count(*)::int from gone) as deleted, array(select upload_id from held) as "uploadIds"`.execute(tx)
  return rows[0]!
}

export async function countByCampaign(db: Db): Promise<{ codeName: string; count: number }[]> {
  const { rows } = await sql<{ codeName: string; count: number }>`
    select code_name as "codeName", count(*)::int as count from campaign_submission group by code_name`.execute(db)
  return rows
}

const campaigns: RecordSource = {
  idField: 'codeName',
  isNewestFirst: true,
  select: () => sql`
    select x.code_name as id, x.version, x.updated_at, x.updated_by, x.withdrawn,
      extract(epoch from coalesce(x.starts_at, x.updated_at))::bigint as place, x.starts_at, x.regions as parents,
      coalesce((select jsonb_object_agg(t.program_id, jsonb_build_object('zh_HK', t.title_zh, 'en_US', t.title_en))
        from title t where t.program_id = x.content ->> 'programId'
          or t.program_id in (select b ->> 'programId' from jsonb_array_elements(x.content -> 'blocks') b)
          or t.program_id in (select i from jsonb_array_elements(x.content -> 'blocks') b,
            jsonb_array_elements_text(coalesce(b -> 'programIds', '[]')) i)), '{}') as names,
      x.content || jsonb_strip_nulls(jsonb_build_object('codeName', x.code_name, 'regions', to_jsonb(x.regions),
        'startsAt', ${hongKongText('x.starts_at')}, 'endsAt', ${hongKongText('x.ends_at')}, 'withdrawn', x.withdrawn)) as record,
      jsonb_build_object('submissions', (select count(*) from campaign_submission s where s.code_name = x.code_name)) as counts
    from campaign x`,
}

export const CAMPAIGN_SOURCES = { campaign: campaigns }
