import { randomUUID } from 'node:crypto'
import type { PageContent } from '#contract/admin/pages.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { PreviewRequest } from '#server/domains/previews/index.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import type { WireWorld } from './wire-world.ts'

export interface OperatorSession {
  readonly operatorId: string
  readonly tokenHash: Buffer
}

/** An operator who edits titles, signed in. */
export async function anOperatorSession({ db, clock }: WireWorld): Promise<OperatorSession> {
  const operatorId = `op-${randomUUID().slice(0, 8)}`
  const session = { operatorId, tokenHash: tokenHash(operatorId) }
  const now = clock.now()
  await sql`insert into operator (operator_id, email, name, roles, created_at)
    values (${operatorId}, ${`${operatorId}@harbour.test`}, ${operatorId}, '{catalogue}', ${now})`.execute(db)
  await sql`insert into operator_session (token_hash, operator_id, created_at, used_at, step_up_at, address)
    values (${session.tokenHash}, ${operatorId}, ${now}, ${now}, ${now}, '127.0.0.1')`.execute(db)
  return session
}

export const saveTitleDraft = (
  { db, titles }: WireWorld,
  { operatorId }: OperatorSession,
  { programId, content }: { programId: string; content: TitleContent },
): Promise<unknown> =>
  inTransaction(db, (tx) => titles.saveDraft(tx, { operatorId }, { programId, content, baseVersion: 1 }))

/** What is there, with changes. */
export async function savePageDraft(
  { db, pageEditing }: WireWorld,
  owner: OperatorSession,
  { scope, change }: { scope: string; change: (content: PageContent) => Partial<PageContent> },
): Promise<void> {
  const { content, version } = await pageEditing.find(scope, owner)
  const draft = { scope, content: { ...content, ...change(content) }, baseVersion: version }
  await inTransaction(db, (tx) => pageEditing.saveDraft(tx, owner, draft))
}

/** For a visitor of Hong Kong, now. @returns the grant */
export const openPreview = (
  { db, clock, previews }: WireWorld,
  session: OperatorSession,
  request: Partial<PreviewRequest> = {},
): Promise<string> =>
  inTransaction(db, (tx) =>
    previews.open(tx, session, {
      draftIds: [],
      pages: [],
      at: clock.now(),
      region: 'HK',
      profile: 'visitor',
      language: 'en_US',
      ...request,
    }),
  )
