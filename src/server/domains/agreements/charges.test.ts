import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'
import { RENEWAL } from '../../../../test/support/mandates.ts'
import type { Agreement } from './index.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const CONFLICT = { code: 'CONFLICT' }
const charge = (
  agreement: Agreement,
  { cycle = 1, attempt, amountCents = 8_800 }: { cycle?: number; attempt?: number; amountCents?: number } = {},
) => world.agreements.charge({ agreement, cycle, attempt, amountCents, currency: 'HKD', item: RENEWAL })
const orders = () => world.db.selectFrom('payment_order').selectAll().orderBy('ordinal').execute()
const reference = (agreementId: string) => ({ providerReference: `paypal-${agreementId}` })

describe('a charge that we make (pull)', () => {
  test('is paid, delivered and receipted; no browser can continue it', async () => {
    const agreement = await world.anActive('alipay')
    const order = await charge(agreement)
    expect(order).toMatchObject({
      state: 'paid',
      purpose: 'renewal',
      purposeId: `${agreement.agreementId}.c1`,
      nextAction: null,
    })
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'paid 8800'])
    const own = { accountId: world.accountId, language: 'en_US', orderId: order.orderId } as const
    expect(await world.payments.receipt(own)).toMatchObject({ item: 'Entertainment Pass, one month' })
    expect(await world.payments.status(own)).toMatchObject({ status: 'paid', credits: undefined })
  })

  test('repeated, gives the same order and charges nothing', async () => {
    const agreement = await world.anActive('alipay')
    const order = await charge(agreement)
    expect((await charge(agreement)).orderId).toBe(order.orderId)
    expect(world.alipay.balanceCents).toBe(8_800)
  })

  test('30 at once charge once', async () => {
    const agreement = await world.anActive('alipay')
    const results = await Promise.all(Array.from({ length: 30 }, () => charge(agreement, { attempt: 1 })))
    expect(new Set(results.map(({ orderId }) => orderId)).size).toBe(1)
    expect(world.alipay.balanceCents).toBe(8_800)
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test('declined: the product is called in the same transaction; the next attempt is another order', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.declines = true
    const first = await charge(agreement, { attempt: 1 })
    expect(first.state).toBe('failed')
    expect((await charge(agreement, { attempt: 1 })).orderId).toBe(first.orderId)
    world.pull.declines = false
    const second = await charge(agreement, { attempt: 2 })
    expect(second).toMatchObject({ state: 'paid', ordinal: 2 })
    expect(second.orderId).not.toBe(first.orderId)
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'attempt 1 failed', 'paid 8800'])
  })

  test('an attempt whose predecessor may still succeed is refused', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.troubles = ['response lost']
    await charge(agreement, { attempt: 1 })
    await expect(charge(agreement, { attempt: 2 })).rejects.toMatchObject(CONFLICT)
    await expect(charge(agreement, { attempt: 3 })).rejects.toMatchObject(CONFLICT)
    expect(await orders()).toHaveLength(1)
  })

  test.each(['request lost', 'response lost'] as const)(
    '%s: repeated with the same id, it is charged once',
    async (trouble) => {
      const agreement = await world.anActive('alipay')
      world.pull.troubles = [trouble]
      const unknown = await charge(agreement)
      expect(unknown.state).toBe('created')
      expect(await charge(agreement)).toMatchObject({ orderId: unknown.orderId, state: 'paid' })
      expect(world.alipay.balanceCents).toBe(8_800)
    },
  )

  test('whose response was lost is found by reconciliation', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.troubles = ['response lost']
    await charge(agreement)
    world.clock.advance('PT1M')
    await world.runDue()
    expect(await orders()).toMatchObject([{ state: 'paid' }])
    expect(world.alipay.balanceCents).toBe(8_800)
  })

  test('never answered: expired after three hours, the product is called, and the next attempt may follow', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.troubles = ['request lost']
    await charge(agreement)
    world.clock.advance('PT3H')
    await world.runDue()
    expect(await orders()).toMatchObject([{ state: 'expired' }])
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'attempt 1 failed'])
    expect((await charge(agreement)).state).toBe('paid')
    expect(world.alipay.balanceCents).toBe(8_800)
  })

  test('a product that fails to process it leaves the order open: it is processed later, once', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.declines = true
    world.owner.failing = true
    await expect(charge(agreement)).rejects.toThrow('the owner failed')
    expect(await orders()).toMatchObject([{ state: 'created' }])
    world.owner.failing = false
    world.clock.advance('PT1M')
    await world.runDue()
    expect(await orders()).toMatchObject([{ state: 'failed' }])
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'attempt 1 failed'])
  })

  test('of another amount, of one that is cancelled, over or pushed, is refused', async () => {
    const agreement = await world.anActive('alipay')
    await expect(charge(agreement, { amountCents: 8_801 })).rejects.toMatchObject(CONFLICT)
    await world.agreements.cancel(agreement)
    await expect(charge(agreement)).rejects.toMatchObject(CONFLICT)
    await expect(charge(await world.anActive('paypal'))).rejects.toMatchObject(CONFLICT)
    expect(await orders()).toEqual([])
    expect(world.alipay.balanceCents).toBe(0)
  })

  test('a token that is no longer valid fails the charge, and revokes the agreement', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.side(agreement.agreementId).state = 'ended'
    expect((await charge(agreement)).state).toBe('failed')
    await world.runDue()
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1', 'attempt 1 failed', 'revoked'])
  })

  test('a cycle that cannot be delivered is refunded', async () => {
    const agreement = await world.anActive('alipay')
    world.owner.undeliverable = 'paid already'
    await charge(agreement)
    await world.runDue()
    expect(await orders()).toMatchObject([{ state: 'refunded' }])
    expect(world.alipay.balanceCents).toBe(0)
  })
})

