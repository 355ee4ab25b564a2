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

  test('pull: changes our state alone, the provider is not called', async () => {
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

  test('an answer that was lost is queried', async () => {
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

  test('one that was resumed at the provider is suspended again', async () => {
    const agreement = await world.anActive('paypal')
    await world.agreements.cancel(agreement)
    world.push.side(agreement.agreementId).state = 'active'
    world.clock.advance('PT25H')
    await world.runDue()
    await world.runDue()
    expect(world.push.side(agreement.agreementId).state).toBe('suspended')
  })

  test('an ended agreement cannot be cancelled or resumed', async () => {
    const agreement = await world.anActive('paypal')
    world.push.side(agreement.agreementId).state = 'ended'
    await world.agreements.check(agreement)
    await expect(world.agreements.cancel(agreement)).rejects.toMatchObject(CONFLICT)
    await expect(world.agreements.undo(agreement)).rejects.toMatchObject(CONFLICT)
  })
})
