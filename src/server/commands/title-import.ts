import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Language } from '#contract/languages.ts'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { operatorActor } from '#server/domains/audit/index.ts'
import type { ListedOperator } from '#server/domains/operators/index.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { type CsvCell, toCsvFile } from '#server/kit/csv.ts'
import { inTransaction } from '#server/kit/db.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import {
  filmsOf,
  importText,
  problemSentence,
  reportHeads,
  reportRow,
  templateRows,
} from '#server/wire/admin/imports.presenter.ts'
import type { ManifestArguments } from './ingest-arguments.ts'
import { writeNewFile } from './operator-files.ts'
import { withApp } from './with-app.ts'

const BUSY_POLL_MS = 1_000
const PROGRESS_MS = 1_000
const OPERATORS_MAX = 200

/**
 * `npm run ingest -- --manifest FILE`: says what a file of titles would do, or does it. An import that was killed goes on first.
 * @returns 0, or 1 when lines are wrong
 */
export async function importTitles(config: Config, given: ManifestArguments, language: Language): Promise<number> {
  const bytes = await readFile(given.file).catch((cause: Error) => {
    throw new CommandError(`${given.file} cannot be read (${cause.message}).`, { cause })
  })
  return withApp(config, 'ingest', async (app) => {
    const { operatorId, name } = await findOperator(app, given.operator)
    const { folder } = given
    const origin = { operatorId, actor: operatorActor(name), fileName: basename(given.file), bytes }
    const request = { ...origin, ...(folder !== undefined && { folder }) }
    return given.isDryRun
      ? tryImport(app, request, { language, report: given.report })
      : carryOut(app, request, { language, report: given.report })
  })
}

/** @throws CommandError that names those who can be chosen */
async function findOperator({ domains }: App, wanted: string | undefined): Promise<ListedOperator> {
  const filter = { role: 'catalogue' as const }
  const { list } = await domains.operators.people.list({ filter, sort: 'name', limit: OPERATORS_MAX })
  const able = list.filter(({ state }) => state !== 'disabled')
  const found = wanted === undefined ? able : able.filter((one) => [one.name, one.email].includes(wanted))
  if (found.length === 1) return found[0]!
  if (able.length === 0)
    throw new CommandError('No operator has the role catalogue: npm run operators -- create makes one.')
  const names = able.map(({ email }) => email).join(', ')
  throw new CommandError(`Say with --operator whose drafts are made: ${names}.`)
}

type Request = Parameters<App['domains']['titleImports']['check']>[0]
type Telling = { readonly language: Language; readonly report: string | undefined }

async function tryImport({ domains }: App, request: Request, { language, report }: Telling): Promise<number> {
  const text = importText(language)
  const { problems, titles, newPeople } = await domains.titleImports.check(request)
  for (const problem of [...problems, ...titles.flatMap((title) => title.problems)])
    console.error(problemSentence(problem, language))
  const count = (outcome: string) => titles.filter((title) => title.outcome === outcome).length
  const [added, changed, unchanged, wrong] = ['added', 'changed', 'unchanged', 'wrong'].map(count) as [
    number,
    number,
    number,
    number,
  ]
  const ingests = titles.reduce((sum, title) => sum + (title.outcome === 'wrong' ? 0 : title.ingests), 0)
  if (report)
    await writeReport(
      report,
      language,
      titles.map((title) => reportRow({ ...title, films: title.ingests }, language)),
    )
  if (problems.length > 0) console.error(text.importSummary.unreadable)
  else console.log(text.importSummary.would({ added, changed, unchanged, wrong, people: newPeople.length, ingests }))
  return problems.length > 0 || wrong > 0 ? 1 : 0
}

async function carryOut(app: App, request: Request, { language, report }: Telling): Promise<number> {
  const text = importText(language)
  const { titleImports } = app.domains
  const { db } = app.database
  const { problems } = titleImports.read(request.bytes)
  for (const problem of problems) console.error(problemSentence(problem, language))
  if (problems.length > 0) {
    console.error(text.importSummary.unreadable)
    return 1
  }
  const { importId } = await inTransaction(db, async (tx) => {
    const started = await titleImports.start(tx, request)
    const { operatorId, actor, fileName: file } = request
    const entry = {
      at: app.clock.now(),
      actor,
      operatorId,
      action: 'start import',
      subject: `import:${started.importId}`,
    }
    await recordAudit(tx, { ...entry, bulkId: started.importId, details: { file, titles: started.titles } })
    return started
  })
  const progress = await runWithProgress(app, importId, text)
  const rows: CsvCell[][] = []
  await inTransaction(db, async (tx) => {
    for await (const part of titleImports.report(tx, importId))
      for (const row of part) {
        for (const problem of row.problems) console.error(problemSentence(problem, language))
        rows.push(reportRow({ ...row, films: filmsOf(row) }, language))
      }
  })
  if (report) await writeReport(report, language, rows)
  const { open, done, failed } = progress.ingests
  console.log(text.importSummary.did({ ...progress, people: 0, ingests: open + done + failed }))
  if (progress.wrong > 0) console.error(text.importSummary.goesOn)
  return progress.wrong > 0 ? 1 : 0
}

/** A running service takes titles too. */
async function runWithProgress(
  { domains: { titleImports }, log }: App,
  importId: string,
  text: ReturnType<typeof importText>,
) {
  const show = async () => {
    const { added, changed, unchanged, wrong, total } = await titleImports.find(importId)
    process.stderr.write(`${text.importSummary.progress(added + changed + unchanged + wrong, total)}\n`)
  }
  const timer = setInterval(() => void show().catch(() => undefined), PROGRESS_MS)
  try {
    for (;;) {
      await titleImports.carryOutDue({ log })
      const found = await titleImports.find(importId)
      if (found.finishedAt) return found
      await wait(BUSY_POLL_MS)
    }
  } finally {
    clearInterval(timer)
  }
}

const writeReport = (path: string, language: Language, rows: readonly (readonly CsvCell[])[]): Promise<void> =>
  writeNewFile(path, Buffer.from(toCsvFile([reportHeads(language), ...rows])))

/** @returns 0 */
export async function writeTemplate(path: string, language: Language): Promise<number> {
  await writeNewFile(path, Buffer.from(toCsvFile(templateRows(language))))
  return 0
}
