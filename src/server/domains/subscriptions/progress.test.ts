import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  // Members are new; the books and the clock go on.
  world.pull.declines = false
  world.clock.set(hongKong('2026-11-20T14:00'))
})
afterEach(() => expectBooksToAgree(world.node))

const progressOf = (accountId: string, agreementId: string) =>
  world.node.subscriptions.progress.progressOf(accountId, agreementId)

/** A member whose plan began with a charge by AlipayHK. */
async function aPayer() {
  const accountId = await world.aMember('clp')
  const { agreementId } = await world.start(accountId, 'alipay')
  await world.approve(agreementId)
  await world.node.runDue()
  return { accountId, agreementId }
}

describe('an agreement that replaces another', () => {
  test('shows nothing of what the plan had charged before', async () => {
    const { accountId, agreementId: former } = await aPayer()
    expect(await progressOf(accountId, former)).toMatchObject({ status: 'paid', amountCents: 8_800 })
    world.clock.set(hongKong('2026-12-01T12:00'))
    const { agreementId } = await world.start(accountId, 'paypal')
    await world.approve(agreementId)
    expect(await progressOf(accountId, agreementId)).toMatchObject({
      status: 'paid',
      amountCents: 0,
      orderId: undefined,
    })
    // Not even by a page that is opened again after its first renewal.
    await world.goTo('2026-12-20T18:00')
    await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    expect(await world.orders(accountId)).toHaveLength(2)
    expect(await progressOf(accountId, agreementId)).toMatchObject({ amountCents: 0, orderId: undefined })
  })

  test('of what is past due is paid with its charge, not with its approval', async () => {
    const { accountId } = await world.aSubscriber('alipay')
    world.pull.declines = true
    await world.goTo('2026-12-20T18:00')
    await world.goTo('2026-12-22T12:00')
    expect(await world.state(accountId)).toBe('past_due')
    const { agreementId } = await world.start(accountId, 'paypal')
    await world.approve(agreementId)
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'pending', amountCents: 0 })
    await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    const [sale] = (await world.orders(accountId)).filter(({ kind }) => kind === 'paypal')
    expect(await progressOf(accountId, agreementId)).toMatchObject({
      status: 'paid',
      amountCents: 8_800,
      orderId: sale!.order_id,
    })
  })
})

describe('an agreement that its provider charged on approval, and that was refused', () => {
  /** In another tab another agreement was started, and approved first. */
  async function refused(kind: 'paypal' | 'alipay') {
    const accountId = await world.aMember('clp')
    const { agreementId } = await world.start(accountId, kind)
    const { agreementId: other } = await world.start(accountId, kind === 'paypal' ? 'alipay' : 'paypal')
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'expired', returnsCharge: false })
    await world.approve(other)
    await world.approve(agreementId)
    return { accountId, agreementId }
  }

  test('does not say that nothing was charged: that is refunded', async () => {
    const { accountId, agreementId } = await refused('paypal')
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'expired', returnsCharge: true })
    world.paypal.balanceCents += 8_800
    await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'refunded', returnsCharge: false })
    await world.node.runDue()
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'refunded' })
  })

  test('by AlipayHK has charged nothing, since we do', async () => {
    const { accountId, agreementId } = await refused('alipay')
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'expired', returnsCharge: false })
  })

  test('because a prepaid month began before its sale, is refunded', async () => {
    const accountId = await world.aMember('clp')
    const { agreementId } = await world.start(accountId, 'paypal')
    await world.approve(agreementId)
    // Its partner’s members are sold no single months.
    await world.db.updateTable('account').set({ partner: 'anyplex' }).where('account_id', '=', accountId).execute()
    await world.prepay(accountId)
    world.paypal.balanceCents += 8_800
    await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    expect(await progressOf(accountId, agreementId)).toMatchObject({ status: 'refunded', amountCents: 8_800 })
  })
})
