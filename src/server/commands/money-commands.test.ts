import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { withoutAuditLog } from '../../../test/support/audit-log.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../test/support/subscriptions.ts'
import { paymentsCommand } from './payments.ts'
import { refundCommand } from './refund.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let world: SubscriptionsWorld
const printed: string[] = []
beforeAll(async () => {
  world = await createSubscriptionsWorld()
  // Commands have the real time.
  world.clock.set(Temporal.Now.instant().round('millisecond'))
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line))
})
beforeEach(() => {
  printed.length = 0
  world.wechat.refuses = {}
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

const config = () => readConfig({ DATABASE_URL: world.url, MASTER_KEY, LOG_LEVEL: 'silent' })
const refund = (...args: string[]) => refundCommand(config(), args)
const payments = (...args: string[]) => paymentsCommand(config(), args)
const audited = async () => {
  const entry = world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id', 'desc').limit(1)
  const { actor, action, subject, reason, details } = await entry.executeTakeFirstOrThrow()
  return { actor, action, subject, reason, details }
}
const countAudited = async () => (await world.db.selectFrom('audit_entry').select('audit_entry_id').execute()).length
const OPERATOR = expect.stringMatching(/^operator:./)
/** What the service does next. */
async function work(): Promise<void> {
  world.clock.advance('PT5M')
  await world.node.runDue()
}
const numberOf = async (orderId: string) => {
  const query = world.db.selectFrom('payment_order').select('order_number').where('order_id', '=', orderId)
  return (await query.executeTakeFirstOrThrow()).order_number
}
const aPaid = async () => {
  const accountId = await world.aMember()
  return { accountId, orderId: (await world.prepay(accountId)).orderId }
}

describe('npm run refund', () => {
  test('requests the refund of a payment, in part or whole, which the service carries out', async () => {
    const { accountId, orderId } = await aPaid()
    expect(await refund(orderId, '--reason', 'a complaint', '--amount', '8.50')).toBe(0)
    expect(printed).toEqual(['Refund of 8.50 HKD requested.'])
    const entry = { actor: OPERATOR, action: 'refund', subject: orderId, reason: 'a complaint' }
    expect(await audited()).toEqual({ ...entry, details: { outcome: 'requested', amountCents: 850 } })
    await work()
    expect(await refund(orderId, '--reason', 'a complaint')).toBe(0)
    await work()
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['refunded'])
    expect(await world.state(accountId)).toBe('ended')
  })

  test('takes the short number of an order, however it is typed, and records its id', async () => {
    const { accountId, orderId } = await aPaid()
    const orderNumber = (await world.orders(accountId))[0]!.order_number
    expect(await refund(orderNumber.toLowerCase().replaceAll('-', ' '), '--reason', 'r', '--amount', '1.00')).toBe(0)
    expect(await audited()).toMatchObject({ subject: orderId, details: { outcome: 'requested' } })
    await world.node.runDue()
  })

  test('says why a payment is not refunded, and records the request', async () => {
    const { orderId } = await aPaid()
    expect(await refund(orderId, '--reason', 'r', '--amount', '88.01')).toBe(1)
    expect(printed).toEqual(['At most 88.00 can be refunded.'])
    expect(await audited()).toMatchObject({ subject: orderId, details: { outcome: 'too much', amountCents: 8_801 } })
    expect(await refund('unknown', '--reason', 'r')).toBe(1)
    expect(printed.at(-1)).toBe('There is no such payment.')
    const open = await world.aPrepaid(await world.aMember())
    expect(await refund(open, '--reason', 'r')).toBe(1)
    expect(printed.at(-1)).toBe('The payment is pending: it cannot be refunded.')
  })

  test.each([
    [['--help'], 0],
    [[], 2],
    [['order'], 2],
    [['order', '--reason', ''], 2],
    [['order', 'other', '--reason', 'r'], 2],
    [['order', '--reason', 'r', '--amount', '8.5'], 2],
    [['order', '--reason', 'r', '--amount', '-8'], 2],
    [['order', '--reason', 'r', '--by', 'ann'], 2],
  ])('%j prints the usage and ends with %d', async (args, code) => {
    const before = await countAudited()
    expect(await refund(...args)).toBe(code)
    expect(printed.at(-1)).toContain('npm run refund -- <order> --reason <text>')
    expect(await countAudited()).toBe(before)
  })
})

describe('npm run payments', () => {
  test('reconciles what is open since a day, and lists what needs a person', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    await world.db
      .updateTable('payment_order')
      .set({ query_due_at: world.clock.now().add({ hours: 9 }) })
      .where('order_id', '=', orderId)
      .execute()
    const refused = await aPaid()
    world.wechat.refuses.refund = true
    await world.node.payments.refund({ orderId: refused.orderId, reason: 'asked', actor: 'test' })
    await world.node.runDue()
    const since = world.clock.now().subtract({ hours: 1 }).toString()
    expect(await payments('reconcile', '--since', since)).toBe(0)
    expect(printed[0]).toMatch(/^[1-9]\d* orders will be queried\.$/)
    const named = `${await numberOf(refused.orderId)}  ${refused.orderId}`
    expect(printed).toContain(`${named}  refund failed  88.00 HKD  window closed`)
    expect(printed.at(-1)).toBe('1 payments need a person.')
    const entry = { actor: OPERATOR, action: 'reconcile payments', subject: 'payments', reason: `since ${since}` }
    expect(await audited()).toMatchObject(entry)
    world.wechat.approve(orderId)
    await work()
    expect(await world.state(accountId)).toBe('cancelling')
  })

  test('accepts a payment of another amount that is under review', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    world.wechat.approve(orderId, { amountCents: 8_700 })
    await world.node.payments.returned({ accountId, orderId })
    expect(await payments('reconcile')).toBe(0)
    expect(printed).toContain(`${await numberOf(orderId)}  ${orderId}  review  87.00 HKD`)
    expect(await payments('accept', orderId, '--reason', 'a dollar short')).toBe(0)
    expect(printed.at(-1)).toBe('The payment is accepted and delivered.')
    const entry = { actor: OPERATOR, action: 'accept payment', subject: orderId, reason: 'a dollar short' }
    expect(await audited()).toMatchObject(entry)
    expect(await world.state(accountId)).toBe('cancelling')
    expect(await payments('accept', orderId, '--reason', 'again')).toBe(1)
    expect(printed.at(-1)).toBe('There is no payment under review with this number.')
  })

  test('accepts no payment in another currency', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    world.wechat.approve(orderId, { currency: 'USD' })
    await world.node.payments.returned({ accountId, orderId })
    const before = await countAudited()
    expect(await payments('accept', orderId, '--reason', 'as good')).toBe(1)
    expect(printed.at(-1)).toContain('paid in another currency')
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['review'])
    expect(await countAudited()).toBe(before)
  })

  test('settles a refund that is in doubt, and no other', async () => {
    const { orderId } = await aPaid()
    const settle = (as: string) => payments('settle-refund', orderId, '--as', as, '--reason', 'portal')
    expect(await settle('refunded')).toBe(1)
    expect(printed.at(-1)).toBe('This payment has no refund in doubt or overdue.')
    world.wechat.isDoubtful = true
    await world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.node.runDue()
    expect(await payments('reconcile')).toBe(0)
    expect(printed).toContain(
      `${await numberOf(orderId)}  ${orderId}  refund in doubt  88.00 HKD  refunded by somebody`,
    )
    expect(await settle('perhaps')).toBe(2)
    expect(await settle('refunded')).toBe(0)
    const details = { as: 'refunded' }
    expect(await audited()).toMatchObject({ action: 'settle refund', subject: orderId, reason: 'portal', details })
  })

  test('dismisses no difference that is unknown', async () => {
    expect(await payments('dismiss', 'CAP1', '--reason', 'returned')).toBe(1)
    expect(printed).toEqual(['There is no payment or refund with this reference.'])
    const { orderId } = await aPaid()
    expect(await payments('dismiss', `paid-${orderId}`, '--reason', 'returned')).toBe(0)
    expect(await audited()).toMatchObject({ action: 'dismiss difference', subject: `paid-${orderId}` })
  })

  test('ends no mandate that PayPal does not know, on record', async () => {
    expect(await payments('end-mandate', 'I-UNKNOWN', '--agreement', 'a1', '--reason', 'restored')).toBe(1)
    expect(printed).toHaveLength(1)
    expect(await audited()).toMatchObject({
      actor: OPERATOR,
      action: 'end mandate',
      subject: 'I-UNKNOWN',
      reason: 'restored',
    })
  })

  test.each([
    [['--help'], 0],
    [[], 2],
    [['reconcile', 'order'], 2],
    [['reconcile', '--since', 'yesterday'], 2],
    [['accept', 'order'], 2],
    [['dismiss', 'CAP1'], 2],
    [['settle-refund', 'order', '--reason', 'r'], 2],
    [['accept', '--reason', 'r'], 2],
    [['accept', 'order', '--reason', 'r', '--since', '2026-11-21T00:00:00Z'], 2],
    [['end-mandate', 'I-1', '--reason', 'r'], 2],
    [['end-mandate', 'I-1', '--agreement', 'a1'], 2],
    [['refuse', 'order', '--reason', 'r'], 2],
  ])('%j prints the usage and ends with %d', async (args, code) => {
    const before = await countAudited()
    expect(await payments(...args)).toBe(code)
    expect(printed.at(-1)).toContain('npm run payments -- reconcile [--since <instant>]')
    expect(await countAudited()).toBe(before)
  })
})

