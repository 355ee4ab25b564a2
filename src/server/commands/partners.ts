import { basename } from 'node:path'
import type { Config } from '#server/config.ts'
import { importCustomers } from '#server/domains/accounts/index.ts'
import { importStaff } from '#server/domains/partners/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { defineCommand, named, runCommand, text } from './command.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { readTextFile } from './operator-files.ts'
import { withDatabase } from './with-app.ts'

const FILE = { kind: named('<file.csv>'), shown: '<file.csv>' } as const

const PARTNERS = defineCommand({
  name: 'partners',
  actions: {
    import: {
      positionals: { partner: { kind: text }, file: FILE },
      audited: 'reason known',
      help: 'replaces the customer list of a partner: hgc, clp, suntel or movie6 (the mobile number is the first column).',
    },
    'staff import': {
      positionals: { file: FILE },
      audited: 'reason known',
      help: `replaces the staff lists of the companies in the file (the company is the first column, the staff number the second).`,
    },
  },
})

export const partnersCommand = (config: Config, args: readonly string[], from: string): Promise<number> =>
  runCommand(PARTNERS, args, async (given) => {
    const csv = await readTextFile(from, given.file)
    const masterKey = await masterKeyOf(config)
    return withDatabase(config, 'partners', async ({ pool, db }) => {
      await assertMasterKey(pool, masterKey, config)
      const deps = { db, clock: systemClock, masterKey }
      const list = { csv, actor: given.actor, reason: `list ${basename(given.file)}` }
      if (given.action === 'import') {
        const count = await importCustomers(deps, { ...list, partner: given.partner })
        console.log(`${given.partner} has ${count} customers now.`)
        return 0
      }
      for (const { company, numbers } of await importStaff(deps, list))
        console.log(`${company} has ${numbers} staff numbers now.`)
      return 0
    })
  })
