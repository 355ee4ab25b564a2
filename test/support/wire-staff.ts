import { importStaff } from '#server/domains/partners/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Kysely } from 'kysely'
import type { WirePayments } from './wire-payments.ts'

export const STAFF_COMPANY = 'Harbour Bank'
const NUMBERS = 500

/** The staff numbers of the fixtures, `FIX-1` and so on, and of the examples, `EX-0` and so on. */
export async function addWireStaff({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<void> {
  const numbers = Array.from({ length: NUMBERS }, (_, n) => [`FIX-${n}`, `EX-${n}`]).flat()
  const csv = numbers.map((number) => `${STAFF_COMPANY},${number}`).join('\n')
  await importStaff({ db, clock, masterKey: Buffer.alloc(32, 7) }, { csv, actor: 'operator:ann', reason: 'fixtures' })
}

let serial = 0

/** A number of which no plan runs. */
export const aStaffNumber = () => ({ companyName: STAFF_COMPANY, staffNumber: `EX-${serial++}` })

/** Tokens for as many numbers. */
export const checkedTokens = ({ partners }: Pick<WirePayments, 'partners'>, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const visitor = { kind: 'visitor', language: 'en_US', region: 'HK', kids: false } as Viewer
      const { staffToken } = await partners.staff.check(visitor, { ...aStaffNumber(), address: '203.0.113.9' })
      return staffToken
    }),
  )
