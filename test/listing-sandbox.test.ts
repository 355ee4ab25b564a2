import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AgreementSandbox, createAgreementSandbox } from './support/agreement-sandbox.ts'
import { createPaymentSandboxWorld, type PaymentSandboxWorld } from './support/payment-sandbox.ts'

let payers: PaymentSandboxWorld
let renewers: AgreementSandbox
beforeAll(async () => {
  payers = await createPaymentSandboxWorld()
  renewers = await createAgreementSandbox()
})
beforeEach(async () => {
  await payers.reset()
  await renewers.reset()
})
afterAll(async () => {
  await payers.sandbox.close()
  await payers.close()
  await renewers.close()
})

const DAY = 24 * 60

test('PayPal’s listing agrees with payments and refunds, and finds those that a restored backup has unknown', async () => {
  const paid = async () => {
    const order = await payers.start('paypal')
    await payers.choose(order, 'approve')
    await payers.settle()
    await payers.runDue()
    return order.orderId
  }
  const [known, unknown] = [await paid(), await paid()]
  await payers.payments.refund({ orderId: known, amountCents: 2_000, reason: 'asked', actor: 'test' })
  await payers.runDue()
  const isOf = ({ orderId }: { orderId: string }) => orderId === known || orderId === unknown
  await payers.advance(2 * DAY)
  await payers.advance(DAY)
  const listed = await payers.db.selectFrom('payment_listing').select(['what', 'own_id', 'amount_cents']).execute()
  expect(listed).toContainEqual({ what: 'payment', own_id: unknown, amount_cents: 10_000 })
  expect(listed).toContainEqual({ what: 'refund', own_id: known, amount_cents: 2_000 })
  expect((await payers.payments.cases()).filter(isOf)).toEqual([])
  await payers.db
    .updateTable('payment_order')
    .set({ payment_reference: 'another' })
    .where('order_id', '=', unknown)
    .execute()
  const cases = (await payers.payments.cases()).filter(isOf).map(({ orderId, cause }) => [orderId, cause])
  expect(cases).toEqual([
    [unknown, 'payment not listed'],
    [unknown, 'unknown payment'],
  ])
})

test('a mandate at PayPal whose agreement is gone here is an operator’s once it charges, and goes on', async () => {
  const { agreementId, providerReference } = await renewers.anActive('paypal')
  await renewers.db.deleteFrom('agreement').where('agreement_id', '=', agreementId).execute()
  await renewers.advance(31 * DAY)
  await renewers.advance(2 * DAY)
  await renewers.runDue()
  await renewers.advance(60)
  expect(await renewers.payments.cases()).toContainEqual({
    orderId: agreementId,
    orderNumber: null,
    cause: 'unknown payment',
    amountCents: 8_800,
    currency: 'HKD',
    problem: expect.stringMatching(new RegExp(` by ${providerReference}$`)),
  })
  expect(await renewers.thereOf(agreementId)).toBe('active')
})
