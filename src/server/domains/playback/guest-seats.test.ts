import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { sql } from '#server/kit/db.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { unlimitedStreams } from '../../../../test/support/playback.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'
import { readDeliveryPath } from './delivery.rules.ts'
import { createPlayback, type Playback } from './index.ts'

let world: ScreeningsWorld
let playback: Playback
beforeAll(async () => {
  world = await createScreeningsWorld()
  playback = createPlayback({
    clock: world.clock,
    masterKey: Buffer.alloc(32, 7),
    streams: unlimitedStreams,
    access: world.access,
    titles: world.catalogue,
    media: { contentKey: async () => null },
    sessions: { findLive: async () => ({ parentalVersion: 0 }) },
    hosts: { free: '', main: '', uhd: '' },
    seats: world.screenings.seats,
  })
})
afterAll(() => world.close())

let host: MemberViewer
let screeningId: string
let secret: string
const guest = visitor()
beforeEach(async () => {
  await sql`truncate screening_slot, screening, screening_seat, screening_playback`.execute(world.db)
  host = await world.aBuyer({ credits: 200 })
  ;({ screeningId } = await world.buy(host, await world.aSlot()))
  ;({ secret } = await world.screenings.hosting.invite(host, { screeningId, renew: false }))
})
const join = (viewer = guest, name = '阿朗') => world.screenings.seats.join(viewer, { guest: secret, name })

describe('playing by a seat', () => {
  const fileOf = (url: string) => readDeliveryPath(url)!

  async function authorize(guestToken: string) {
    const seat = await world.screenings.seats.seatOf(guest, { screeningId, guestToken })
    const { startsAt, endsAt, title } = await world.screenings.find(screeningId)
    const plays = await world.screenings.countPlay(seat.seatId)
    const screening = { programId: title.programId, startsAt, endsAt }
    return playback.authorization.authorizeSeat(guest, { seatId: seat.seatId, plays, screening })
  }

  test('opens within the window, and closes with it', async () => {
    const { guestToken } = await join()
    await expect(authorize(guestToken!)).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
    world.clock.advance('PT1H')
    const { redirectURL, expiresAt } = await authorize(guestToken!)
    await playback.streamAuthorization.admit(fileOf(redirectURL), 'HK')
    expect(Temporal.Instant.from(expiresAt).since(world.clock.now()).total('hours')).toBe(6)
    world.clock.advance('PT46H')
    const late = await authorize(guestToken!)
    expect(Temporal.Instant.from(late.expiresAt).since(world.clock.now()).total('hours')).toBe(2)
    world.clock.advance('PT2H')
    await expect(playback.streamAuthorization.admit(fileOf(late.redirectURL), 'HK')).rejects.toMatchObject({
      code: 'GRANT_REFUSED',
    })
  })

  test('a seat plays in one place: the newest', async () => {
    const { guestToken } = await join()
    world.clock.advance('PT1H')
    const [first, second] = [await authorize(guestToken!), await authorize(guestToken!)]
    await playback.streamAuthorization.admit(fileOf(second.redirectURL), 'HK')
    await expect(playback.streamAuthorization.admit(fileOf(first.redirectURL), 'HK')).rejects.toMatchObject({
      code: 'GRANT_REFUSED',
    })
  })

  test('ends at once when the seat is taken back, or the screening refunded', async () => {
    const { seatId, guestToken } = await join()
    const other = await join(guest, '海棠')
    world.clock.advance('PT1H')
    const removed = await authorize(guestToken!)
    const stays = await authorize(other.guestToken!)
    await playback.streamAuthorization.admit(fileOf(removed.redirectURL), 'HK')
    await world.screenings.hosting.remove(host, { screeningId, seatId })
    await expect(playback.streamAuthorization.admit(fileOf(removed.redirectURL), 'HK')).rejects.toMatchObject({
      code: 'GRANT_REFUSED',
    })
    await playback.streamAuthorization.admit(fileOf(stays.redirectURL), 'HK')
    const now = world.clock.now()
    await world.db.updateTable('screening').set({ state: 'voided', voided_at: now }).execute()
    await expect(playback.streamAuthorization.admit(fileOf(stays.redirectURL), 'HK')).rejects.toMatchObject({
      code: 'GRANT_REFUSED',
    })
  })
})
