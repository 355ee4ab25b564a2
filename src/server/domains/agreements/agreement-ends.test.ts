import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const CONFLICT = { code: 'CONFLICT' }
const reference = (agreementId: string) => ({ providerReference: `paypal-${agreementId}` })

describe('ending', () => {
  const end = (agreementId: string) =>
    world.db.transaction().execute((tx) => world.agreements.end(tx, agreementId, 'plan ended'))

  test.each(['paypal', 'alipay'] as const)('%s: by the job, confirmed; the owner is not called', async (kind) => {
    const { agreementId } = await world.anActive(kind)
    await end(agreementId)
    await end(agreementId)
    expect((await world.find(agreementId)).state).toBe('ending')
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('ended')
    expect((kind === 'paypal' ? world.push : world.pull).side(agreementId).state).toBe('ended')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('the provider’s callback of our own end is not a revocation', async () => {
    const { agreementId } = await world.anActive('paypal')
    await end(agreementId)
    world.push.side(agreementId).state = 'ended'
    await world.callback('paypal', reference(agreementId))
    expect((await world.find(agreementId)).state).toBe('ended')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('is repeated until confirmed, ever more rarely, and alarms', async () => {
    const { agreementId } = await world.anActive('paypal')
    await end(agreementId)
    const attention = async () =>
      Object.fromEntries(
        (await world.agreements.domainModule.gauges![0]!.read()).map(({ labels, value }) => [labels!.cause, value]),
      )
    for (const minutes of [0, 1, 5, 15, 60, 360]) {
      world.clock.advance(`PT${minutes}M`)
      world.push.troubles = ['request lost']
      await world.runDue()
      expect((await world.find(agreementId)).state).toBe('ending')
    }
    expect(world.push.calls.filter((call) => call === 'end')).toHaveLength(6)
    expect(await attention()).toMatchObject({ unended: 1 })
    world.push.troubles = []
    world.clock.advance('PT6H')
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('ended')
    expect(await attention()).toMatchObject({ unended: 0 })
  })

  test('cannot be undone', async () => {
    const agreement = await world.anActive('alipay')
    await end(agreement.agreementId)
    await expect(world.agreements.undo(agreement)).rejects.toMatchObject(CONFLICT)
  })

  test('rolled back with its transaction, nothing is ended', async () => {
    const { agreementId } = await world.anActive('paypal')
    await world.db
      .transaction()
      .execute(async (tx) => {
        await world.agreements.end(tx, agreementId, 'plan ended')
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test('revoked by the payer: the owner is called once', async () => {
    const { agreementId } = await world.anActive('paypal')
    world.push.side(agreementId).state = 'ended'
    for (let n = 0; n < 2; n++) await world.callback('paypal', reference(agreementId))
    expect((await world.find(agreementId)).state).toBe('revoked')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'revoked'])
  })

  test('nothing is worked on after a restore until it is reconciled', async () => {
    const { agreementId } = await world.anActive('paypal')
    await end(agreementId)
    await world.db.insertInto('payment_pause').values({ only_row: true, since: world.clock.now() }).execute()
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('ending')
    await world.payments.reconcile(world.clock.now())
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('ended')
  })
})

describe('erasure', () => {
  const person = () => ({ accountId: world.accountId, number: '', email: '' })
  const prepare = () => world.agreements.domainModule.personalData!.prepareErasure!(person())
  const erase = () =>
    world.db.transaction().execute((tx) => world.agreements.domainModule.personalData!.erase(tx, person()))

  test.each(['paypal', 'alipay'] as const)(
    '%s: waits until the provider has ended it, and keeps no credentials',
    async (kind) => {
      const { agreementId } = await world.anActive(kind)
      expect(await prepare()).toBe(false)
      await expect(erase()).rejects.toThrow('not ended')
      expect((await world.row(agreementId)).account_id).toBe(world.accountId)
      await world.runDue()
      expect(await prepare()).toBe(true)
      await erase()
      expect(await world.row(agreementId)).toMatchObject({
        state: 'ended',
        account_id: null,
        payer_reference: null,
        credentials: null,
        credentials_hash: null,
      })
    },
  )

  test('one that was not approved is abandoned; approved after the erasure it is ended', async () => {
    const { agreementId } = await world.start()
    await expect(erase()).rejects.toThrow('not ended')
    expect(await prepare()).toBe(true)
    await erase()
    world.push.approve(agreementId)
    await world.callback('paypal', reference(agreementId))
    await world.runDue()
    expect(world.push.side(agreementId).state).toBe('ended')
    expect(await world.owner.of(agreementId)).toEqual([])
  })
})

test('another account’s agreement is not found', async () => {
  const { agreementId } = await world.start()
  expect(await world.agreements.find('another', agreementId)).toBeUndefined()
})

describe('tokens', () => {
  test('are refreshed a week before they expire', async () => {
    world.pull.tokenLifetime = { hours: 30 * 24 }
    const { agreementId } = await world.anActive('alipay')
    const first = world.pull.side(agreementId).token
    world.clock.advance(`PT${22 * 24}H`)
    await world.runDue()
    expect(world.pull.side(agreementId).token).toBe(first)
    world.clock.advance('PT24H')
    await world.runDue()
    expect(world.pull.side(agreementId).token).not.toBe(first)
    world.clock.advance('PT24H')
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test('one that cannot be refreshed for good revokes the agreement', async () => {
    world.pull.tokenLifetime = { hours: 30 * 24 }
    const { agreementId } = await world.anActive('alipay')
    world.pull.refreshFails = true
    world.clock.advance(`PT${23 * 24}H`)
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('revoked')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'revoked'])
  })
})
