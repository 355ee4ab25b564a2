import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

const CONFLICT = { code: 'CONFLICT' }
const NOT_STARTED = { code: 'PAYMENT_NOT_STARTED' }
const reference = (agreementId: string) => ({ providerReference: `paypal-${agreementId}` })

describe('starting', () => {
  test('answers where the payer approves; nothing is active', async () => {
    const agreement = await world.start()
    expect(agreement).toMatchObject({ state: 'setup', nextAction: { type: 'redirect' }, mode: 'push', trial: true })
    expect(await world.owner.of(agreement.agreementId)).toEqual([])
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
    ['another plan', { terms: { planVersionId: 'promotional-pass.1' } }],
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

  test('a provider that does not answer blocks another start', async () => {
    const old = await world.start()
    world.push.troubles = ['request lost']
    await expect(world.start({ kind: 'alipay' })).rejects.toMatchObject(NOT_STARTED)
    expect((await world.row(old.agreementId)).state).toBe('setup')
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

  test('20 starts at once leave one agreement in setup', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => world.start({ kind: n % 2 ? 'paypal' : 'alipay' })),
    )
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    const rows = await world.db.selectFrom('agreement').select('state').execute()
    expect(rows.filter(({ state }) => state === 'setup')).toHaveLength(1)
  })
})

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
    expect(await world.callback('alipay', { agreementId, grant: { code } }, 'wrong')).toBe(403)
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
    await world.callback('alipay', { agreementId, grant: { code: 'code-of-another' } })
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
    await world.callback('alipay', { agreementId, grant: { code } })
    expect((await world.find(agreementId)).state).toBe('setup')
    await world.callback('alipay', { agreementId, grant: { token: world.pull.side(agreementId).token! } })
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

  test('an owner that fails leaves everything as it was, and is asked again', async () => {
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
      const sale = world.push.charge(agreementId)
      world.owner.undeliverable = 'no such plan'
      world.paypal.balanceCents = 8_800
      if (by === 'callback') await world.callback('paypal', { ...reference(agreementId), sale })
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
    await world.callback('alipay', { agreementId, grant: { code: world.pull.approve(agreementId) } })
    expect(world.pull.calls).not.toContain('exchange')
    expect((await world.find(agreementId)).state).toBe('abandoned')
  })
})

