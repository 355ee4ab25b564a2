import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { inTransaction } from '#server/kit/db.ts'

let world: SubscriptionsWorld
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clock.set(Temporal.Instant.from('2026-11-20T06:00:00Z')))

const setClosing = (accountId: string, closes_at: Temporal.Instant | null) =>
  world.db.updateTable('account').set({ closes_at }).where('account_id', '=', accountId).execute()
const inDays = (days: number) => world.clock.now().add({ hours: days * 24 })

describe.each(['alipay', 'paypal'] as const)('while its account is being closed, a plan by %s', (kind) => {
  test('does not renew, and does again when the account is reopened', async () => {
    const { accountId, agreementId } = await world.aSubscriber(kind)
    await setClosing(accountId, inDays(14))
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('cancelling')
    if (kind === 'paypal') expect(world.push.side(agreementId).state).toBe('suspended')
    await expect(world.node.subscriptions.changes.undo({ accountId })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await setClosing(accountId, null)
    await world.node.runDue()
    expect(await world.row(accountId)).toMatchObject({ state: 'trial', closing_step: null })
    if (kind === 'paypal') expect(world.push.side(agreementId).state).toBe('active')
  })

  test('is ended at the provider before the account is erased; who held it stays known by its hash', async () => {
    const { accountId, agreementId } = await world.aSubscriber(kind)
    await setClosing(accountId, inDays(14))
    await world.node.runDue()
    world.clock.advance('PT336H')
    const side = world[kind === 'paypal' ? 'push' : 'pull'].side(agreementId)
    world[kind === 'paypal' ? 'push' : 'pull'].troubles = ['request lost']
    await world.node.runDue()
    expect(await world.state(accountId)).toBe('ended')
    await world.accounts.closing.closeDue()
    const accounts = () =>
      world.db.selectFrom('account').where('account_id', '=', accountId).select('account_id').execute()
    expect(side.state).not.toBe('ended')
    expect(await accounts()).toHaveLength(1)
    world.clock.advance('PT2H')
    await world.node.runDue()
    expect(side.state).toBe('ended')
    await world.accounts.closing.closeDue()
    expect(await accounts()).toEqual([])
    expect(await world.rows(accountId)).toEqual([])
    const { subscription_id } = await world.db
      .selectFrom('subscription')
      .select('subscription_id')
      .where('agreement_id', '=', agreementId)
      .executeTakeFirstOrThrow()
    const cycles = world.db.selectFrom('subscription_cycle').selectAll().where('subscription_id', '=', subscription_id)
    expect(await cycles.execute()).toHaveLength(1)
  })
})

test('a plan that the member had cancelled stays cancelled when the account is reopened', async () => {
  const { accountId } = await world.aSubscriber()
  await world.node.subscriptions.changes.cancel({ accountId })
  await setClosing(accountId, inDays(14))
  await world.node.runDue()
  await setClosing(accountId, null)
  await world.node.runDue()
  expect(await world.state(accountId)).toBe('cancelling')
})

test('a plan whose provider would charge too late does not renew again with its account', async () => {
  const { accountId, agreementId } = await world.aSubscriber('paypal')
  await setClosing(accountId, inDays(60))
  await world.node.runDue()
  const { cycle_ends_at } = await world.row(accountId)
  world.clock.set(cycle_ends_at.subtract({ hours: 4 }))
  await setClosing(accountId, null)
  await world.node.runDue()
  await world.node.runDue()
  expect(await world.row(accountId)).toMatchObject({ state: 'cancelling', closing_step: null })
  expect(world.push.side(agreementId).state).toBe('suspended')
  expect(await world.notices(accountId)).not.toContain('planResumed')
})

test.each(['before', 'after'])(
  'a plan whose agreement ended at the provider does not renew again with its account: reopened %s the provider said so',
  async (said) => {
    const { accountId, agreementId } = await world.aSubscriber('paypal')
    await setClosing(accountId, inDays(14))
    await world.node.runDue()
    world.push.side(agreementId).state = 'ended'
    const handleCallback = () => world.node.handleCallback('paypal', { agreementId, isEnded: true })
    if (said === 'after') await handleCallback()
    await setClosing(accountId, null)
    await world.node.runDue()
    if (said === 'before') await handleCallback()
    world.clock.advance('PT1H')
    await world.node.runDue()
    expect(await world.row(accountId)).toMatchObject({ state: 'cancelling', closing_step: null })
    expect(await world.notices(accountId)).not.toContain('planResumed')
  },
)

test.each(['alipay', 'paypal'] as const)(
  'an agreement by %s that is approved while the account closes begins no plan',
  async (kind) => {
    const accountId = await world.aMember('clp')
    const { agreementId } = await world.start(accountId, kind)
    await setClosing(accountId, inDays(14))
    await world.approve(agreementId)
    if (kind === 'paypal') {
      world.paypal.balanceCents += 8_800
      await world.node.handleCallback('paypal', { agreementId, providerCharge: world.push.charge(agreementId) })
    }
    await world.node.runDue()
    expect(await world.rows(accountId)).toEqual([])
    expect(await world.node.agreements.find(accountId, agreementId)).toMatchObject({ failure: 'DECLINED' })
    expect(world[kind === 'paypal' ? 'push' : 'pull'].side(agreementId).state).toBe('ended')
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(kind === 'paypal' ? ['refunded'] : [])
  },
)

test('the account that closes is not charged for what is past due', async () => {
  const { accountId } = await world.aSubscriber()
  world.pull.declines = true
  await world.goTo('2026-12-20T18:00')
  world.pull.declines = false
  await setClosing(accountId, inDays(14))
  await world.goTo('2026-12-21T10:00')
  await world.goTo('2026-12-23T10:00')
  expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['failed'])
})