describe('a charge of the provider (push)', () => {
  test('is recorded once, however often it is said', async () => {
    const { agreementId } = await world.anActive('paypal')
    const providerCharge = world.push.charge(agreementId)
    for (let n = 0; n < 3; n++) await world.callback('paypal', { ...reference(agreementId), providerCharge })
    world.clock.advance('PT25H')
    await world.runDue()
    expect(await orders()).toMatchObject([
      { state: 'paid', payment_reference: providerCharge.paymentReference, sandbox: true },
    ])
    expect((await orders())[0]!.purpose_id).toMatch(new RegExp(`^${agreementId}\\.s[0-9a-f]{24}$`))
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test('20 callbacks at once record it once', async () => {
    const { agreementId } = await world.anActive('paypal')
    const providerCharge = world.push.charge(agreementId)
    await Promise.all(
      Array.from({ length: 20 }, () => world.callback('paypal', { ...reference(agreementId), providerCharge })),
    )
    await world.webhooks.processDue()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test('before the approval is known: first activated, then paid', async () => {
    const { agreementId } = await world.start({ terms: { trial: false, firstChargeAt: world.clock.now() } })
    world.push.approve(agreementId)
    await world.callback('paypal', { ...reference(agreementId), providerCharge: world.push.charge(agreementId) })
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test('whose callback was lost is found by the daily query', async () => {
    const { agreementId } = await world.anActive('paypal')
    world.push.charge(agreementId)
    world.clock.advance('PT25H')
    await world.runDue()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test.each([
    ['less', { amountCents: 8_799 }],
    ['more', { amountCents: 8_801 }],
    ['another currency', { currency: 'USD' }],
  ])('of %s is reviewed and not delivered', async (_, change) => {
    const { agreementId } = await world.anActive('paypal')
    const providerCharge = world.push.charge(agreementId, change)
    await world.callback('paypal', { ...reference(agreementId), providerCharge })
    expect(await orders()).toMatchObject([{ state: 'review', delivered_at: null }])
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('of an erased account is returned', async () => {
    const { agreementId } = await world.anActive('paypal')
    await world.db.updateTable('agreement').set({ account_id: null }).execute()
    world.paypal.balanceCents = 8_800
    await world.callback('paypal', { ...reference(agreementId), providerCharge: world.push.charge(agreementId) })
    await world.runDue()
    expect(await orders()).toMatchObject([{ state: 'refunded', account_id: null }])
  })

  test('a failed charge is told once; the last one ends the agreement', async () => {
    const { agreementId } = await world.anActive('paypal')
    world.push.side(agreementId).chargeFailedAt = world.clock.now()
    for (let n = 0; n < 3; n++) await world.callback('paypal', reference(agreementId))
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'charge failed'])
    world.clock.advance('PT120H')
    world.push.side(agreementId).chargeFailedAt = world.clock.now()
    world.push.side(agreementId).state = 'suspended'
    for (let n = 0; n < 3; n++) await world.callback('paypal', reference(agreementId))
    await world.runDue()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'charge failed', 'charge failed for good'])
    expect((await world.find(agreementId)).state).toBe('ended')
    expect(world.push.side(agreementId).state).toBe('ended')
  })
})

test('a renewal cannot be started by a client', async () => {
  const agreement = await world.anActive('alipay')
  await expect(
    world.payments.createOrder({
      accountId: world.accountId,
      language: 'en_US',
      purpose: 'renewal' as 'credits',
      purposeId: `${agreement.agreementId}.c1`,
      kind: 'paypal',
      amountCents: 8_800,
      continueUrl: 'https://harbour.test/',
      cancelUrl: 'https://harbour.test/',
      terminal: 'web',
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
