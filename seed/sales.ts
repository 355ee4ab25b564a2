import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sales } from '#server/domains/sales/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import { contentProblem } from '#text/en_US/content-problems.ts'

/** Dependencies for seeding the demo's special sale. */
export interface SalesSeed {
  sales: Pick<Sales, 'isEmpty'>
  content: ContentImport
  clock: Clock
  say: (line: string) => void
}

const FILE = 'sales.jsonl'
/** The sale runs from the day before the demo is set up for this many days. */
const SALE_DAYS = 60

/**
 * Imports the demo's sale where there has never been one: an operator's changes stay. What the catalogue has no title for is left out; the
 * start never fails because of it.
 */
export async function seedSales({ sales, content, clock, say }: SalesSeed): Promise<void> {
  if (!(await sales.isEmpty())) return
  const dated = datedFrom(await readFile(join(import.meta.dirname, FILE), 'utf8'), clock.now())
  const seed = (lines: string) => importContent(content, { content: lines, file: FILE, actor: 'system' })
  const { problems } = await seed(dated)
  if (problems.length === 0) return
  const wrong = new Set(problems.map(({ line }) => line))
  const rest = dated.split('\n').map((line, at) => (wrong.has(at + 1) ? '' : line))
  if (!rest.some((line) => line.includes('"kind": "goods"'))) return
  const [first] = (await seed(rest.join('\n'))).problems
  if (first) say(`Demo sale: left out, line ${first.line}: ${contentProblem(first)}`)
}

/** The file with its sale now: whole days in Hong Kong. */
function datedFrom(content: string, now: Temporal.Instant): string {
  const today = now.toZonedDateTimeISO('Asia/Hong_Kong').startOfDay()
  const startsAt = today.subtract({ days: 1 }).toInstant().toString()
  const endsAt = today.add({ days: SALE_DAYS }).subtract({ seconds: 1 }).toInstant().toString()
  const restockOn = today.add({ days: 15 }).toPlainDate().toString()
  return content
    .replace(/"startsAt": "[^"]+"/, `"startsAt": "${startsAt}"`)
    .replace(/"endsAt": "[^"]+"/, `"endsAt": "${endsAt}"`)
    .replace(/"restockOn": "[^"]+"/, `"restockOn": "${restockOn}"`)
}
