import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import { weighTitles } from '../catalogue/index.ts'
import type { DomainModule } from '../domain-module.ts'
import { countStream, deleteDays, forgetStreams, moveIncrements, playWeights, totalDays } from './plays.repo.ts'
import { hongKongDay } from '#server/kit/instants.ts'

/**
 * Plays: how often and how long titles are watched, by day; from them comes what is popular. Owns play_increment, play_day, its
 * totals (play_total_day), its running totals (play_running, play_number) and counted_stream, none of which names a person. Members' plays are counted by the statement that stores their progress (library).
 */
export { addPlays } from './plays.repo.ts'

export type Plays = ReturnType<typeof createPlays>

/** Per address, for visitors: too few to move a list. */
export const PLAY_RATE = { burst: 10, perSecond: 1 / 300 } as const
const DUE_EVERY_MS = 60_000
const WEIGH_EVERY_MS = 30 * 60_000
const TOTAL_EVERY_MS = 10 * 60_000
const DAYS_KEPT = 400

/** A visitor's stream of a free title. */
export interface CountedStream {
  readonly programId: string
  readonly region: string
  readonly device: string
  /** The grant of the stream, as text. */
  readonly grant: string
  readonly expiresAt: Temporal.Instant
}

export function createPlays({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, PLAY_RATE)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'plays', everyMs: DUE_EVERY_MS, run: addUp },
      { name: 'sums of plays', everyMs: TOTAL_EVERY_MS, run: () => sumUp() },
      { name: 'popularity', everyMs: WEIGH_EVERY_MS, run: weigh },
    ],
  }
  return { count, addUp, sumUp, weigh, domainModule }

  /** Once for each stream; drops those beyond the rate of their address. */
  async function count({ programId, grant, ...stream }: CountedStream, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    const grantHash = createHash('sha256').update(grant).digest()
    await countStream(db, { ...stream, program_id: programId, grantHash, day: today() })
  }

  /** Several nodes may run it concurrently. */
  async function addUp(): Promise<void> {
    await moveIncrements(db)
    await forgetStreams(db, clock.now())
    await deleteDays(db, today().subtract({ days: DAYS_KEPT }))
  }

  /** Yesterday is totalled again: a report counts until ten minutes after its time. @param since a day that has changed since */
  async function sumUp(since?: Temporal.PlainDate): Promise<void> {
    await moveIncrements(db)
    await totalDays(db, { from: since ?? today().subtract({ days: 1 }), until: today() })
  }

  /** Each title that changes is read again by every process, so this is done seldom. */
  function weigh(): Promise<void> {
    return weighTitles(db, playWeights(today()))
  }

  function today(): Temporal.PlainDate {
    return hongKongDay(clock.now())
  }
}
