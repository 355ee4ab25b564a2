import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { ScheduledTask, Worker } from '../domain-module.ts'
import {
  type ComparedState,
  findCompared,
  findLastRun,
  findUncompared,
  replaceCoWatched,
  saveRun,
  upsertSimilar,
} from './similar.repo.ts'
import { type Comparison, createComparison } from './similar.rules.ts'

/** Changed titles are looked for this often. */
const EVERY_MS = 60_000
/** All titles are compared once a night, at this hour of Hong Kong. */
const NIGHT_HOUR = 4
/** What was watched counts for this long. */
const WATCHED_DAYS = 365
/** Titles read by one statement. */
const READ = 2_000
/** Titles compared and written at a time; other work of the process runs between two. */
const WRITTEN = 50
/** So many titles that changed are compared alone, with those that they are like; more are compared with all. */
const CHANGED_MAX = 500
/** Of each changed title so many that are like it are compared again, so that it comes into their lists. */
const NEIGHBOURS = 24

export type ComparingDeps = {
  db: Kysely<Database>
  clock: Clock
  /** Does work unless another process is doing it; undefined if so. */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Compares titles: those that changed within a minute, all of them once a night. */
export function createComparing({ db, clock, lock }: ComparingDeps): { scheduledTasks: ScheduledTask[] } {
  return {
    scheduledTasks: [
      { name: 'similar-titles', everyMs: EVERY_MS, run: (worker) => lock('similar-titles', () => run(worker)) },
    ],
  }

  async function run({ log }: Worker): Promise<void> {
    const startedAt = clock.now()
    const [last, changed] = await Promise.all([findLastRun(db), findUncompared(db, CHANGED_MAX + 1)])
    const isNightly = last === undefined || Temporal.Instant.compare(last, lastNight(startedAt)) < 0
    if (!isNightly && changed.length === 0) return
    if (isNightly) await db.transaction().execute((tx) => replaceCoWatched(tx, daysBefore(startedAt, WATCHED_DAYS)))
    const titles = await readAll()
    const comparison = createComparison(titles)
    const isWhole = isNightly || changed.length > CHANGED_MAX
    const compared = isWhole ? titles : affected(titles, changed, comparison)
    await writeAll(compared, comparison)
    if (isWhole) await saveRun(db, startedAt)
    log.info({ titles: compared.length }, 'similar titles computed')
  }

  async function readAll(): Promise<ComparedState[]> {
    const titles: ComparedState[] = []
    for (;;) {
      const read = await findCompared(db, { after: titles.at(-1)?.programId ?? '', limit: READ })
      titles.push(...read)
      if (read.length < READ) return titles
    }
  }

  async function writeAll(titles: readonly ComparedState[], { similarTo }: Comparison): Promise<void> {
    for (let first = 0; first < titles.length; first += WRITTEN) {
      const some = titles.slice(first, first + WRITTEN)
      await upsertSimilar(
        db,
        some.map(({ programId, updatedAt }) => ({ programId, updatedAt, similar: similarTo(programId) })),
      )
    }
  }
}

/** The titles that changed, and those most like them. */
function affected(
  titles: readonly ComparedState[],
  changed: readonly string[],
  { similarTo }: Comparison,
): ComparedState[] {
  const neighbours = changed.flatMap((id) =>
    similarTo(id)
      .slice(0, NEIGHBOURS)
      .map(({ programId }) => programId),
  )
  const ids = new Set([...changed, ...neighbours])
  return titles.filter(({ programId }) => ids.has(programId))
}

const HONG_KONG = 'Asia/Hong_Kong'

/** The last nightly hour before an instant. */
function lastNight(now: Temporal.Instant): Temporal.Instant {
  const here = now.toZonedDateTimeISO(HONG_KONG)
  const tonight = here.startOfDay().add({ hours: NIGHT_HOUR })
  return (Temporal.ZonedDateTime.compare(tonight, here) <= 0 ? tonight : tonight.subtract({ days: 1 })).toInstant()
}

const daysBefore = (now: Temporal.Instant, days: number): Temporal.Instant => now.subtract({ hours: days * 24 })
