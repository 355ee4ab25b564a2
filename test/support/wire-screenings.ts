import { createHash } from 'node:crypto'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Kysely } from 'kysely'
import type { Database, Db } from '#server/kit/db.ts'
import { giveCredits } from './ledger.ts'
import { addSlot } from './screenings.ts'
import type { WirePayments } from './wire-payments.ts'

/** The title `paid` on sale for 20 credits, HK$20 or one ticket. */
export const FIXTURE_SLOT = 'premiere'
/** The screening of the member `host`, with a guest. */
export const FIXTURE_SCREENING = 'fixture-screening'

type Deps = Pick<WirePayments, 'screenings'> & { db: Kysely<Database>; clock: Clock; accounts: Accounts }

/** Two starts on sale. `host` has bought the first one; `moviegoer` has a quote of the other. */
export async function addFixtureScreenings({ screenings, db, clock, accounts }: Deps) {
  const price = { program_id: 'paid', credits: 20, amount_cents: 2_000, seats: 3, capacity: 30_000 }
  await addSlot(db, clock.now(), { ...price, slot_id: FIXTURE_SLOT, startsIn: 24 })
  await addSlot(db, clock.now(), { ...price, slot_id: 'matinee', seats: 20, startsIn: 0.1 })
  const viewerOf = async (name: string) => {
    const viewer = await accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
    await giveCredits({ db, clock }, viewer.accountId, 40, { days: 30, key: `fixture screening:${name}` })
    return viewer
  }
  const host = await viewerOf('host')
  const { slot, payment, resourceId } = await screenings.purchases.quote(host, 'matinee')
  const bought = await screenings.purchases.purchase(host, {
    programId: slot.title.programId,
    startsAt: slot.startsAt,
    payment,
    resourceId,
  })
  const startsAt = clock.now().subtract({ hours: 1 })
  const guestSecret = await renameScreening(db, { from: bought.screeningId, startsAt, screenings })
  await addGuest(db, { seatId: 'fixture-seat', number: 20, at: clock.now() })
  const quoted = await screenings.purchases.quote(await viewerOf('moviegoer'), FIXTURE_SLOT)
  return { screeningQuote: quoted.resourceId, screeningStart: quoted.slot.startsAt.toString(), guestSecret }
}

/** Gives a screening the id of the fixtures, with its link, and opens it. @returns the secret of the link */
async function renameScreening(
  db: Db,
  { from, startsAt, screenings }: Pick<WirePayments, 'screenings'> & { from: string; startsAt: Temporal.Instant },
): Promise<string> {
  const secret = screenings.guestSecret({ screeningId: FIXTURE_SCREENING, linkVersion: 1 })
  const seat = db.selectFrom('screening_seat').selectAll().where('screening_id', '=', from)
  const host = await seat.executeTakeFirstOrThrow()
  await db.deleteFrom('screening_seat').where('screening_id', '=', from).execute()
  await db
    .updateTable('screening')
    .set({
      screening_id: FIXTURE_SCREENING,
      starts_at: startsAt,
      link_hash: createHash('sha256').update(secret).digest(),
    })
    .where('screening_id', '=', from)
    .execute()
  await db
    .insertInto('screening_seat')
    .values({ ...host, screening_id: FIXTURE_SCREENING })
    .execute()
  return secret
}

/** A guest without an account in a screening, in the place of whoever sat there. @returns the guest's token */
export async function addGuest(
  db: Db,
  {
    seatId,
    number,
    at,
    screeningId = FIXTURE_SCREENING,
  }: { seatId: string; number: number; at: Temporal.Instant; screeningId?: string },
): Promise<string> {
  const token = createHash('sha256').update(seatId).digest('base64url')
  const seat = { seat_id: seatId, screening_id: screeningId, number, is_host: false, account_id: null, name: '海棠' }
  const times = { joined_at: at, removed_at: null, seen_at: null, drift_ms: null }
  await db.deleteFrom('screening_seat').where('screening_id', '=', screeningId).where('number', '=', number).execute()
  const token_hash = createHash('sha256').update(token).digest()
  await db
    .insertInto('screening_seat')
    .values({ ...seat, ...times, token_hash })
    .execute()
  return token
}
