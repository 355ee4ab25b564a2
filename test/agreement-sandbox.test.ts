import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementSandbox, createAgreementSandbox } from './support/agreement-sandbox.ts'
import { RENEWAL } from './support/mandates.ts'

const DAY = 24 * 60

let world: AgreementSandbox
beforeAll(async () => {
  world = await createAgreementSandbox()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

describe.each([
  ['paypal', 'redirect'],
  ['alipay', 'qr'],
] as const)('%s', (kind, type) => {
  test('approved: active by its callback, with its payer; the browser returns', async () => {
    const agreement = await world.start(kind)
    expect(agreement.nextAction).toMatchObject({ type })
    expect(await world.choose(agreement.nextAction!.url, 'approve')).toMatch(/^http:\/\/localhost:8080\//)
    await world.settle()
    expect(world.received.every((status) => status === 200)).toBe(true)
    expect(await world.find(agreement.agreementId)).toMatchObject({
      state: 'active',
      payerReference: expect.any(String),
    })
    expect(await world.heardOf(agreement.agreementId)).toEqual(['activated'])
    expect(await world.ordersOf(agreement.agreementId)).toEqual([])
  })

  test('callbacks sent twice activate once', async () => {
    const { agreementId, nextAction } = await world.start(kind)
    await world.choose(nextAction!.url, 'double')
    await world.advance(1)
    expect(world.received.length).toBeGreaterThan(1)
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
  })

  test('a forged callback is refused, and activates nothing', async () => {
    const { agreementId, nextAction } = await world.start(kind)
    await world.choose(nextAction!.url, 'forged')
    await world.settle()
    expect(world.received).toEqual([403])
    expect(await world.stateOf(agreementId)).toBe('setup')
  })

  test('delayed: active once the provider has completed it', async () => {
    const { agreementId, nextAction } = await world.start(kind)
    await world.choose(nextAction!.url, 'delay')
    await world.settle()
    expect(await world.stateOf(agreementId)).toBe('setup')
    await world.advance(11)
    expect(await world.stateOf(agreementId)).toBe('active')
  })

  test('declined: abandoned after 30 minutes at most', async () => {
    const { agreementId, nextAction } = await world.start(kind)
    await world.choose(nextAction!.url, 'decline')
    await world.advance(31)
    await world.runDue()
    expect(await world.stateOf(agreementId)).toBe('abandoned')
    expect(await world.heardOf(agreementId)).toEqual([])
  })

  test('cancelled: returns to our page, and the same start goes on', async () => {
    const { agreementId, nextAction } = await world.start(kind)
    expect(await world.choose(nextAction!.url, 'cancel')).toMatch(/^http:\/\/localhost:8080\//)
    expect((await world.start(kind)).agreementId).toBe(agreementId)
  })

  test('refused by the owner: ended at the provider', async () => {
    world.owner.refusal = 'TRIAL_USED'
    const { agreementId, nextAction } = await world.start(kind)
    await world.choose(nextAction!.url, 'approve')
    await world.settle()
    expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned', failure: 'TRIAL_USED' })
    await world.runDue()
    const row = await world.db
      .selectFrom('agreement')
      .selectAll()
      .where('agreement_id', '=', agreementId)
      .executeTakeFirst()
    expect(row?.ended_at).not.toBeNull()
    expect(await world.thereOf(agreementId)).toBe('ended')
  })

  test('cancel, undo, end: each at the provider too', async () => {
    const agreement = await world.anActive(kind)
    const { agreementId } = agreement
    await world.agreements.cancel(agreement)
    await world.settle()
    expect(await world.stateOf(agreementId)).toBe('ending')
    await world.agreements.undo(agreement)
    await world.settle()
    expect(await world.stateOf(agreementId)).toBe('active')
    await world.db.transaction().execute((tx) => world.agreements.end(tx, agreementId, 'plan ended'))
    await world.runDue()
    expect(await world.stateOf(agreementId)).toBe('ended')
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
  })

  test('ended by the payer at the provider: revoked', async () => {
    const { agreementId } = await world.anActive(kind)
    await world.control(agreementId, { revoke: 'yes' })
    await world.settle()
    expect(await world.stateOf(agreementId)).toBe('revoked')
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'revoked'])
  })

  test('ended by the payer, and the callback is lost: found by the daily query', async () => {
    const { agreementId } = await world.anActive(kind)
    await world.control(agreementId, { callbacks: 'silent' })
    await world.control(agreementId, { revoke: 'yes' })
    await world.advance(DAY + 1)
    await world.runDue()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'revoked'])
  })
})

