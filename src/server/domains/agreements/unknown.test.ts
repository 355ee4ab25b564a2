import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { type AgreementsWorld, createAgreementsWorld } from '../../../../test/support/agreements.ts'

let world: AgreementsWorld
beforeAll(async () => {
  world = await createAgreementsWorld()
})
beforeEach(() => world.reset())
afterAll(() => world.close())

/** Forgets the agreements, as a restored backup from before them does. */
const forget = () => sql`truncate agreement`.execute(world.db)
const events = async () => {
  const { rows } = await sql<{
    processed: boolean
  }>`select processed_at is not null as processed from webhook_event`.execute(world.db)
  return rows.map(({ processed }) => processed)
}

test('a mandate of ours that a restore has forgotten is ended on its next callback, which stays unprocessed', async () => {
  const { agreementId } = await world.anActive('paypal')
  await sql`truncate webhook_event`.execute(world.db)
  await forget()
  const sale = world.push.charge(agreementId)
  await world.callback('paypal', { agreementId, providerReference: `paypal-${agreementId}`, sale })
  expect(world.push.side(agreementId).state).toBe('ended')
  expect(await events()).toEqual([false])
  expect(await world.db.selectFrom('payment_order').selectAll().execute()).toEqual([])
  // Repeated, it changes nothing, and still is an operator's.
  world.clock.advance('PT1H')
  await world.webhooks.processDue()
  expect(await events()).toEqual([false])
})

test('without an answer of the provider it is tried again', async () => {
  const { agreementId } = await world.anActive('paypal')
  await forget()
  world.push.troubles = [undefined, 'request lost']
  await world.callback('paypal', { agreementId, providerReference: `paypal-${agreementId}` })
  expect(world.push.side(agreementId).state).toBe('active')
  world.clock.advance('PT1H')
  await world.webhooks.processDue()
  expect(world.push.side(agreementId).state).toBe('ended')
})

test('one that has no id of ours is not touched', async () => {
  const { agreementId } = await world.anActive('paypal')
  await forget()
  world.push.calls.length = 0
  await world.callback('paypal', { providerReference: `paypal-${agreementId}` })
  expect(world.push.side(agreementId).state).toBe('active')
  expect(world.push.calls).toEqual([])
})

test('a token that a restore has forgotten charges nothing: there is no row to charge it by', async () => {
  const { agreementId } = await world.anActive('alipay')
  await forget()
  world.pull.calls.length = 0
  await world.callback('alipay', { agreementId, grant: { code: `code-${agreementId}` } })
  await world.runDue()
  expect(world.pull.calls).toEqual([])
  expect(world.alipay.balanceCents).toBe(0)
})
