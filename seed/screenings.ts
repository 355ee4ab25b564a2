import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screenings } from '#server/domains/screenings/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type ContentImport, importContent } from '#server/kit/content-import.ts'
import { contentProblem } from '#text/en_US/content-problems.ts'

/** Dependencies for seeding the demo's private cinema. */
export interface ScreeningsSeed {
  screenings: Pick<Screenings, 'startsAfter'>
  content: ContentImport
  clock: Clock
  say: (line: string) => void
}

/** An entry of `screenings.json`. `day` counts from the day of the start of the service, in Hong Kong; `now` is the last full half-hour. */
type Entry = { slotId: string; programId: string } & ({ day: 'now' } | { day: number; time: string })

const FILE = 'screenings.json'
/** A start makes room for the next one of its entry this long after it began. */
const KEPT_HOURS = 24

/**
 * Puts a start of each entry on sale, and at each later start of the service the next one of those that are over. Starts that exist are
 * left alone, also withdrawn ones: an operator's changes stay. What the catalogue has no title for is left out.
 */
export async function seedScreenings({ screenings, content, clock, say }: ScreeningsSeed): Promise<void> {
  const entries = JSON.parse(await readFile(join(import.meta.dirname, FILE), 'utf8')) as Entry[]
  const now = clock.now()
  const running = await screenings.startsAfter(now.subtract({ hours: KEPT_HOURS }))
  const missing = entries.filter(({ slotId }) => !running.some((id) => id.startsWith(`${slotId}-`)))
  const lines = missing.map((entry) => JSON.stringify(recordOf(entry, now)))
  if (lines.length === 0) return
  const seed = (rest: readonly string[]) =>
    importContent(content, { content: rest.join('\n'), file: FILE, actor: 'system' })
  const { problems } = await seed(lines)
  if (problems.length === 0) return
  const rest = lines.filter((_, at) => problems.every(({ line }) => line !== at + 1))
  const [first] = rest.length > 0 ? (await seed(rest)).problems : []
  if (first) say(`Demo private cinema: left out, line ${first.line}: ${contentProblem(first)}`)
}

function recordOf({ slotId, ...entry }: Entry, now: Temporal.Instant): object {
  const startsAt = startOf(entry, now.toZonedDateTimeISO('Asia/Hong_Kong'))
  const { day: _, time: __, ...rest } = { time: '', ...entry }
  const day = startsAt.toPlainDate().toString().replaceAll('-', '')
  return { kind: 'screening', slotId: `${slotId}-${day}`, startsAt: startsAt.toInstant().toString(), ...rest }
}

function startOf(entry: Pick<Entry, 'day'> & { time?: string }, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (entry.day === 'now') return now.round({ smallestUnit: 'minute', roundingIncrement: 30, roundingMode: 'floor' })
  return now.add({ days: entry.day }).withPlainTime(entry.time ?? '20:00')
}
