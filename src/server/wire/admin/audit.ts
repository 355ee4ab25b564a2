import * as endpoints from '#contract/admin/audit.ts'
import type { Language } from '#contract/languages.ts'
import { consoleAudit as enUS } from '#text/en_US/console-audit.ts'
import { consoleAudit as zhHK } from '#text/zh_HK/console-audit.ts'
import { type AuditQuery, type AuditRow, findAuditEntries, readAuditEntries } from '#server/domains/audit/index.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import type { Tx } from '#server/kit/db.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

/** Who is no administrator sees their own entries, whatever they ask for. */
const visible = ({ filter, sort }: AuditQuery, { roles, operatorId }: Operator): AuditQuery =>
  roles.includes('administrator') ? { filter, sort } : { filter: { ...filter, operatorId }, sort }

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

/** Actions and fields are those of the log, in every language. */
async function* rowsOf(tx: Tx, query: AuditQuery, language: Language): AsyncGenerator<(readonly CsvCell[])[]> {
  const { columns, reason, before, after, details, address, request } = TEXTS[language]
  const { at, who, action, subject } = columns
  yield [[at, who, action, subject, reason, before, after, details, address, request]]
  for await (const part of readAuditEntries(tx, query)) yield part.map(cellsOf)
}

const cellsOf = ({ at, actor, action, subject, reason, before, after, details, address, requestId }: AuditRow) => [
  at,
  actor,
  action,
  subject,
  reason ?? '',
  jsonCell(before),
  jsonCell(after),
  jsonCell(details),
  address ?? '',
  requestId ?? '',
]

const jsonCell = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

const TITLE = 'title:'

/** Undefined for another subject. */
const programIdOf = (subject: string): string | undefined =>
  subject.startsWith(TITLE) ? subject.slice(TITLE.length) : undefined

export const audit = bindAdmin(endpoints, ({ db, titles }) => ({
  list: async ({ after, limit, ...query }, { operator }) => {
    const page = await findAuditEntries(db, { ...visible(query, operator), after, limit })
    const names = await titles.names(page.list.flatMap(({ subject }) => programIdOf(subject) ?? []))
    const list = page.list.map(({ at, ...entry }) => {
      const about = names.get(programIdOf(entry.subject) ?? '') ?? null
      return { ...entry, about, at: wireInstant(at) }
    })
    return { ...page, list }
  },

  exportEntries: (query, { operator, language }) => ({
    fileName: 'audit.csv',
    rows: (tx) => rowsOf(tx, visible(query, operator), language),
  }),
}))
