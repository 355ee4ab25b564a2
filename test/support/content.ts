import { createLedger } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { createContentImport } from '#server/kit/content-import.ts'
import type { ContentPart } from '#server/kit/content-part.ts'
import type { DbHandle } from '#server/kit/db.ts'

type Deps = { db: DbHandle['db']; clock: Clock; parts: readonly ContentPart[] }

/** JSON Lines. */
export const linesOf = (entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry)).join('\n')

/** The import of some domains. */
export const createTestContent = ({ db, clock, parts }: Deps) =>
  createContentImport({ ...createLedger({ db, clock }), clock, parts })

/** Imports records. @throws when a line is wrong */
export async function addContent(deps: Deps, entries: readonly object[]): Promise<void> {
  const request = { content: linesOf(entries), file: 'fixtures', actor: 'operator:ann' }
  const { problems } = await createTestContent(deps).importFile(request)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
}
