import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Rentals } from '#server/domains/rentals/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { giveCredits } from './ledger.ts'

type RenterDeps = { accounts: Accounts; db: Kysely<Database>; clock: Clock; rentals: Rentals }

const PRICE = 28

/**
 * Two members with credits: `renter` has a quote for the title `paid`, `tenant` has rented it.
 * @returns the quote
 */
export async function createWireRenter({ accounts, db, clock, rentals }: RenterDeps): Promise<string> {
  const offer = { programId: 'paid', payment: PRICE, unit: 'credits', windowEndsAt: null } as const
  const prepare = async (name: string) => {
    const viewer = await accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
    await giveCredits({ db, clock }, viewer.accountId, 60, { days: 30, key: `fixture:${name}` })
    const { resourceId } = await rentals.quote(viewer, offer)
    return { viewer, resourceId }
  }
  const { viewer, resourceId } = await prepare('tenant')
  await rentals.purchase(viewer, { programId: 'paid', payment: PRICE, resourceId })
  return (await prepare('renter')).resourceId
}
