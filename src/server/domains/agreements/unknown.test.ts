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

test('a mandate that a restored backup lacks is left to an operator: another installation may own it', async () => {
  const { agreementId } = await world.anActive('paypal')
  const providerReference = `paypal-${agreementId}`
  await sql`truncate webhook_event`.execute(world.db)
  await forget()
  await world.callback('paypal', { agreementId, providerReference, providerCharge: world.push.charge(agreementId) })
  expect(world.push.side(agreementId).state).toBe('active')
  expect(await events()).toEqual([false])
  expect(await world.db.selectFrom('payment_order').selectAll().execute()).toEqual([])
})

test('an operator ends it, once its provider confirms, and never one that has an agreement', async () => {
  const { agreementId } = await world.anActive('paypal')
  const mandate = { kind: 'paypal', agreementId, providerReference: `paypal-${agreementId}` } as const
  expect(await world.agreements.endAbandoned(mandate)).toBe('known')
  await forget()
  world.push.troubles = [undefined, 'request lost']
  expect(await world.agreements.endAbandoned(mandate)).toBe('unanswered')
  expect(world.push.side(agreementId).state).toBe('active')
  expect(await world.agreements.endAbandoned(mandate)).toBe('ended')
  expect(world.push.side(agreementId).state).toBe('ended')
  expect(await world.agreements.endAbandoned(mandate)).toBe('ended')
  expect(
    await world.agreements.endAbandoned({ kind: 'paypal', agreementId: 'nobody', providerReference: 'nobody' }),
  ).toBe('absent')
  expect(await world.agreements.endAbandoned({ ...mandate, kind: 'alipay' })).toBe('absent')
})

test('a token that a restored backup lacks charges nothing: there is no row to charge it by', async () => {
  const { agreementId } = await world.anActive('alipay')
  await forget()
  world.pull.calls.length = 0
  await world.callback('alipay', { agreementId, mandateCode: { code: `code-${agreementId}` } })
  await world.runDue()
  expect(world.pull.calls).toEqual([])
  expect(world.alipay.balanceCents).toBe(0)
})
