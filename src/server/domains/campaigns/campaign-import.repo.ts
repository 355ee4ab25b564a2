import { type Upsert, upsertChanged } from '#server/kit/content-part.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { CampaignRecord, Content } from './campaign-import.rules.ts'

type Instant = Temporal.Instant

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
