import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import { plansOf } from '../../../../test/support/plans-of.ts'
import { countCases } from './cases.query.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
afterAll(() => world.close())

test('the orders are compared with the books every hour; the metric is the last result', async () => {
  const gauge = world.payments.domainModule.gauges!.find(({ name }) => name === 'harbour_payments_differences')!
  expect(await gauge.read()).toEqual([])
  await world.runDue()
  expect(await gauge.read()).toEqual([{ value: 0 }])
  world.differences.push('order x (paid): 1 cents are booked as received, 0 should be')
  world.clock.advance('PT59M')
  await world.runDue()
  expect(await gauge.read()).toEqual([{ value: 0 }])
  world.clock.advance('PT1M')
  await world.runDue()
  expect(await gauge.read()).toEqual([{ value: 1 }])
})

test('cases are counted from partial indexes, not among all payments, and no further than is asked', async () => {
  const now = world.clock.now()
  const limits = { before: now, running: now, claimable: now, recent: now }
  const [plan] = await plansOf(world.db, (db) => countCases(db, limits, 10))
  for (const index of ['evidence_dispute_lost', 'refund_failed', 'refund_running'])
    expect(plan).toContain(`payment_${index}`)
  expect(plan).not.toMatch(/Seq Scan on payment_(?:order|evidence|refund)/)
})