describe('cancelling and undoing', () => {
  test('push: suspended there, and charged again when undone', async () => {
    const agreement = await world.anActive('paypal')
    const { agreementId } = agreement
    await world.agreements.cancel(agreement)
    expect(world.push.side(agreementId).state).toBe('suspended')
    expect((await world.find(agreementId)).state).toBe('ending')
    await world.agreements.undo(agreement)
    expect(world.push.side(agreementId).state).toBe('active')
    expect((await world.find(agreementId)).state).toBe('active')
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('pull: ours alone', async () => {
    const agreement = await world.anActive('alipay')
    world.pull.calls.length = 0
    await world.agreements.cancel(agreement)
    expect((await world.find(agreement.agreementId)).state).toBe('ending')
    await world.agreements.undo(agreement)
    expect((await world.find(agreement.agreementId)).state).toBe('active')
    expect(world.pull.calls).toEqual([])
  })

  test('a second cancel, and an undo of nothing, change nothing', async () => {
    const agreement = await world.anActive('paypal')
    await world.agreements.undo(agreement)
    await world.agreements.cancel(agreement)
    await world.agreements.cancel(agreement)
    expect((await world.find(agreement.agreementId)).state).toBe('ending')
  })

  test('an answer that was lost is asked for', async () => {
    const agreement = await world.anActive('paypal')
    world.push.troubles = ['response lost']
    await world.agreements.cancel(agreement)
    expect((await world.find(agreement.agreementId)).state).toBe('ending')
  })

  test.each(['request lost', 'response lost'] as const)(
    'without any answer (%s) it is not cancelled, and the provider is brought back to that',
    async (trouble) => {
      const agreement = await world.anActive('paypal')
      const { agreementId } = agreement
      world.push.troubles = [trouble, 'request lost', 'request lost']
      await expect(world.agreements.cancel(agreement)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect((await world.find(agreementId)).state).toBe('active')
      await world.runDue()
      expect(world.push.side(agreementId).state).toBe('active')
      expect(await world.row(agreementId)).toMatchObject({ state: 'active', pending_change: null })
      // Its own suspension was never taken for the provider giving up.
      await world.callback('paypal', reference(agreementId))
      expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
    },
  )

  test('a crash after the provider suspended it is settled by the job', async () => {
    const { agreementId } = await world.anActive('paypal')
    const until = world.clock.now().add({ minutes: 2 })
    await world.db
      .updateTable('agreement')
      .set({ pending_change: 'suspend', query_due_at: until })
      .where('agreement_id', '=', agreementId)
      .execute()
    world.push.side(agreementId).state = 'suspended'
    await world.callback('paypal', reference(agreementId))
    expect(world.push.calls.at(-1)).toBe('query')
    expect((await world.row(agreementId)).state).toBe('active')
    world.clock.advance('PT2M')
    await world.runDue()
    expect(world.push.side(agreementId).state).toBe('active')
    expect(await world.row(agreementId)).toMatchObject({ state: 'active', pending_change: null })
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('cancelling and undoing at once, 20 times: the provider is as we say', async () => {
    const agreement = await world.anActive('paypal')
    const { agreementId } = agreement
    for (let n = 0; n < 20; n++) {
      await Promise.allSettled([
        world.agreements.cancel(agreement),
        world.agreements.undo(agreement),
        world.callback('paypal', reference(agreementId)),
      ])
      world.clock.advance('PT2M')
      await world.runDue()
      const { state, pending_change } = await world.row(agreementId)
      expect(pending_change).toBeNull()
      expect(world.push.side(agreementId).state).toBe(state === 'ending' ? 'suspended' : 'active')
      expect(['active', 'ending']).toContain(state)
    }
    expect(await world.owner.of(agreementId)).toEqual(['activated payer-1'])
  })

  test('one that somebody resumed at the provider is suspended again', async () => {
    const agreement = await world.anActive('paypal')
    await world.agreements.cancel(agreement)
    world.push.side(agreement.agreementId).state = 'active'
    world.clock.advance('PT25H')
    await world.runDue()
    await world.runDue()
    expect(world.push.side(agreement.agreementId).state).toBe('suspended')
  })

  test('what is over cannot be cancelled or undone', async () => {
    const agreement = await world.anActive('paypal')
    world.push.side(agreement.agreementId).state = 'ended'
    await world.agreements.check(agreement)
    await expect(world.agreements.cancel(agreement)).rejects.toMatchObject(CONFLICT)
    await expect(world.agreements.undo(agreement)).rejects.toMatchObject(CONFLICT)
  })
})

describe('ending', () => {
  const end = (agreementId: string) =>
    world.db.transaction().execute((tx) => world.agreements.end(tx, agreementId, 'plan ended'))

  test.each(['paypal', 'alipay'] as const)('%s: by the job, confirmed; the owner hears nothing', async (kind) => {
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
        (await world.agreements.capability.gauges![0]!.read()).map(({ labels, value }) => [labels!.cause, value]),
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

  test('revoked by the payer: the owner hears it once', async () => {
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
  const erase = () =>
    world.db
      .transaction()
      .execute((tx) =>
        world.agreements.capability.personalData!.erase(tx, { accountId: world.accountId, number: '', email: '' }),
      )

  test.each(['paypal', 'alipay'] as const)(
    '%s: waits until the provider has ended it, and keeps no credentials',
    async (kind) => {
      const { agreementId } = await world.anActive(kind)
      await expect(erase()).rejects.toThrow('not ended')
      expect((await world.row(agreementId)).account_id).toBe(world.accountId)
      await world.runDue()
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

  test('one that nobody approved is abandoned; approved after the erasure it is ended', async () => {
    const { agreementId } = await world.start()
    await expect(erase()).rejects.toThrow('not ended')
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
