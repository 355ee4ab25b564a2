import type { Kysely } from 'kysely'
import { PREVIEW_MINUTES, type PreviewProfile } from '#contract/admin/preview.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import { newToken, tokenHash } from '#server/kit/secrets.ts'
import type { TitleEditing } from '../catalogue/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { SignedIn } from '../operators/index.ts'
import type { PageEditing } from '../pages/index.ts'
import type { Viewer } from '../viewer.ts'
import { type CampaignRecords, deleteExpired, findPreview, insertPreview, type StoredPreview } from './previews.repo.ts'

/**
 * Previews: which operator looks at which drafts, when and as whom. Owns preview_draft: copies of drafts, which end after half an hour
 * or with the operator's session. Never shows anything itself: it makes the viewer to whom `catalogue` and `pages` show the drafts.
 */
export interface PreviewsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly titles: Pick<TitleEditing, 'ownDrafts'>
  readonly pages: Pick<PageEditing, 'ownDrafts'>
}

export interface PreviewRequest {
  readonly draftIds: readonly string[]
  readonly pages: readonly string[]
  /** By code name; checked. */
  readonly campaigns?: CampaignRecords
  readonly at: Temporal.Instant
  readonly region: string
  readonly profile: PreviewProfile
  readonly language: Language
}

export type Previews = ReturnType<typeof createPreviews>

const SWEEP_EVERY_MS = 600_000

/** No account and no profile have it, so what is read of them is empty. */
export const PREVIEW_ID = 'preview'

export function createPreviews({ db, clock, titles, pages }: PreviewsDeps) {
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'previews', everyMs: SWEEP_EVERY_MS, run: () => deleteExpired(db, clock.now()) }],
  }
  return { open, find, viewer, domainModule }

  /** @returns the grant @throws AppError NOT_FOUND for a draft that is not the operator's own */
  async function open(
    tx: Tx,
    { operatorId, tokenHash: sessionHash }: Pick<SignedIn, 'operatorId' | 'tokenHash'>,
    { draftIds, pages: scopes, campaigns = {}, ...shown }: PreviewRequest,
  ): Promise<string> {
    const drafts = await titles.ownDrafts(tx, { operatorId, programIds: draftIds })
    const drafted = await pages.ownDrafts(tx, { operatorId, scopes })
    const grant = newToken()
    const createdAt = clock.now()
    const expiresAt = createdAt.add({ minutes: PREVIEW_MINUTES })
    const kept = { grantHash: tokenHash(grant), sessionHash, operatorId, createdAt, expiresAt }
    const contents = { titles: Object.fromEntries(drafts), pages: Object.fromEntries(drafted), campaigns }
    await insertPreview(tx, { ...shown, ...kept, ...contents })
    return grant
  }

  /** @throws AppError GRANT_REFUSED */
  async function find(grant: string): Promise<StoredPreview & { secondsLeft: number }> {
    const now = clock.now()
    const found = await findPreview(db, { grantHash: tokenHash(grant), now })
    if (!found) throw new AppError('GRANT_REFUSED', { of: 'preview' })
    return { ...found, secondsLeft: Math.floor(now.until(found.expiresAt).total('seconds')) }
  }

  /** @throws AppError GRANT_REFUSED */
  async function viewer(grant: string): Promise<Viewer> {
    const { titles: drafts, pages: drafted, campaigns, at: now, region, profile, language } = await find(grant)
    const contents = Object.entries(drafted).map(([scope, { content }]) => [scope, content] as const)
    const typed = new Map(Object.entries(campaigns))
    const preview = { profile, titles: new Map(Object.entries(drafts)), pages: new Map(contents), campaigns: typed }
    const shared = { language, region, kids: profile === 'kids', deviceSerial: undefined, now, preview }
    if (profile === 'visitor') return { kind: 'visitor', ...shared }
    const ids = { accountId: PREVIEW_ID, sessionId: PREVIEW_ID, profileId: PREVIEW_ID }
    return { kind: 'member', ...ids, unlocked: false, parentalVersion: 0, ...shared }
  }
}
