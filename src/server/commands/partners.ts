import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { importCustomers } from '#server/domains/accounts/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

const USAGE = `Usage:
  npm run partners -- import <partner> <file.csv>   replaces the customer list of a telecom partner
                                                    (the mobile number is the first column)
`

/** `npm run partners`: imports the customer lists of telecom partners. */
export async function partnersCommand(config: Config, args: readonly string[], from: string): Promise<number> {
  const [verb, partner, file, ...rest] = args
  if (verb !== 'import' || partner === undefined || file === undefined || rest.length > 0) {
    console.error(USAGE)
    return verb === '--help' ? 0 : 2
  }
  const csv = await readFile(resolve(from, file), 'utf8').catch((cause: Error) => {
    throw new Refusal(`${file} cannot be read (${cause.message}).`, { cause })
  })
  const masterKey = await masterKeyOf(config)
  return withDatabase(config, 'npm run partners', async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      await assertMasterKey(database.pool, masterKey, config)
      const count = await importCustomers({ db: database.db, clock: systemClock, masterKey }, { partner, csv })
      console.log(`${partner} has ${count} customers now.`)
      return 0
    } finally {
      await database.close()
    }
  })
}
