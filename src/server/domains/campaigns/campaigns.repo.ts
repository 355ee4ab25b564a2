import type { Generated, JSONColumnType } from 'kysely'
import { type Db, sql } from '#server/kit/db.ts'
import type { Content, Translated, CampaignRecord } from './campaign-import.rules.ts'
import type { CampaignRow, ListedCampaign } from './campaigns-model.ts'
import { type Upsert, upsertChanged } from '#server/kit/content-part.ts'

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
    }
    campaign_sentence: {
      version: string
      code_name: string
      purpose: 'terms' | 'marketing'
      text_zh: string
      text_en: string
      added_at: Instant
    }
  }
}

const columns = sql`code_name as "codeName", regions, starts_at as "startsAt", ends_at as "endsAt", content`

/** Not withdrawn. */
export async function findCampaign(db: Db, codeName: string): Promise<CampaignRow | undefined> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from campaign where code_name = ${codeName} and not withdrawn`.execute(db)
  return rows[0]
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

const contentOf = (record: CampaignRecord): Content => {
  const { kicker, title, lead, audience, endedText, programId, art, image, blocks } = record
  return { kicker, title, lead, audience, endedText, programId, art, image, blocks }
}

export async function upsertCampaign(tx: Db, record: CampaignRecord, at: Instant): Promise<Upsert> {
  const { codeName, startsAt = null, endsAt = null, withdrawn } = record
  const regions = record.regions.toSorted()
  return upsertChanged(tx, 'campaign', {
    key: 'code_name',
    at,
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
