import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createScreeningsWorld, type ScreeningsWorld } from '../../../../test/support/screenings.ts'

const BUYERS = isFull ? 100 : 30
const ROUNDS = isFull ? 100 : 3

let world: ScreeningsWorld
let buyers: MemberViewer[]
beforeAll(async () => {
  world = await createScreeningsWorld({ connections: 10 })
  buyers = []
  for (let n = 0; n < BUYERS; n++) buyers.push(await world.aBuyer({ credits: 128 * (ROUNDS + 2) }))
})
afterAll(() => world.close())

const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code: string }).code

test('of many buyers of the last three screenings three get one each, whatever they pay with', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const start = await world.aSlot({ slot_id: `last-${round}`, capacity: 17, startsIn: 3 + round })
    const quotes = await Promise.all(buyers.map((buyer) => world.quote(buyer, start)))
    const outcomes = await Promise.allSettled(
      buyers.map((buyer, n) => (n % 5 === 0 ? world.order(buyer, start) : world.pay(buyer, start, quotes[n]!))),
    )
    const codes = outcomes.map(codeOf)
    expect(new Set(codes)).toEqual(new Set(['done', 'SELLING_FAST']))
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    const [sold, held] = await world.seats(start)
    expect(sold + held).toBe(15)
  }
}, 480_000)

test('one quote, used many times at once, charges once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const start = await world.aSlot({ slot_id: `once-${round}`, startsIn: 5 + ROUNDS + round })
    const buyer = await world.aBuyer({ credits: 300 })
    const quoted = [await world.quote(buyer, start), await world.quote(buyer, start)]
    const bought = await Promise.all(Array.from({ length: 10 }, (_, n) => world.pay(buyer, start, quoted[n % 2]!)))
    expect(bought.filter(({ charged }) => charged > 0)).toHaveLength(1)
    expect(new Set(bought.map(({ screeningId }) => screeningId)).size).toBe(1)
    expect(await world.credits(buyer)).toBe(172)
    expect(await world.seats(start)).toEqual([5, 0])
  }
}, 120_000)

test('a payment that ends while credits buy the same start leaves one screening, and no seat too many', async () => {
  for (let round = 0; round < 3 * ROUNDS; round++) {
    const start = await world.aSlot({ slot_id: `both-${round}`, startsIn: 30 + 2 * ROUNDS + round / 10 })
    const buyer = await world.aBuyer({ credits: 128 })
    const quoted = await world.quote(buyer, start)
    const orderId = await world.order(buyer, start)
    const outcomes = await Promise.allSettled([
      world.settle(buyer, orderId),
      world.handleCallback({ of: 'payment', orderId }),
      world.pay(buyer, start, quoted),
    ])
    // Locks may be refused; no request meets an error of the database.
    for (const code of outcomes.map(codeOf)) expect(['done', 'SELLING_FAST', 'UNAVAILABLE']).toContain(code)
    await world.runDue()
    expect(await world.screenings.ofAccount(buyer.accountId)).toHaveLength(1)
    expect(await world.seats(start)).toEqual([5, 0])
  }
}, 120_000)
