import { giveCredits } from './ledger.ts'
import type { Example, ExampleMember } from './wire-example.ts'
import { addGuest, FIXTURE_SCREENING, FIXTURE_SLOT } from './wire-screenings.ts'
import type { WireWorld } from './wire-world.ts'

let serial = 0

/** A quote of the start on sale. */
async function quoted({ accounts, sales: { screenings } }: WireWorld, name: string) {
  const viewer = await accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
  const { slot, payment, resourceId } = await screenings.purchases.quote(viewer, FIXTURE_SLOT)
  return { programId: slot.title.programId, startsAt: slot.startsAt.toString(), payment, resourceId }
}

/** A screening that the member bought with a ticket. */
async function aScreening(world: WireWorld, { name, accountId }: ExampleMember): Promise<string> {
  await giveCredits(world, accountId, 1, { bucket: 'ticket' })
  const viewer = await world.accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
  const { startsAt, ...request } = await quoted(world, name)
  const bought = { ...request, startsAt: Temporal.Instant.from(startsAt) }
  return (await world.sales.screenings.purchases.purchase(viewer, bought)).screeningId
}

/** A guest's session in the screening of the fixtures. */
async function asGuest({ db, clock }: WireWorld) {
  const number = 6 + (serial++ % 10)
  const guestToken = await addGuest(db, { seatId: `seat-${serial++}`, number, at: clock.now() })
  return { screeningId: FIXTURE_SCREENING, guestToken }
}

/** Inputs of the private cinema's calls that succeed. */
export const SCREENING_EXAMPLES: Readonly<Record<string, Example>> = {
  '/api_v2/privateCinema/invitation': ({ guestSecret: guest }) => ({ guest }),
  '/api_v2/privateCinema/invite': async (world, member) => ({ screeningId: await aScreening(world, member) }),
  '/api_v2/privateCinema/join': ({ guestSecret: guest }) => ({ guest, name: '阿朗' }),
  '/api_v2/privateCinema/remove': async (world, member) => {
    const screeningId = await aScreening(world, member)
    const seatId = `seat-${serial++}`
    await addGuest(world.db, { seatId, screeningId, number: 2, at: world.clock.now() })
    return { screeningId, seatId }
  },
  '/api_v2/privateCinema/screening': asGuest,
  '/api_v2/privateCinema/sync': asGuest,
  '/api_v2/privateCinema/control': async (world, member) => {
    const screeningId = await aScreening(world, member)
    const starts_at = world.clock.now()
    await world.db.updateTable('screening').set({ starts_at }).where('screening_id', '=', screeningId).execute()
    return { screeningId, playing: true, position: 1_000 }
  },
  '/api_v2/privateCinema/create': async (world, { name, accountId }) => {
    await giveCredits(world, accountId, 1, { bucket: 'ticket' })
    return quoted(world, name)
  },
  '/api/checkPlayCinema.action': asGuest,
  '/api_v2/privateCinema/quote': async (world, { accountId }) => {
    await giveCredits(world, accountId, 1, { bucket: 'ticket' })
    return { slotId: FIXTURE_SLOT }
  },
}
