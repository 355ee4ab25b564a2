import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { importCustomers } from '#server/domains/accounts/index.ts'
import { importStaff } from '#server/domains/partners/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { assertMasterKey, masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'
import { actorOf } from './operator.ts'
import { readTextFile } from './text-file.ts'

const USAGE = `Usage:
  npm run partners -- import <partner> <file.csv>   replaces the customer list of a partner: hgc, clp, suntel or movie6
                                                    (the mobile number is the first column)
  npm run partners -- staff import <file.csv>       replaces the staff lists of the companies in the file
                                                    (the company is the first column, the staff number the second)
  --operator                                        who does it: the account of this computer by default
`

type Import =
  | { list: 'customers'; partner: string; file: string; actor: string }
  | { list: 'staff'; file: string; actor: string }

/** The arguments of the command; undefined when they are wrong. */
function readArguments(args: readonly string[]): Import | undefined {
  const options = { operator: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  const named = typeof values.operator === 'string' ? values.operator.trim() : ''
  if (Object.keys(values).some((name) => name !== 'operator') || ('operator' in values && named === ''))
    return undefined
  const actor = actorOf(named)
  const [first, second, third, ...rest] = positionals
  if (second === undefined || third === undefined || rest.length > 0) return undefined
  if (first === 'staff' && second === 'import') return { list: 'staff', file: third, actor }
  return first === 'import' ? { list: 'customers', partner: second, file: third, actor } : undefined
}

/** `npm run partners`: imports the customer lists of partners, and the staff lists of companies. */
export async function partnersCommand(config: Config, args: readonly string[], from: string): Promise<number> {
  const wanted = readArguments(args)
  if (!wanted) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  const csv = await readTextFile(from, wanted.file)
  const masterKey = await masterKeyOf(config)
  return withDatabase(config, 'npm run partners', async (url) => {
    const database = openDb({ url, max: 2 })
    try {
      await assertMasterKey(database.pool, masterKey, config)
      const deps = { db: database.db, clock: systemClock, masterKey }
      const list = { csv, actor: wanted.actor, reason: `list ${basename(wanted.file)}` }
      if (wanted.list === 'customers') {
        const count = await importCustomers(deps, { ...list, partner: wanted.partner })
        console.log(`${wanted.partner} has ${count} customers now.`)
        return 0
      }
      for (const { company, numbers } of await importStaff(deps, list))
        console.log(`${company} has ${numbers} staff numbers now.`)
      return 0
    } finally {
      await database.close()
    }
  })
}
