import { recordAudit } from '#server/domains/audit/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import type { ContentPart } from '#server/kit/content-part.ts'
import { type DbHandle, inTransaction } from '#server/kit/db.ts'

type Deps = { db: DbHandle['db']; clock: Clock; parts: readonly ContentPart[] }

/** JSON Lines. */
export const linesOf = (entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry)).join('\n')

/** Some domains as the target of imports. */
export const contentOf = ({ db, clock, parts }: Deps): ContentImport => ({
  transaction: (work) => inTransaction(db, work),
  audit: recordAudit,
  clock,
  parts,
})

/** Imports records. @throws when a line is wrong */
export async function addContent(deps: Deps, entries: readonly object[]): Promise<void> {
  const request = { content: linesOf(entries), file: 'fixtures', actor: 'operator:ann' }
  const { problems } = await importContent(contentOf(deps), request)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
}
