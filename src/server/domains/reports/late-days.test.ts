import { afterAll, beforeAll, expect, test } from 'vitest'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { createReports } from './index.ts'

let world: SubscriptionsWorld
let reports: ReturnType<typeof createReports>
beforeAll(async () => {
  world = await createSubscriptionsWorld()
  reports = createReports(world)
})
afterAll(() => world.close())

const countAt = async (text: string) => {
  await world.goTo(text)
  await reports.count()
}
const renewals = async () => {
  const rows = await world.db.selectFrom('plan_day').selectAll().where('renewed', '>', 0).orderBy('day').execute()
  return rows.map(({ day, renewed }) => `${day.toString()} ${renewed}`)
}

test('a renewal that is paid on the fifth day of the time that is past due is counted on the day its cycle began', async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  const { accountId } = await world.aSubscriber()
  await reports.count()
  world.pull.declines = true
  await countAt('2026-12-20T18:00')
  for (const day of [21, 22, 23, 24]) await countAt(`2026-12-${day}T23:00`)
  expect(await world.state(accountId)).toBe('past_due')
  expect(await renewals()).toEqual([])
  world.pull.declines = false
  await countAt('2026-12-25T12:00')
  expect(await world.state(accountId)).toBe('active')
  await reports.count()
  expect(await renewals()).toEqual(['2026-12-21 1'])
})

test('an order that is paid three weeks after it expired is counted as paid on the day it was made', async () => {
  world.clock.set(hongKong('2027-01-20T14:00'))
  const accountId = await world.aMember()
  const orderId = await world.aPrepaid(accountId)
  await reports.count()
  const paidOn = async () => {
    const rows = await world.db.selectFrom('order_day').selectAll().where('paid', '>', 0).execute()
    return rows.filter(({ purpose }) => purpose === 'plan').map(({ day, paid }) => `${day.toString()} ${paid}`)
  }
  world.clock.set(hongKong('2027-02-10T14:00'))
  await reports.count()
  expect(await paidOn()).toEqual([])
  world.wechat.approve(orderId)
  await world.node.payments.returned({ accountId, orderId })
  await reports.count()
  expect(await paidOn()).toEqual(['2027-01-20 1'])
})