describe('a change without its entry in the audit log is undone', () => {
  const refused = (work: () => Promise<number>) =>
    expect(withoutAuditLog(world.pool, work)).rejects.toThrow('no audit log')

  test('of a refund', async () => {
    const { accountId, orderId } = await aPaid()
    await refused(() => refund(orderId, '--reason', 'a complaint'))
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['paid'])
    expect(await world.db.selectFrom('payment_refund').selectAll().where('order_id', '=', orderId).execute()).toEqual(
      [],
    )
  })

  test('of a payment that is accepted', async () => {
    const accountId = await world.aMember()
    const orderId = await world.aPrepaid(accountId)
    world.wechat.approve(orderId, { amountCents: 8_700 })
    await world.node.payments.returned({ accountId, orderId })
    await refused(() => payments('accept', orderId, '--reason', 'a dollar short'))
    expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['review'])
    const plans = world.db.selectFrom('subscription').select('state').where('account_id', '=', accountId)
    expect((await plans.execute()).filter(({ state }) => state !== 'pending')).toEqual([])
  })

  test('of a refund that is settled', async () => {
    const { orderId } = await aPaid()
    world.wechat.isDoubtful = true
    await world.node.payments.refund({ orderId, reason: 'asked', actor: 'test' })
    await world.node.runDue()
    await refused(() => payments('settle-refund', orderId, '--as', 'refunded', '--reason', 'portal'))
    const found = await world.db
      .selectFrom('payment_refund')
      .select('finished_at')
      .where('order_id', '=', orderId)
      .execute()
    expect(found).toEqual([{ finished_at: null }])
  })

  test('of a difference that is dismissed', async () => {
    const { orderId } = await aPaid()
    await refused(() => payments('dismiss', `paid-${orderId}`, '--reason', 'returned'))
    const dismissed = world.db
      .selectFrom('payment_listing_dismissal')
      .selectAll()
      .where('reference', '=', `paid-${orderId}`)
    expect(await dismissed.execute()).toEqual([])
  })
})