test('when an account is erased, months that were paid for and have not begun are refunded before', async () => {
  const accountId = await world.aMember()
  await world.prepay(accountId)
  await world.prepay(accountId)
  await inTransaction(world.node.db, (tx) =>
    world.node.subscriptions.give(tx, { accountId, planId: 'entertainment-pass', months: 1 }),
  )
  const states = async () => (await world.orders(accountId)).map(({ state }) => state)
  await setClosing(accountId, inDays(14))
  await world.node.runDue()
  expect(await states()).toEqual(['paid', 'paid'])
  world.clock.advance('PT336H')
  world.wechat.refundsPend = true
  // Whichever comes first.
  await world.accounts.closing.closeDue()
  expect(await world.state(accountId)).toBe('cancelling')
  await world.node.runDue()
  await world.accounts.closing.closeDue()
  expect(await states()).toEqual(['paid', 'refunding'])
  world.wechat.refundsPend = false
  world.clock.advance('PT6H')
  await world.node.runDue()
  const [first, second] = await world.orders(accountId)
  expect([first!.state, second!.state]).toEqual(['paid', 'refunded'])
  await world.accounts.closing.closeDue()
  expect(await world.rows(accountId)).toEqual([])
  expect(await world.orders(accountId)).toEqual([])
})

test('an export tells of every plan with its cycles', async () => {
  const { accountId } = await world.aSubscriber()
  await world.prepay(accountId)
  const { personalData } = world.node.subscriptions.domainModule
  const person = { accountId, number: '', email: '' }
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    subscriptions: [
      { plan: 'Entertainment pass', state: 'active', cycles: [{ kind: 'trial', orderId: null }, { kind: 'prepaid' }] },
    ],
  })
})

test('the gauge counts what is past due and what is late', async () => {
  const { accountId } = await world.aSubscriber()
  world.pull.declines = true
  await world.goTo('2026-12-20T18:00')
  world.pull.declines = false
  const [gauge] = world.node.subscriptions.domainModule.gauges ?? []
  const read = async () => Object.fromEntries((await gauge!.read()).map(({ value, labels }) => [labels?.state, value]))
  const before = await read()
  expect(before).toMatchObject({ overdue: 0 })
  expect(await world.state(accountId)).toBe('past_due')
  expect(before.past_due).toBeGreaterThanOrEqual(1)
  world.clock.advance('PT17H')
  expect((await read()).overdue).toBeGreaterThanOrEqual(1)
})
