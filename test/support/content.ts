import { recordAudit } from '#server/domains/audit/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import type { ContentPart, ImportProblem } from '#server/kit/content-part.ts'
import { contentProblem } from '#text/en_US/content-problems.ts'
import { inContentTransaction } from '#server/kit/content-records.ts'
import type { DbHandle } from '#server/kit/db.ts'

type Deps = { db: DbHandle['db']; clock: Clock; parts: readonly ContentPart[] }

/** JSON Lines. */
export const linesOf = (entries: readonly object[]): string => entries.map((entry) => JSON.stringify(entry)).join('\n')

/** Some domains as the target of imports. */
export const contentOf = ({ db, clock, parts }: Deps): ContentImport => ({
  transaction: (work) => inContentTransaction(db, work),
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

/** With its problems as the command prints them. */
export const said = <R extends { readonly problems: readonly ImportProblem[] }>({ problems, ...report }: R) => ({
  ...report,
  problems: problems.map((problem) => ({ line: problem.line, message: contentProblem(problem) })),
})
