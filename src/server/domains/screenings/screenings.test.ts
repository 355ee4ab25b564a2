import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { errors as en } from '#text/en_US/errors.ts'
import { errors as zh } from '#text/zh_HK/errors.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'

let world: ScreeningsWorld
beforeAll(async () => {
  world = await createScreeningsWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await sql`truncate screening_slot, screening, screening_seat, screening_playback`.execute(world.db)
})

const refusal = (code: string, details: object = {}) => expect.objectContaining({ code, ...(details && { details }) })

describe('with credits', () => {
  test('a screening is bought once, however often its quote is used', async () => {
    const start = await world.aSlot()
    const buyer = await world.aBuyer({ credits: 200 })
    const quoted = await world.quote(buyer, start)
    expect(quoted).toMatchObject({
      unit: 'credits',
      payment: 128,
      owned: 200,
      from: [{ bucket: 'recharged', credits: 128 }],
    })
    const another = await world.quote(buyer, start)
    const first = await world.pay(buyer, start, quoted)
    expect(first).toMatchObject({ charged: 128 })
    expect(await world.pay(buyer, start, quoted)).toEqual({ ...first, charged: 0 })
    expect(await world.pay(buyer, start, another)).toEqual({ ...first, charged: 0 })
    expect(await world.credits(buyer)).toBe(72)
    expect(await world.seats(start)).toEqual([5, 0])
    expect(await world.screenings.ofAccount(buyer.accountId)).toMatchObject([
      { screeningId: first.screeningId, status: 'upcoming', seats: 5, taken: 1 },
    ])
  })

  test('it plays from its first second to its last', async () => {
    const start = await world.aSlot()
    const buyer = await world.aBuyer({ credits: 200 })
    await world.buy(buyer, start)
    world.clock.advance('PT59M59S')
    expect(await world.plays(buyer)).toBe(false)
    world.clock.advance('PT1S')
    expect(await world.plays(buyer)).toBe(true)
    expect(await world.plays(await world.aBuyer())).toBe(false)
    world.clock.advance('PT47H59M59S')
    expect(await world.plays(buyer)).toBe(true)
    world.clock.advance('PT1S')
    expect(await world.plays(buyer)).toBe(false)
    expect(await world.screenings.ofAccount(buyer.accountId)).toEqual([])
  })

  test('too few credits, another account’s quote, one that expired, and another start are refused, and charge nothing', async () => {
    const [start, other] = [await world.aSlot(), await world.aSlot({ slot_id: 'later', startsIn: 5 })]
    const [poor, buyer] = [await world.aBuyer({ credits: 100 }), await world.aBuyer({ credits: 300 })]
    await expect(world.quote(poor, start)).rejects.toEqual(refusal('INSUFFICIENT_CREDITS', { needed: 128, owned: 100 }))
    const quoted = await world.quote(buyer, start)
    const rich = await world.aBuyer({ credits: 300 })
    await expect(world.pay(rich, start, quoted)).rejects.toEqual(refusal('QUOTE_EXPIRED'))
    await expect(world.pay(buyer, other, quoted)).rejects.toEqual(refusal('QUOTE_EXPIRED'))
    await expect(world.pay(buyer, start, { ...quoted, payment: 1 })).rejects.toEqual(refusal('QUOTE_EXPIRED'))
    world.clock.advance('PT10M')
    await expect(world.pay(buyer, start, quoted)).rejects.toEqual(refusal('QUOTE_EXPIRED'))
    expect([await world.credits(buyer), await world.credits(rich)]).toEqual([300, 300])
    expect(await world.seats(start)).toEqual([0, 0])
  })

  test('a start without enough seats is selling fast', async () => {
    const start = await world.aSlot({ capacity: 5 })
    const quoted = await world.quote(await world.aBuyer({ credits: 200 }), start)
    expect(quoted.slot.state).toBe('few')
    const late = await world.aBuyer({ credits: 200 })
    const lateQuote = await world.quote(late, start)
    await world.buy(await world.aBuyer({ credits: 200 }), start)
    await expect(world.pay(late, start, lateQuote)).rejects.toEqual(refusal('SELLING_FAST'))
    await expect(world.quote(late, start)).rejects.toEqual(refusal('SELLING_FAST'))
    expect(await world.credits(late)).toBe(200)
  })
})

