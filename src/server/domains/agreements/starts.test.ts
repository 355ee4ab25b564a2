import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RenewingKind } from '#contract/plans.ts'
import { keepReference } from './agreements.repo.ts'
import { hasLiveAgreements } from './index.ts'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const CONFLICT = { code: 'CONFLICT' }
const NOT_STARTED = { code: 'PAYMENT_NOT_STARTED' }

describe('starting', () => {
  test('answers where the payer approves; nothing is active', async () => {
    const agreement = await world.start()
    expect(agreement).toMatchObject({ state: 'setup', nextAction: { type: 'redirect' }, mode: 'push', trial: true })
    expect(await world.owner.of(agreement.agreementId)).toEqual([])
  })

  test('a kind that is new to the contract needs no migration', async () => {
    const { agreementId } = await world.start()
    const kind = 'fps' as RenewingKind
    await world.db.updateTable('agreement').set({ kind }).where('agreement_id', '=', agreementId).execute()
    expect((await world.row(agreementId)).kind).toBe('fps')
    expect(await keepReference(world.db, { kind, sandbox: true, name: 'plan', reference: 'P-1' })).toBe('P-1')
  })

  test('while a kind is paused no agreement of it starts', async () => {
    world.paused.add('paypal')
    await expect(world.start()).rejects.toMatchObject({ code: 'PAYMENT_PAUSED' })
    expect(world.push.mandates.size).toBe(0)
    world.paused.clear()
    expect((await world.start()).state).toBe('setup')
  })

  test('the identical request gets the same agreement, also when the first charge has moved with the clock', async () => {
    const one = await world.start()
    world.clock.advance('PT5M')
    const other = await world.start({ terms: { firstChargeAt: world.clock.now().add({ hours: 30 * 24 }) } })
    expect(other.agreementId).toBe(one.agreementId)
    expect(world.push.mandates.size).toBe(1)
  })

  test.each([
    ['another kind', { kind: 'alipay' as const }],
    ['another plan', { terms: { planVersionId: 'promotional-pass.2' } }],
    ['without the trial', { terms: { trial: false } }],
    ['another terminal', { terminal: 'wap' as const }],
  ])('%s abandons the old one first', async (_, change) => {
    const old = await world.start()
    const agreement = await world.start(change)
    expect(agreement.agreementId).not.toBe(old.agreementId)
    expect((await world.row(old.agreementId)).state).toBe('abandoned')
  })

  test('one that turns out to be approved is not replaced', async () => {
    const old = await world.start()
    world.push.approve(old.agreementId)
    await expect(world.start({ kind: 'alipay' })).rejects.toMatchObject(CONFLICT)
    expect((await world.row(old.agreementId)).state).toBe('active')
    expect(await world.owner.of(old.agreementId)).toEqual(['activated payer-1'])
  })

  test('a provider that does not answer does not block another kind: what is approved there later is ended', async () => {
    const old = await world.start()
    world.push.troubles = ['request lost']
    expect(await world.start({ kind: 'alipay' })).toMatchObject({ kind: 'alipay', state: 'setup' })
    expect((await world.row(old.agreementId)).state).toBe('abandoned')
    world.push.approve(old.agreementId)
    world.clock.advance('PT1H')
    await world.runDue()
    await world.runDue()
    expect(world.push.side(old.agreementId).state).toBe('ended')
    expect(await world.owner.of(old.agreementId)).toEqual([])
  })

  test('after 30 minutes it blocks no longer; what was approved there is ended', async () => {
    const old = await world.start()
    world.push.approve(old.agreementId)
    world.clock.advance('PT30M')
    world.push.troubles = ['request lost']
    const agreement = await world.start({ kind: 'alipay' })
    expect(agreement.state).toBe('setup')
    world.clock.advance('PT1H')
    await world.runDue()
    await world.runDue()
    expect(world.push.side(old.agreementId).state).toBe('ended')
    expect(await world.owner.of(old.agreementId)).toEqual([])
  })

  test.each(['request lost', 'response lost'] as const)(
    'after a %s the same start goes on under the same id',
    async (trouble) => {
      world.push.troubles = [trouble]
      await expect(world.start()).rejects.toMatchObject(NOT_STARTED)
      const agreement = await world.start()
      expect(agreement).toMatchObject({ state: 'setup', nextAction: { type: 'redirect' } })
      expect([...world.push.mandates.keys()]).toEqual([agreement.agreementId])
    },
  )

  test('a refused one is abandoned, and the next one is new', async () => {
    world.push.refusesSetup = true
    await expect(world.start()).rejects.toMatchObject(NOT_STARTED)
    world.push.refusesSetup = false
    expect(await world.start()).toMatchObject({ ordinal: 2 })
  })

  test.each(['https://evil.test/', 'javascript:alert(1)', '/relative', 'https://harbour.test@evil.test/'])(
    'a payer is not returned to %s',
    async (url) => {
      await expect(world.start({ continueUrl: url })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      await expect(world.start({ cancelUrl: url })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
      expect(world.push.mandates.size).toBe(0)
    },
  )

  test('agreements of the sandbox are not live', async () => {
    await world.start()
    expect(await hasLiveAgreements(world.db)).toBe(false)
    await world.db.updateTable('agreement').set({ sandbox: false }).execute()
    expect(await hasLiveAgreements(world.db)).toBe(true)
  })

  test('20 starts at once leave one agreement in setup', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => world.start({ kind: n % 2 ? 'paypal' : 'alipay' })),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    const rows = await world.db.selectFrom('agreement').select('state').execute()
    expect(rows.filter(({ state }) => state === 'setup')).toHaveLength(1)
  })
})
