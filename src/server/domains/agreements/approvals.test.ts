import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const reference = (agreementId: string) => ({ providerReference: `paypal-${agreementId}` })

describe('approval', () => {
  test('a verified callback activates it once, with the payer', async () => {
    const { agreementId } = await world.start()
    world.push.approve(agreementId)
    for (let n = 0; n < 2; n++) await world.callback('paypal', reference(agreementId))
    expect(await world.find(agreementId)).toMatchObject({
      state: 'active',
      payerReference: 'payer-1',
      nextAction: null,
    })
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('a forged callback changes nothing', async () => {
    const { agreementId } = await world.start({ kind: 'alipay' })
    const code = world.pull.approve(agreementId)
    expect(await world.callback('alipay', { agreementId, mandateCode: { code } }, 'wrong')).toBe(403)
    expect((await world.find(agreementId)).state).toBe('setup')
  })

  test('a callback that says more than the provider knows activates nothing', async () => {
    const { agreementId } = await world.start()
    await world.callback('paypal', reference(agreementId))
    expect((await world.find(agreementId)).state).toBe('setup')
  })

  test('a code of another agreement activates nothing', async () => {
    const { agreementId } = await world.start({ kind: 'alipay' })
    world.pull.approve(agreementId)
    await world.callback('alipay', { agreementId, mandateCode: { code: 'code-of-another' } })
    expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned', failure: 'DECLINED' })
    expect(await world.owner.of(agreementId)).toEqual([])
  })

  test('is found by a query when no callback comes (push)', async () => {
    const { agreementId } = await world.start()
    world.push.approve(agreementId)
    world.clock.advance('PT1M')
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test('the token is encrypted, and is found again by a callback that names it', async () => {
    const { agreementId } = await world.anActive('alipay')
    const { credentials } = await world.row(agreementId)
    expect(credentials!.toString('latin1')).not.toContain('token')
    const token = world.pull.side(agreementId).token!
    world.pull.side(agreementId).state = 'ended'
    await world.callback('alipay', { token, isEnded: true })
    expect((await world.find(agreementId)).state).toBe('revoked')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'revoked'])
  })

  test('the answer to the exchange is lost: the callback that names the token goes on', async () => {
    const { agreementId } = await world.start({ kind: 'alipay' })
    const code = world.pull.approve(agreementId)
    world.pull.troubles = ['response lost']
    await world.callback('alipay', { agreementId, mandateCode: { code } })
    expect((await world.find(agreementId)).state).toBe('setup')
    await world.callback('alipay', { agreementId, mandateCode: { token: world.pull.side(agreementId).token! } })
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test.each(['paypal', 'alipay'] as const)(
    'refused by the owner (%s): ended at the provider, nothing charged',
    async (kind) => {
      world.owner.refusal = 'TRIAL_USED'
      const { agreementId } = await world.anActive(kind)
      expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned', failure: 'TRIAL_USED' })
      await world.runDue()
      expect((kind === 'paypal' ? world.push : world.pull).side(agreementId).state).toBe('ended')
      expect((await world.row(agreementId)).ended_at).not.toBeNull()
      expect(await world.db.selectFrom('payment_order').selectAll().execute()).toEqual([])
    },
  )

  test('an owner that fails leaves everything as it was, and is called again', async () => {
    const { agreementId } = await world.start()
    world.push.approve(agreementId)
    world.owner.failing = true
    await world.callback('paypal', reference(agreementId))
    expect((await world.find(agreementId)).state).toBe('setup')
    world.owner.failing = false
    world.clock.advance('PT1M')
    await world.webhooks.processDue()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('20 callbacks, checks and ticks at once activate once', async () => {
    const agreement = await world.start()
    const { agreementId } = agreement
    world.push.approve(agreementId)
    world.clock.advance('PT1M')
    await Promise.all([
      ...Array.from({ length: 8 }, () => world.callback('paypal', reference(agreementId))),
      ...Array.from({ length: 8 }, () => world.agreements.check(agreement)),
      ...Array.from({ length: 4 }, () => world.runDue()),
    ])
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })
})

describe('without approval', () => {
  test.each(['paypal', 'alipay'] as const)('%s: abandoned after 30 minutes, not before', async (kind) => {
    const { agreementId } = await world.start({ kind })
    world.clock.advance('PT29M')
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('setup')
    world.clock.advance('PT1M')
    await world.runDue()
    expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned', failure: null, nextAction: null })
  })

  test('declined: abandoned, with the reason', async () => {
    const { agreementId } = await world.start()
    world.push.side(agreementId).state = 'declined'
    await world.agreements.check(await world.find(agreementId))
    expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned', failure: 'DECLINED' })
  })

  test.each(['callback', 'query'] as const)(
    'approved after it was given up (%s): ended there, and what it charged is returned',
    async (by) => {
      const { agreementId } = await world.start({ terms: { trial: false, firstChargeAt: world.clock.now() } })
      world.clock.advance('PT30M')
      await world.runDue()
      world.push.approve(agreementId)
      const providerCharge = world.push.charge(agreementId)
      world.owner.undeliverable = 'no such plan'
      world.paypal.balanceCents = 8_800
      if (by === 'callback') await world.callback('paypal', { ...reference(agreementId), providerCharge })
      world.clock.advance('PT1H')
      await world.runDue()
      await world.runDue()
      expect(world.push.side(agreementId).state).toBe('ended')
      expect(await world.find(agreementId)).toMatchObject({ state: 'abandoned' })
      expect(await world.owner.of(agreementId)).toEqual([])
      const orders = await world.db.selectFrom('payment_order').selectAll().execute()
      expect(orders).toMatchObject([{ purpose: 'renewal', state: 'refunded' }])
      expect(world.paypal.balanceCents).toBe(0)
    },
  )

  test('a code that comes after it was given up is not exchanged', async () => {
    const { agreementId } = await world.start({ kind: 'alipay' })
    world.clock.advance('PT30M')
    await world.runDue()
    await world.callback('alipay', { agreementId, mandateCode: { code: world.pull.approve(agreementId) } })
    expect(world.pull.calls).not.toContain('exchange')
    expect((await world.find(agreementId)).state).toBe('abandoned')
  })
})
