import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'
import { RENEWAL } from '../../../../test/support/mandates.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

/** The process ends between two steps: before a request is sent, or after it was carried out and before its answer is read. */
const CRASHES = ['crash before', 'crash after'] as const
const KINDS = ['paypal', 'alipay'] as const
const ENDED = 'the process has ended'
const provider = (kind: 'paypal' | 'alipay') => (kind === 'paypal' ? world.push : world.pull)
/** Another process takes over what the first one had leased. */
async function recover(): Promise<void> {
  for (const minutes of [2, 2, 6]) {
    world.clock.advance(`PT${minutes}M`)
    await world.webhooks.processDue()
    await world.runDue()
  }
}

async function approve(kind: 'paypal' | 'alipay', agreementId: string): Promise<void> {
  if (kind === 'paypal') world.push.approve(agreementId)
  const notice =
    kind === 'paypal'
      ? { providerReference: `paypal-${agreementId}` }
      : { agreementId, mandateCode: { code: world.pull.approve(agreementId) } }
  await world.callback(kind, notice)
}

describe.each(KINDS)('%s', (kind) => {
  test.each(CRASHES)('starting, %s: started again under the same id, and approved', async (crash) => {
    provider(kind).troubles = [crash]
    await expect(world.start({ kind })).rejects.toThrow(ENDED)
    const { agreementId } = await world.start({ kind })
    expect([...provider(kind).mandates.keys()]).toEqual([agreementId])
    await approve(kind, agreementId)
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test.each(CRASHES)('starting, %s, and never started again: abandoned', async (crash) => {
    provider(kind).troubles = [crash]
    await expect(world.start({ kind })).rejects.toThrow(ENDED)
    world.clock.advance('PT30M')
    await world.runDue()
    const rows = await world.db.selectFrom('agreement').select('state').execute()
    expect(rows).toEqual([{ state: 'abandoned' }])
  })

  test.each(CRASHES)('the approval’s callback, %s its request: activated once', async (crash) => {
    const { agreementId } = await world.start({ kind })
    provider(kind).troubles = [crash]
    await approve(kind, agreementId)
    expect((await world.find(agreementId)).state).toBe('setup')
    await recover()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test('the approval’s callback, within its transaction: activated once', async () => {
    const { agreementId } = await world.start({ kind })
    world.owner.failing = true
    await approve(kind, agreementId)
    world.owner.failing = false
    await recover()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
    expect((await world.find(agreementId)).state).toBe('active')
  })

  test.each(CRASHES)('ending it, %s: ended', async (crash) => {
    const { agreementId } = await world.anActive(kind)
    await world.db.transaction().execute((tx) => world.agreements.end(tx, agreementId, 'plan ended'))
    provider(kind).troubles = [crash]
    await world.runDue()
    expect((await world.find(agreementId)).state).toBe('ending')
    await recover()
    expect((await world.find(agreementId)).state).toBe('ended')
    expect(provider(kind).side(agreementId).state).toBe('ended')
  })
})

describe('cancelling and undoing (push)', () => {
  test.each(CRASHES)('cancelling, %s: not cancelled, here and there', async (crash) => {
    const agreement = await world.anActive('paypal')
    world.push.troubles = [crash]
    await expect(world.agreements.cancel(agreement)).rejects.toThrow(ENDED)
    await recover()
    expect(await world.row(agreement.agreementId)).toMatchObject({ state: 'active', pending_change: null })
    expect(world.push.side(agreement.agreementId).state).toBe('active')
    await world.agreements.cancel(agreement)
    expect(world.push.side(agreement.agreementId).state).toBe('suspended')
  })

  test.each(CRASHES)('undoing, %s: still cancelled, here and there', async (crash) => {
    const agreement = await world.anActive('paypal')
    await world.agreements.cancel(agreement)
    world.push.troubles = [crash]
    await expect(world.agreements.undo(agreement)).rejects.toThrow(ENDED)
    await recover()
    expect(await world.row(agreement.agreementId)).toMatchObject({ state: 'ending', pending_change: null })
    expect(world.push.side(agreement.agreementId).state).toBe('suspended')
    expect(await world.owner.of(agreement.agreementId)).toEqual(['activated payer-1'])
  })
})

describe('charging (pull)', () => {
  const charge = async (agreementId: string) =>
    world.agreements.charge({
      agreement: await world.find(agreementId),
      cycle: 1,
      attempt: 1,
      amountCents: 8_800,
      currency: 'HKD',
      item: RENEWAL,
    })

  test.each(CRASHES)('%s: charged once by a repeated request', async (crash) => {
    const { agreementId } = await world.anActive('alipay')
    world.pull.troubles = [crash]
    await expect(charge(agreementId)).rejects.toThrow(ENDED)
    expect((await charge(agreementId)).state).toBe('paid')
    expect(world.alipay.balanceCents).toBe(8_800)
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
  })

  test('crash after it was charged, and never repeated: found by reconciliation', async () => {
    const { agreementId } = await world.anActive('alipay')
    world.pull.troubles = ['crash after']
    await expect(charge(agreementId)).rejects.toThrow(ENDED)
    await recover()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
    expect(world.alipay.balanceCents).toBe(8_800)
  })

  test('within the transaction that settles it: settled once', async () => {
    const { agreementId } = await world.anActive('alipay')
    world.owner.failing = true
    await expect(charge(agreementId)).rejects.toThrow('the owner failed')
    world.owner.failing = false
    await recover()
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
    expect(world.alipay.balanceCents).toBe(8_800)
  })
})

test('a charge (push), within the transaction that records it: recorded once', async () => {
  const { agreementId } = await world.anActive('paypal')
  const providerCharge = world.push.charge(agreementId)
  world.owner.failing = true
  await world.callback('paypal', { providerReference: `paypal-${agreementId}`, providerCharge })
  expect(await world.db.selectFrom('payment_order').selectAll().execute()).toEqual([])
  world.owner.failing = false
  await recover()
  expect(await world.owner.of(agreementId)).toEqual(['activated payer-1', 'paid 8800'])
})

test('refreshing a token, the answer lost: the old token is not taken for revoked while it works', async () => {
  world.pull.tokenLifetime = { hours: 30 * 24 }
  const { agreementId } = await world.anActive('alipay')
  world.clock.advance(`PT${23 * 24}H`)
  world.pull.troubles = ['request lost']
  await world.runDue()
  expect((await world.find(agreementId)).state).toBe('active')
  await recover()
  expect((await world.find(agreementId)).state).toBe('active')
  expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
})
