import { outcomeOf, type Upsert, type UpsertRow } from '#server/kit/content-part.ts'
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
  const content = JSON.stringify(contentOf(record))
  return outcomeOf(
    await sql<UpsertRow>`
      insert into campaign as old (code_name, regions, starts_at, ends_at, content, withdrawn, updated_at)
      values (${codeName}, ${regions}::text[], ${startsAt}, ${endsAt}, ${content}::jsonb, ${withdrawn}, ${at})
      on conflict (code_name) do update set regions = excluded.regions, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, content = excluded.content, withdrawn = excluded.withdrawn,
        updated_at = excluded.updated_at
      where (old.regions, old.starts_at, old.ends_at, old.content, old.withdrawn)
        is distinct from (excluded.regions, excluded.starts_at, excluded.ends_at, excluded.content, excluded.withdrawn)
      returning xmax = 0 as added`.execute(tx),
  )
}

/** Those of these titles and images that exist. An image is known by its key `{hash}/{name}`. */
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
