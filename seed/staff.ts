import type { Kysely } from 'kysely'
import { importStaff } from '#server/domains/partners/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'

/** Dependencies for seeding a staff list. */
export interface StaffSeed {
  db: Kysely<Database>
  clock: Clock
  masterKey: Buffer
  say: (line: string) => void
}

const COMPANY = 'Harbour Demo'
const NUMBERS = ['D1001', 'D1002', 'D1003', 'D1004', 'D1005']

/** Imports the staff list of a demo company, unless there is a list already. */
export async function seedStaff({ say, ...deps }: StaffSeed): Promise<void> {
  const existing = await deps.db.selectFrom('staff_number').select('company').limit(1).executeTakeFirst()
  if (existing) return
  const csv = NUMBERS.map((number) => `${COMPANY},${number}`).join('\n')
  await importStaff(deps, { csv, actor: 'system', reason: 'the demo' })
  say(`Demo staff list: company ${COMPANY}, staff numbers ${NUMBERS[0]} to ${NUMBERS.at(-1)}`)
}