describe('with cinema tickets', () => {
  test('members of telecom partners pay with a ticket, once', async () => {
    const start = await world.aSlot()
    const buyer = await world.aBuyer({ tickets: 2, partner: 'hgc' })
    const quoted = await world.quote(buyer, start)
    expect(quoted).toMatchObject({ unit: 'tickets', payment: 1, owned: 2 })
    expect(await world.pay(buyer, start, quoted)).toMatchObject({ charged: 1, unit: 'tickets' })
    expect(await world.buy(buyer, start)).toMatchObject({ charged: 0 })
    expect(await world.credits(buyer)).toBe(1)
  })

  test('without a ticket nothing is sold', async () => {
    const start = await world.aSlot()
    const buyer = await world.aBuyer({ credits: 500, partner: 'hgc' })
    const refused = await world.quote(buyer, start).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'INSUFFICIENT_TICKETS', details: { of: 'cinema' } })
    const sentences = [zh, en].map((errors) => errors.INSUFFICIENT_TICKETS({ of: 'cinema' }))
    expect(sentences).toEqual([expect.stringContaining('戲票'), expect.stringContaining('cinema tickets')])
  })
})

describe('who may buy', () => {
  test('class III needs the parental code', async () => {
    const start = await world.aSlot({ program_id: 'adult' })
    const locked = await world.aBuyer({ credits: 200 }, { unlocked: false })
    await expect(world.quote(locked, start)).rejects.toEqual(refusal('PARENTAL_CODE_REQUIRED'))
    expect(await world.buy(await world.aBuyer({ credits: 200 }), start)).toMatchObject({ charged: 128 })
  })

  test('a start is not sold in a region without licence, nor once it can no longer be watched whole', async () => {
    const start = await world.aSlot()
    const abroad = await world.aBuyer({ credits: 200 }, { region: 'TW' })
    await expect(world.quote(abroad, start)).rejects.toEqual(refusal('NOT_FOUND'))
    const buyer = await world.aBuyer({ credits: 200 })
    expect(await world.screenings.slots.list(buyer)).toHaveLength(1)
    world.clock.advance('PT48H30M')
    expect(await world.screenings.slots.list(buyer)).toEqual([])
    await expect(world.quote(buyer, start)).rejects.toEqual(refusal('NOT_FOUND'))
  })

  test('a start before its licence is sold once the licence began', async () => {
    const { db, clock } = world
    const start = await world.aSlot()
    const began = start.startsAt.add({ minutes: 10 })
    await db.updateTable('licence').set({ starts_at: began }).where('program_id', '=', 'premium').execute()
    const buyer = await world.aBuyer({ credits: 200 })
    expect(await world.screenings.slots.list(buyer)).toEqual([])
    clock.advance('PT1H5M')
    expect(await world.screenings.slots.list(buyer)).toEqual([])
    clock.advance('PT5M')
    expect(await world.buy(buyer, start)).toMatchObject({ charged: 128 })
  })
})

test('the price is returned once when the title cannot be played', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer({ credits: 200 })
  await world.buy(buyer, start)
  world.clock.advance('PT2H')
  await world.runDue()
  expect(await world.credits(buyer)).toBe(72)
  await world.db.updateTable('title').set({ state: 'draft' }).where('program_id', '=', 'premium').execute()
  await world.runDue()
  await world.runDue()
  await world.db.updateTable('title').set({ state: 'published' }).where('program_id', '=', 'premium').execute()
  expect(await world.credits(buyer)).toBe(200)
  expect(await world.plays(buyer)).toBe(false)
})

test('an account takes its screenings along when it is exported, and leaves none of its own when it is erased', async () => {
  const start = await world.aSlot()
  const buyer = await world.aBuyer({ credits: 200 })
  await world.buy(buyer, start)
  const data = world.screenings.domainModule.personalData!
  const person = { accountId: buyer.accountId, number: '', email: '' }
  expect(await data.collect(person, 'en_US')).toMatchObject([{ programId: 'premium', state: 'valid' }])
  await world.db.transaction().execute((tx) => data.erase(tx, person))
  expect(await data.collect(person, 'en_US')).toEqual([])
  expect(await world.plays(buyer)).toBe(false)
})
