import { expect, test } from 'vitest'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { isFull } from '../support/full.ts'
import {
  abandon,
  beginAgain,
  expectNothing,
  expectPaid,
  forEachKind,
  type Journey,
  openJourney,
  pay,
} from './support/payment-journeys.ts'
import { advanceClock } from './support/world.ts'

/** One kind of each sort (a page, a code, a form, an invoice), or all with `npm run test:full`. */
const KINDS = isFull ? PAYMENT_KINDS : (['paypal', 'wechat', 'payasia', 'crypto'] as const)

test('by every kind of payment: what its payer leaves is given up, and a payment that comes late is delivered once it is told', async () => {
  const journeys = new Map<string, Journey>()
  await forEachKind(async (kind) => {
    const journey = await openJourney(kind)
    journeys.set(kind, journey)
    await abandon(journey)
  }, KINDS)
  // Longer than any provider takes a payment.
  await advanceClock('PT4H')
  await forEachKind(async (kind) => {
    const journey = journeys.get(kind)!
    const { page, text, place } = journey
    await page.getByText(text.result.expired, { exact: true }).waitFor()
    await expectNothing(journey)
    await beginAgain(journey)
    await pay(journey, journey.late)
    const isWaiting = page.getByText(
      place === 'page' ? text.result.pendingTitle(text.providers[kind]) : text.qr.waiting,
    )
    await isWaiting.first().waitFor()
    await expectNothing(journey)
  }, KINDS)
  // Past the end of the invoices, and the minute after which what is late for them comes.
  await advanceClock('PT35M')
  await forEachKind(async (kind) => {
    const journey = journeys.get(kind)!
    await expectPaid(journey)
    expect(journey.errors).toEqual([])
  }, KINDS)
})
