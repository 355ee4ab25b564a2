import { type Generated, sql } from 'kysely'
import { IDLE_MINUTES, SESSION_HOURS } from '#contract/admin/session.ts'
import type { PreviewProfile } from '#contract/admin/preview.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { Language } from '#contract/languages.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import type { DraftedPage } from '../pages/index.ts'

/** By code name. */
export type CampaignRecords = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface StoredPreview {
  readonly titles: Readonly<Record<string, TitleContent>>
  readonly pages: Readonly<Record<string, DraftedPage>>
  readonly campaigns: CampaignRecords
  readonly at: Temporal.Instant
  readonly region: string
  readonly profile: PreviewProfile
  readonly language: Language
  readonly expiresAt: Temporal.Instant
}

export interface NewPreview extends StoredPreview {
  readonly grantHash: Buffer
  readonly sessionHash: Buffer
  readonly operatorId: string
  readonly createdAt: Temporal.Instant
}

declare module '#server/kit/db.ts' {
  interface Database {
    preview_draft: {
      grant_hash: Buffer
      session_hash: Buffer
      operator_id: string
      titles: Readonly<Record<string, TitleContent>>
      pages: Readonly<Record<string, DraftedPage>>
      campaigns: Generated<CampaignRecords>
      at: Temporal.Instant
      region: string
      profile: PreviewProfile
      language: Language
      created_at: Temporal.Instant
      expires_at: Temporal.Instant
    }
  }
}

export async function insertPreview(tx: Tx, preview: NewPreview): Promise<void> {
  await tx
    .insertInto('preview_draft')
    .values({
      grant_hash: preview.grantHash,
      session_hash: preview.sessionHash,
      operator_id: preview.operatorId,
      titles: JSON.stringify(preview.titles) as never,
      pages: JSON.stringify(preview.pages) as never,
      campaigns: JSON.stringify(preview.campaigns) as never,
      at: preview.at,
      region: preview.region,
      profile: preview.profile,
      language: preview.language,
      created_at: preview.createdAt,
      expires_at: preview.expiresAt,
    })
    .execute()
}

/** While it and the session that opened it last. */
export async function findPreview(
  db: Db,
  { grantHash, now }: { grantHash: Buffer; now: Temporal.Instant },
): Promise<StoredPreview | undefined> {
  const { rows } = await sql<StoredPreview>`
    select p.titles, p.pages, p.campaigns, p.at, p.region, p.profile, p.language, p.expires_at as "expiresAt"
    from preview_draft p
      join operator_session s on s.token_hash = p.session_hash
      join operator o on o.operator_id = p.operator_id
    where p.grant_hash = ${grantHash} and p.expires_at > ${now} and s.ended_at is null and o.disabled_at is null
      and s.created_at > ${now.subtract({ hours: SESSION_HOURS })}
      and s.used_at > ${now.subtract({ minutes: IDLE_MINUTES })}
      and 'catalogue' = any (o.roles)`.execute(db)
  return rows[0]
}

export async function deleteExpired(db: Db, now: Temporal.Instant): Promise<void> {
  await db.deleteFrom('preview_draft').where('expires_at', '<=', now).execute()
}
