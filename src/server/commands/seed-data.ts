import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { allowsDemoAccounts } from '#server/config.rules.ts'
import { systemClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { type AccountsSeed, seedAccounts } from '../../../seed/accounts.ts'
import { seedOpinions } from '../../../seed/opinions.ts'
import { seedStaff } from '../../../seed/staff.ts'
import { seedCinema } from '../../../seed/cinema.ts'
import { seedSales } from '../../../seed/sales.ts'
import { seedCampaigns } from '../../../seed/campaigns.ts'
import { seedScreenings } from '../../../seed/screenings.ts'
import { seedCodes } from '../../../seed/codes.ts'
import { seedOperators } from '../../../seed/operators.ts'
import { seedDemo } from '../../../seed/main.ts'
import { seedMedia } from '../../../seed/media.jobs.ts'

export interface Preparation {
  config: Config
  databaseUrl: string
  say: (line: string) => void
  /** Aborted by Ctrl-C. Finished steps are kept and the next start continues. */
  signal: AbortSignal
}

/** Titles that are indexed before the service starts, within about a second. */
const INDEXED_AT_START = 1_000

/** Avatars, the index of search, and the demo. */
export async function seedData({ config, databaseUrl, say, signal }: Preparation, masterKey: Buffer): Promise<void> {
  const log = createLog({ level: config.LOG_LEVEL, role: 'seed' })
  const clock = systemClock
  const app = await createApp({ config, log, clock, databaseUrl, masterKey, queue: idleQueue })
  const { domains, content } = app
  const { db } = app.database
  try {
    await domains.profiles.avatars.registerAll()
    // After an upgrade search finds what there is from the first request on; the worker does the rest of a large catalogue.
    await domains.search.index.refreshOutdated({ limit: INDEXED_AT_START, log })
    if (!config.HARBOUR_DEMO) return
    const { accounts, profiles, library, comments, subscriptions } = domains
    const { catalogue, pages, images, cinema, campaigns, sales, screenings, codes } = domains
    const media = seedMedia(domains.media)
    await seedDemo({ db, clock, catalogue, pages, images, media, mode: config.HARBOUR_DEMO_MEDIA, say, signal })
    await seedCinema({ cinema, content, images, clock, say })
    await seedCampaigns({ campaigns, content, clock, say })
    if (!allowsDemoAccounts(config)) return
    const isOwnDatabase = config.DATABASE_URL === undefined
    const dataDir = config.DATA_DIR
    await seedSales({ sales, content, clock, say })
    await seedScreenings({ screenings, content, clock, say })
    const addOpinions: AccountsSeed['addOpinions'] = (author) => seedOpinions({ db, comments, profiles }, author)
    const members = { accounts, profiles, library, subscriptions, addOpinions }
    await seedAccounts({ ...members, db, clock, catalogue, dataDir, isOwnDatabase })
    if (isOwnDatabase) await seedStaff({ clock, masterKey, say, db })
    await seedCodes({ codes, dataDir, isOwnDatabase })
    if (isOwnDatabase) await seedOperators({ operators: domains.operators, dataDir })
  } finally {
    await app.close()
  }
}