describe('AlipayHK: we charge', () => {
  const charge = async (agreementId: string, attempt: number) =>
    world.agreements.charge({
      agreement: await world.find(agreementId),
      cycle: 1,
      attempt,
      amountCents: 8_800,
      currency: 'HKD',
      item: RENEWAL,
    })

  test('charged, its callback changes nothing more, and refunded', async () => {
    const { agreementId } = await world.anActive('alipay')
    const order = await charge(agreementId, 1)
    expect(order.state).toBe('paid')
    await world.settle()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
    await world.payments.refund({ orderId: order.orderId, reason: 'asked', actor: 'test' })
    await world.runDue()
    expect(await world.ordersOf(agreementId)).toMatchObject([{ state: 'refunded' }])
  })

  test('declined, then paid by the second attempt', async () => {
    const { agreementId } = await world.anActive('alipay')
    await world.control(agreementId, { charges: 'decline' })
    expect((await charge(agreementId, 1)).state).toBe('failed')
    await world.control(agreementId, { charges: 'succeed' })
    expect((await charge(agreementId, 2)).state).toBe('paid')
    await world.settle()
    expect(await world.heardOf(agreementId)).toEqual(['activated', 'attempt 1 failed', 'paid 8800'])
  })

  test('of another amount: reviewed', async () => {
    const { agreementId } = await world.anActive('alipay')
    await world.control(agreementId, { charges: 'wrongAmount' })
    expect(await charge(agreementId, 1)).toMatchObject({ state: 'review', paidCents: 8_700 })
    expect(await world.heardOf(agreementId)).toEqual(['activated'])
  })

  test('its token is refreshed before it expires, and charges go on', async () => {
    const { agreementId } = await world.anActive('alipay')
    const hash = async () =>
      (
        await world.db
          .selectFrom('agreement')
          .select('credentials_hash')
          .where('agreement_id', '=', agreementId)
          .executeTakeFirstOrThrow()
      ).credentials_hash
    const first = await hash()
    await world.advance(174 * DAY)
    await world.runDue()
    expect(await hash()).not.toBe(first)
    await world.advance(10 * DAY)
    await world.runDue()
    expect(await world.stateOf(agreementId)).toBe('active')
    expect((await charge(agreementId, 1)).state).toBe('paid')
  })

  test('a phone gets an app link; the QR code opens a page that does not return', async () => {
    expect((await world.start('alipay', { terminal: 'wap' })).nextAction).toMatchObject({ type: 'app' })
    const { agreementId, nextAction } = await world.start('alipay')
    expect(await world.choose(nextAction!.qrText!, 'approve')).toBeNull()
    await world.settle()
    expect(await world.stateOf(agreementId)).toBe('active')
  })
})

test('agreements survive a restart of the sandbox', async () => {
  const { agreementId } = await world.anActive('paypal')
  await world.restartSandbox()
  await world.advance(32 * DAY)
  expect(await world.heardOf(agreementId)).toEqual(['activated', 'paid 8800'])
})

test('its pages are safe from markup', async () => {
  const { nextAction } = await world.start('paypal', {
    planVersionId: 'x.1',
    name: { zh_HK: '<script>', en_US: '<b>' },
  })
  const page = await fetch(nextAction!.url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).not.toContain('<script>')
  expect(text).toContain('&lt;script&gt;')
})
