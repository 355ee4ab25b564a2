import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { giveCredits } from './ledger.ts'
import { addSlot } from './screenings.ts'
import type { WirePayments } from './wire-payments.ts'

/** The title `paid` on sale for 20 credits, HK$20 or one ticket. */
export const FIXTURE_SLOT = 'premiere'

type Deps = Pick<WirePayments, 'screenings'> & { db: Db; clock: Clock; ledger: Ledger; accounts: Accounts }

/** Two starts on sale. `host` has bought the first one; `moviegoer` has a quote of the other. */
export async function addFixtureScreenings({ screenings, db, clock, ledger, accounts }: Deps) {
  const price = { program_id: 'paid', credits: 20, amount_cents: 2_000, seats: 3, capacity: 30_000 }
  await addSlot(db, clock.now(), { ...price, slot_id: FIXTURE_SLOT, startsIn: 24 })
  await addSlot(db, clock.now(), { ...price, slot_id: 'matinee', startsIn: 0.1 })
  const viewerOf = async (name: string) => {
    const viewer = await accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
    await giveCredits({ ledger, clock }, viewer.accountId, 40, { days: 30, key: `fixture screening:${name}` })
    return viewer
  }
  const host = await viewerOf('host')
  const { slot, payment, resourceId } = await screenings.quote(host, 'matinee')
  await screenings.purchase(host, {
    programId: slot.title.programId,
    startsAt: slot.startsAt,
    payment,
    resourceId,
  })
  const quoted = await screenings.quote(await viewerOf('moviegoer'), FIXTURE_SLOT)
  return { screeningQuote: quoted.resourceId, screeningStart: quoted.slot.startsAt.toString() }
}
