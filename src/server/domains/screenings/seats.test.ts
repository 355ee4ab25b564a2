import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import { sql } from '#server/kit/db.ts'
import { visitor } from '../../../../test/support/viewers.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'

let world: ScreeningsWorld
beforeAll(async () => {
  world = await createScreeningsWorld({ connections: 10 })
})
afterAll(() => world.close())
afterEach(async () => {
  await sql`truncate screening_slot, screening, screening_seat, screening_playback`.execute(world.db)
})

let host: MemberViewer
let screeningId: string
let secret: string
const guest = visitor()
async function open(change: Parameters<ScreeningsWorld['aSlot']>[0] = {}) {
  const start = await world.aSlot(change)
  host = await world.aBuyer({ credits: 200 })
  ;({ screeningId } = await world.buy(host, start))
  ;({ secret } = await world.screenings.hosting.invite(host, { screeningId, renew: false }))
}
beforeEach(() => open())

const join = (viewer: Viewer = guest, name = '阿朗', by = secret) =>
  world.screenings.seats.join(viewer, { guest: by, name })
const names = async () => (await world.screenings.seats.people(screeningId)).map(({ number, name }) => [number, name])
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code: string }).code

test('a guest gets a seat of their own and a session of this screening only', async () => {
  const { seatId, guestToken } = await join()
  expect(await names()).toEqual([
    [1, expect.any(String)],
    [2, '阿朗'],
  ])
  expect(await world.screenings.seats.seatOf(guest, { screeningId, guestToken })).toMatchObject({
    seatId,
    isHost: false,
  })
  const other = await world.aBuyer()
  await expect(world.screenings.seats.seatOf(other, { screeningId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(world.screenings.seats.seatOf(guest, { screeningId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const wrong = { screeningId, guestToken: 'x'.repeat(43) }
  await expect(world.screenings.seats.seatOf(guest, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(world.screenings.seats.seatOf(guest, { screeningId: 'another', guestToken })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the database has neither the secret of the link nor the guest’s token', async () => {
  const { guestToken } = await join()
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(s::text, ' ') from screening s) || (select string_agg(q::text, ' ') from screening_seat q) as text
  `.execute(world.db)
  expect(rows[0]!.text).toContain(screeningId)
  expect(rows[0]!.text).not.toContain(secret)
  expect(rows[0]!.text).not.toContain(guestToken)
})

test('never more guests than seats, however many come at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => join(guest, `g${n}`)))
  expect(outcomes.filter((one) => codeOf(one) === 'done')).toHaveLength(4)
  expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['done', 'NOT_ALLOWED']))
  expect((await names()).map(([number]) => number)).toEqual([1, 2, 3, 4, 5])
})

describe('a guest who joins again', () => {
  const submissionId = 'a'.repeat(32)
  const joinBy = (request: { submissionId?: string; name?: string; guest?: string } = {}) =>
    world.screenings.seats.join(guest, { guest: secret, name: '阿朗', submissionId, ...request })

  test('by the same submission has the same seat and session, however often and at the same time', async () => {
    const joined = await Promise.all([joinBy(), joinBy(), joinBy()])
    const [{ seatId, guestToken }] = joined
    expect(joined).toEqual(joined.map(() => ({ screeningId, seatId, guestToken })))
    expect(await names()).toHaveLength(2)
    expect(await world.screenings.seats.seatOf(guest, { screeningId, guestToken })).toMatchObject({ seatId })
  })

  test('keeps the seat when all are taken, and is called as was said last', async () => {
    const { seatId } = await joinBy()
    for (const name of ['b', 'c', 'd']) await join(guest, name)
    expect(await joinBy({ name: '海棠' })).toMatchObject({ seatId })
    expect((await names())[1]).toEqual([2, '海棠'])
    await expect(joinBy({ submissionId: 'b'.repeat(32) })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  test('without a submission, or by another one, takes another seat', async () => {
    const { guestToken } = await joinBy()
    for (const other of [await join(), await joinBy({ submissionId: 'b'.repeat(32) })])
      expect(other.guestToken).not.toBe(guestToken)
    expect(await names()).toHaveLength(4)
  })

  test('after the seat was taken back does not get it by the former link, nor its session by the new one', async () => {
    const { seatId, guestToken } = await joinBy()
    const renewed = await world.screenings.hosting.remove(host, { screeningId, seatId })
    await expect(joinBy()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const invited = await joinBy({ guest: renewed })
    expect(invited.seatId).not.toBe(seatId)
    expect(invited.guestToken).not.toBe(guestToken)
    await expect(world.screenings.seats.seatOf(guest, { screeningId, guestToken })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('with an account has a seat of the account', async () => {
    const { seatId } = await joinBy()
    const member = await world.screenings.seats.join(await world.aBuyer(), { guest: secret, submissionId })
    expect(member.seatId).not.toBe(seatId)
    expect(member).not.toHaveProperty('guestToken')
  })
})

test('a member sits once, however often the link is opened', async () => {
  const member = await world.aBuyer()
  const joined = await Promise.all([join(member), join(member), join(member)])
  expect(new Set(joined.map(({ seatId }) => seatId)).size).toBe(1)
  expect(joined[0]).not.toHaveProperty('guestToken')
  expect(await names()).toHaveLength(2)
  expect(await join(host)).toMatchObject({ screeningId })
  world.clock.advance('PT1H')
  expect(await world.plays(member)).toBe(true)
})

describe('the link', () => {
  test('is the same until the host makes a new one, which ends it', async () => {
    expect((await world.screenings.hosting.invite(host, { screeningId, renew: false })).secret).toBe(secret)
    const renewed = (await world.screenings.hosting.invite(host, { screeningId, renew: true })).secret
    await expect(join()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await join(guest, '海棠', renewed)).toMatchObject({ screeningId })
  })

  test('is the host’s alone', async () => {
    const member = await world.aBuyer()
    await join(member)
    for (const renew of [false, true])
      await expect(world.screenings.hosting.invite(member, { screeningId, renew })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    expect(await join()).toMatchObject({ screeningId })
  })

  test('ends with the screening', async () => {
    world.clock.advance('PT49H')
    await expect(join()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(world.screenings.seats.invitation(guest, secret)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(world.screenings.hosting.invite(host, { screeningId, renew: false })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a guest who is removed has no seat any more, and no link to come back by; the host stays', async () => {
    const { seatId, guestToken } = await join()
    const [first] = await world.screenings.seats.people(screeningId)
    await expect(world.screenings.hosting.remove(host, { screeningId, seatId: first!.seatId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const other = await world.aBuyer()
    await expect(world.screenings.hosting.remove(other, { screeningId, seatId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await world.screenings.hosting.remove(host, { screeningId, seatId })
    await expect(world.screenings.seats.seatOf(guest, { screeningId, guestToken })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(join()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('class III is for members who gave the parental code', async () => {
  await open({ slot_id: 'adults', program_id: 'adult', startsIn: 2 })
  await expect(join()).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' })
  await expect(join(await world.aBuyer({}, { unlocked: false }))).rejects.toMatchObject({
    code: 'PARENTAL_CODE_REQUIRED',
  })
  expect(await join(await world.aBuyer())).toMatchObject({ screeningId })
})
