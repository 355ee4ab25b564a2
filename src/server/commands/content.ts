import { basename } from 'node:path'
import { contentProblem } from '#text/en_US/content-problems.ts'
import type { Config } from '#server/config.ts'
import { importContent, type ImportReport } from '#server/kit/content-import.ts'
import { defineCommand, named, runCommand } from './command.ts'
import { readTextFile } from './operator-files.ts'
import { withApp } from './with-app.ts'

export const CONTENT = defineCommand({
  name: 'content',
  actions: {
    import: {
      positionals: { file: { kind: named('<file>') } },
      options: { dryRun: { kind: 'flag', help: 'says what an import would do' } },
      audited: 'reason known',
      help: `adds and changes special sales, goods, lockers, freight, private screenings, cinemas, films, showtimes and campaign pages: JSON
      Lines in UTF-8, one record in each line (the pages of docs/operations/ list the fields). All of the file is imported, or
      nothing when a line is wrong; the same file again changes nothing. Imports are written to audit_entry.`,
    },
  },
})

export function formatReport({ added, changed, unchanged, problems }: ImportReport, isDryRun: boolean): string[] {
  if (problems.length > 0) {
    return [...problems.map((problem) => `line ${problem.line}: ${contentProblem(problem)}`), 'Nothing was imported.']
  }
  const did = isDryRun ? 'Would import' : 'Imported'
  return [`${did}: ${added} added, ${changed} changed, ${unchanged} as they were.`]
}

export const contentCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runCommand(CONTENT, args, async ({ file, dryRun: isDryRun, actor }) => {
    const content = await readTextFile(from, file)
    return withApp(config, 'content', async (app) => {
      const report = await importContent(app.content, { content, file: basename(file), actor, isDryRun })
      const isWrong = report.problems.length > 0
      for (const line of formatReport(report, isDryRun)) (isWrong ? console.error : console.log)(line)
      return isWrong ? 1 : 0
    })
  })
