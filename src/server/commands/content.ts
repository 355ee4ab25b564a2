import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import type { ImportReport } from '#server/kit/content-import.ts'
import { actorOf } from './operator.ts'
import { readTextFile } from './text-file.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run content -- import FILE [--dry-run]

import adds and changes special sales, goods, lockers, freight, private screenings, cinemas, films, showtimes and campaign pages: JSON
Lines in UTF-8, one record in each line (the pages of docs/operations/ list the fields). All of the file is imported, or nothing when a line is
wrong; the same file again changes nothing.
  --dry-run    says what an import would do
  --operator   who does it: the account of this computer by default
Imports are written to audit_entry.
`

export interface ContentCommand {
  readonly file: string
  readonly isDryRun: boolean
  readonly actor: string
}

/** The arguments of the command; undefined when they are wrong. */
export function readContentCommand(args: readonly string[]): ContentCommand | undefined {
  const options = { operator: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const { operator, 'dry-run': isDryRun = false, ...unknown } = values as Record<string, unknown>
  const [action, file, ...rest] = positionals
  if (action !== 'import' || file === undefined || rest.length > 0 || Object.keys(unknown).length > 0) return undefined
  if (typeof isDryRun !== 'boolean' || (operator !== undefined && (typeof operator !== 'string' || !operator.trim())))
    return undefined
  return { file, isDryRun, actor: actorOf(operator) }
}

/** What an import did, in lines. */
export function formatReport({ added, changed, unchanged, problems }: ImportReport, isDryRun: boolean): string[] {
  if (problems.length > 0) {
    return [...problems.map(({ line, message }) => `line ${line}: ${message}`), 'Nothing was imported.']
  }
  const did = isDryRun ? 'Would import' : 'Imported'
  return [`${did}: ${added} added, ${changed} changed, ${unchanged} as they were.`]
}

/** `npm run content`: imports records of every domain that has some. `from`: the folder of relative file names. */
export async function contentCommand(config: Config, args: readonly string[], from: string): Promise<number> {
  const command = readContentCommand(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  const { file, isDryRun, actor } = command
  const content = await readTextFile(from, file)
  return withApp(config, 'content', async (app) => {
    const report = await app.content.importFile({ content, file: basename(file), actor, isDryRun })
    const isWrong = report.problems.length > 0
    for (const line of formatReport(report, isDryRun)) (isWrong ? console.error : console.log)(line)
    return isWrong ? 1 : 0
  })
}
