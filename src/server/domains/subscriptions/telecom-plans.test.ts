import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const bindNow = (accountId: string) =>
  world.db.updateTable('account').set({ partner: 'hgc' }).where('account_id', '=', accountId).execute()

test('a plan by the call of a telecom partner plays, is charged at once and each month, and brings no credits', async () => {
  const accountId = await world.aMember('clp')
  const { agreementId, trial } = await world.start(accountId)
  expect(trial).toBe(false)
  await world.approve(agreementId)
  await world.node.runDue()
  expect([await world.state(accountId), await world.credits(accountId)]).toEqual(['active', 0])
  expect(await world.playsUntil(accountId)).toBe('2026-12-21T00:00')
  await world.goTo('2026-12-20T18:00')
  await world.goTo('2026-12-21T00:00')
  expect([await world.state(accountId), await world.credits(accountId)]).toEqual(['active', 0])
  expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  const [started] = await world.db
    .selectFrom('inbox_message')
    .select('params')
    .where('account_id', '=', accountId)
    .where('template', '=', 'planStarted')
    .execute()
  expect(started!.params).toMatchObject({ credits: 0 })
})

test.each(['alipay', 'paypal'] as const)(
  'an agreement by %s that was started before its account was bound begins no plan, and is ended',
  async (kind) => {
    const accountId = await world.aMember()
    const { agreementId } = await world.start(accountId, kind)
    // It was not seen: it began while the account was being bound.
    await bindNow(accountId)
    await world.approve(agreementId)
    await world.node.runDue()
    expect(await world.rows(accountId)).toEqual([])
    expect(await world.orders(accountId)).toEqual([])
    const provider = kind === 'alipay' ? world.pull : world.push
    expect(provider.side(agreementId).state).toBe('ended')
    expect(await world.node.subscriptions.progress.progressOf(accountId, agreementId)).toMatchObject({
      status: 'failed',
    })
  },
)

test('an agreement that waits is not handed on to the call of a partner', async () => {
  const accountId = await world.aMember()
  const { agreementId } = await world.start(accountId)
  await bindNow(accountId)
  const own = await world.start(accountId)
  expect(own.agreementId).not.toBe(agreementId)
  await world.approve(own.agreementId)
  await world.node.runDue()
  expect([await world.state(accountId), await world.credits(accountId)]).toEqual(['active', 0])
})
