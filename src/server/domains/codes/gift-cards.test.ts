import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { giftCardCode } from '../../../../test/support/codes.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import { plansOf } from '../../../../test/support/plans-of.ts'
import { findListedCards, findOperatorBatches } from './operator-batches.repo.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { bookedCents, deliveryInstants, expectBooksToAgree } from '../../../../test/support/books.ts'

const PAGE = 'https://harbour.test/#/giftcard'
const ANNA = 'anna@example.com'
const PASS = 'gift-pass-3'

let world: SubscriptionsWorld
let buyer: string
let addresses = 0
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  world.wechat.reset()
  buyer = await world.aMember()
})
afterEach(() => expectBooksToAgree(world.node))

const CENTS: Readonly<Record<string, number>> = { 'credits-50': 5_000, 'credits-200': 20_000, [PASS]: 26_400 }

async function order(valueId = 'credits-50', details: PurchaseDetails = {}, amountCents = CENTS[valueId]!) {
  world.clock.advance('PT0.001S')
  return world.node.payments.createOrder({
    accountId: buyer,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: valueId,
    kind: 'wechat',
    amountCents,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
    details,
  })
}

async function buy(valueId?: string, details?: PurchaseDetails) {
  const { orderId } = await order(valueId, details)
  world.wechat.approve(orderId)
  await world.node.payments.returned({ accountId: buyer, orderId })
  return { orderId, code: giftCardCode(orderId) }
}

const list = async (accountId = buyer) =>
  (await world.node.codes.giftCards.list({ accountId, page: 1, pageSize: 20 })).list
const cardOf = async (orderId: string) => (await list()).find((one) => one.orderId === orderId)!
const anAddress = () => `198.51.${Math.floor(addresses / 250)}.${addresses++ % 250}`
const redeem = (code: string, accountId: string) =>
  world.node.codes.redemptions.redeem({ accountId, code, address: anAddress() })
const balance = (code: string) =>
  world.node.codes.giftCards.balance({ accountId: undefined, code, address: anAddress() })
const owned = async (accountId: string) =>
  (await world.node.ledger.balance(accountId)).spendable.map(({ bucket, amount }) => `${amount} ${bucket}`)
const refund = (orderId: string, amountCents?: number) =>
  world.node.payments.refund({ orderId, amountCents, reason: 'asked', actor: 'test' })
const dispute = (orderId: string) =>
  world.node.handleCallback('payments', { of: 'dispute', paymentReference: `paid-${orderId}`, event: 'disputeLost' })

/** What was booked for orders and for the uses of their cards. */
async function books(...orderIds: string[]): Promise<Record<string, number>> {
  const uses = await world.db
    .selectFrom('gift_card')
    .innerJoin('code_use', 'code_use.code_id', 'gift_card.code_id')
    .select('use_id')
    .where('order_id', 'in', orderIds)
    .execute()
  return bookedCents(world.db, ...orderIds, ...uses.map(({ use_id }) => use_id))
}

describe('a gift card', () => {
  test('is a liability until it is redeemed, and then what its credits back', async () => {
    const { orderId, code } = await buy('credits-200')
    expect(await books(orderId)).toEqual({ 'provider:wechat': 20_000, deferred_gift_cards: -20_000 })
    const friend = await world.aMember()
    expect(await redeem(code, friend)).toMatchObject({ kind: 'giftcard', grants: [{ kind: 'credits', amount: 200 }] })
    expect(await owned(friend)).toEqual(['200 recharged'])
    expect(await owned(buyer)).toEqual([])
    expect(await books(orderId)).toEqual({ 'provider:wechat': 20_000, deferred_credits: -20_000 })
  })

  test('of months is revenue once an account holds the plan', async () => {
    const { orderId, code } = await buy(PASS)
    expect(await books(orderId)).toEqual({ 'provider:wechat': 26_400, deferred_gift_cards: -26_400 })
    const friend = await world.aMember()
    await redeem(code, friend)
    expect(await world.cycles(friend)).toEqual(['1 gift', '2 gift', '3 gift'])
    expect(await books(orderId)).toEqual({ 'provider:wechat': 26_400, subscription_revenue: -26_400 })
  })

  test('is made by no browser, once, and never for another price', async () => {
    await expect(order('credits-50', {}, 100)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(order('credits-7', {}, 700)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { orderId } = await order()
    await world.node.payments.returned({ accountId: buyer, orderId })
    expect(await list()).toEqual([])
    world.wechat.approve(orderId)
    for (let n = 0; n < 3; n++) {
      await world.node.handleCallback('payments', { of: 'payment', orderId })
      await world.node.payments.returned({ accountId: buyer, orderId })
    }
    expect(await list()).toHaveLength(1)
  })

  test('has a code that is derived from its order, and that the database holds nowhere', async () => {
    const { orderId, code } = await buy('credits-50', { recipient: ANNA, message: 'to Anna' })
    const stored = await world.db.selectFrom('gift_card').selectAll().where('order_id', '=', orderId).execute()
    const text = [...stored, ...(await world.db.selectFrom('code').selectAll().execute())].map((row) =>
      Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(' '),
    )
    for (const secret of [code, code.replaceAll('-', ''), ANNA, 'to Anna'])
      expect(text.join('\n')).not.toContain(secret)
    const own = await buy()
    expect((await world.aNode().codes.giftCards.list({ accountId: buyer, page: 1, pageSize: 1 })).list[0]!.code).toBe(
      own.code,
    )
  })

  test('for another recipient never shows its code to its buyer', async () => {
    const friend = await world.aMember()
    const { orderId, code } = await buy('credits-50', { recipient: '+85261234521' })
    expect(await cardOf(orderId)).toMatchObject({ state: 'unused', recipient: '+852 6••• ••21', code: undefined })
    expect(await list(friend)).toEqual([])
    await redeem(code, friend)
    expect(await cardOf(orderId)).toMatchObject({ state: 'redeemed', code: undefined })
  })

  test('for oneself shows its code to its buyer only, until it is redeemed', async () => {
    const friend = await world.aMember()
    const { orderId, code } = await buy('credits-50')
    expect(await cardOf(orderId)).toMatchObject({ state: 'unused', recipient: undefined, code })
    expect(await list(friend)).toEqual([])
    await redeem(code, buyer)
    expect(await cardOf(orderId)).toMatchObject({ state: 'redeemed', code: undefined })
  })

  test('says what it is worth to anyone with the code', async () => {
    const { code } = await buy()
    expect(await balance(code)).toMatchObject({ state: 'unused', grants: [{ kind: 'credits', amount: 50 }] })
    await redeem(code, buyer)
    expect(await balance(code)).toMatchObject({ state: 'redeemed' })
    await expect(balance('0000-0000-0000-0000')).rejects.toMatchObject({ code: 'WRONG_CODE' })
  })
})

describe('is sent', () => {
  const sentTo = async (to: string) => {
    await world.messages.sendDue()
    return [...world.sms.sent, ...world.mail.sent].filter((one) => one.to === to).map(({ text }) => text)
  }

  test('to a number by SMS, with the message', async () => {
    const { code } = await buy('credits-50', { recipient: '+85261234522', message: 'Happy birthday' })
    expect(await sentTo('+85261234522')).toEqual([
      `Harbour: a gift card for you, 50 credits. "Happy birthday" Code ${code}. Redeem it by 20 Nov 2029: https://harbour.test/#/giftcard?gift=${code}`,
    ])
  })

  test.each([['+85261234571'], ['dora@example.com']])('to %s with the name of who gives it', async (recipient) => {
    await buy('credits-50', { recipient, giverName: 'Uncle Ming' })
    expect(await sentTo(recipient)).toEqual([expect.stringContaining('Uncle Ming sent you a gift card')])
  })

  test('to the inbox of a recipient who is a member, without its code, and is redeemed from there', async () => {
    const friend = await world.aMember()
    const { number } = (await world.accounts.read(friend))!
    const { code } = await buy('credits-50', { recipient: number, giverName: 'Ming', message: 'Happy birthday' })
    const inbox = await world.messages.list({ accountId: friend, language: 'en_US', page: 1, pageSize: 5 })
    const [entry] = inbox.list
    expect(entry).toMatchObject({ title: 'Ming sent you a gift card', action: 'redeem' })
    expect(entry!.body).toBe('50 credits. “Happy birthday” Redeem it by 20 Nov 2029.')
    const [received, ...others] = await world.node.codes.giftCards.received(friend)
    expect(others).toEqual([])
    expect(received).toMatchObject({ code, giverName: 'Ming', message: 'Happy birthday' })
    expect(await world.node.codes.giftCards.giftOf(code)).toMatchObject({
      giverName: 'Ming',
      message: 'Happy birthday',
    })
    await redeem(code, friend)
    expect(await world.node.codes.giftCards.received(friend)).toEqual([])
    // What was written stays with the card.
    expect(await world.node.codes.giftCards.giftOf(code)).toMatchObject({
      giverName: 'Ming',
      message: 'Happy birthday',
    })
  })

  test('to the inbox of the member whose verified e-mail address it is, not of one who only claims it', async () => {
    const [owner, claimer] = [await world.aMember(), await world.aMember()]
    const email = 'Verified@example.com'
    await world.db.updateTable('account').set({ email }).where('account_id', 'in', [owner, claimer]).execute()
    await world.db
      .updateTable('account')
      .set({ email_valid_at: world.clock.now() })
      .where('account_id', '=', owner)
      .execute()
    await buy('credits-50', { recipient: 'verified@example.com' })
    expect(await world.node.codes.giftCards.received(owner)).toHaveLength(1)
    expect(await world.node.codes.giftCards.received(claimer)).toEqual([])
  })

  test('again when its buyer wants it, three times and ten minutes apart, until it is redeemed', async () => {
    const to = '+85261234573'
    const { orderId, code } = await buy('credits-50', { recipient: to })
    const resend = (accountId = buyer) => world.node.codes.giftCards.resend({ accountId, orderId })
    await expect(resend()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 600 } })
    world.clock.advance('PT10M')
    await expect(resend(await world.aMember())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const both = await Promise.allSettled([resend(), resend()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await cardOf(orderId)).resends).toMatchObject({ left: 2 })
    for (const left of [1, 0]) {
      world.clock.advance('PT10M')
      expect(await resend()).toMatchObject({ left })
    }
    world.clock.advance('PT10M')
    await expect(resend()).rejects.toMatchObject({ code: 'CONFLICT' })
    const texts = await sentTo(to)
    expect(texts).toHaveLength(4)
    expect(new Set(texts).size).toBe(1)
    await redeem(code, await world.aMember())
    expect((await cardOf(orderId)).resends).toBeUndefined()
  })

  test('is not sent again when it is redeemed, or one’s own', async () => {
    const own = await buy()
    const given = await buy('credits-50', { recipient: '+85261234574' })
    await redeem(given.code, await world.aMember())
    world.clock.advance('PT1H')
    for (const { orderId } of [own, given]) {
      const resent = world.node.codes.giftCards.resend({ accountId: buyer, orderId })
      await expect(resent).rejects.toMatchObject({ code: 'CONFLICT' })
    }
  })

  test('to an address by e-mail', async () => {
    const { code } = await buy(PASS, { recipient: 'carla@example.com' })
    const [text] = await sentTo('carla@example.com')
    expect(text).toContain('Entertainment pass, 3 months')
    expect(text).toContain(code)
  })

  test('to its buyer, when it has no other recipient', async () => {
    const { code } = await buy()
    const { number } = (await world.accounts.read(buyer))!
    expect(await sentTo(number)).toEqual([expect.stringContaining(code)])
  })

  test('to the recipient of the order that was paid: another recipient closes the open order', async () => {
    const first = await order('credits-50', { recipient: ANNA })
    expect((await order('credits-50', { recipient: ANNA })).orderId).toBe(first.orderId)
    const second = await order('credits-50', { recipient: 'berta@example.com' })
    expect(second.orderId).not.toBe(first.orderId)
    world.wechat.approve(second.orderId)
    await world.node.payments.returned({ accountId: buyer, orderId: second.orderId })
    expect(await sentTo('berta@example.com')).toHaveLength(1)
    expect((await list()).map(({ recipient }) => recipient)).toEqual(['b•••@example.com'])
  })
})

describe('a refund', () => {
  test('voids the card before the refund is requested', async () => {
    const { orderId, code } = await buy()
    expect(await refund(orderId)).toMatchObject({ outcome: 'requested' })
    expect(await cardOf(orderId)).toMatchObject({ state: 'voided', code: undefined })
    await expect(redeem(code, await world.aMember())).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    expect(world.wechat.refunds.size).toBe(0)
    await world.node.runDue()
    expect(world.wechat.balanceCents).toBe(0)
    expect(await books(orderId)).toEqual({})
    expect(await balance(code)).toMatchObject({ state: 'voided' })
  })

  test('of a redeemed card, or a part of one, is refused', async () => {
    const { orderId, code } = await buy()
    expect(await refund(orderId, 1_000)).toEqual({ outcome: 'too much', maxCents: 0 })
    await redeem(code, buyer)
    expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 0 })
    expect(await owned(buyer)).toEqual(['50 recharged'])
  })

  test('that the provider refuses gives the card back', async () => {
    const { orderId, code } = await buy()
    world.wechat.refuses.refund = true
    await refund(orderId)
    await world.node.runDue()
    expect(await cardOf(orderId)).toMatchObject({ state: 'unused', code })
    expect(await books(orderId)).toEqual({ 'provider:wechat': 5_000, deferred_gift_cards: -5_000 })
    await redeem(code, buyer)
  })

  test('races with redeeming: one of them happens', async () => {
    for (let round = 0; round < 25; round++) {
      const friend = await world.aMember()
      const { orderId, code } = await buy()
      const [refunded, redeemed] = await Promise.allSettled([refund(orderId), redeem(code, friend)])
      const isRefunded = refunded.status === 'fulfilled' && refunded.value.outcome === 'requested'
      expect(redeemed.status === 'fulfilled').toBe(!isRefunded)
      expect(await owned(friend)).toEqual(isRefunded ? [] : ['50 recharged'])
      await world.node.runDue()
      expect(await books(orderId)).toEqual(isRefunded ? {} : { 'provider:wechat': 5_000, deferred_credits: -5_000 })
    }
  })
})

describe('a chargeback', () => {
  test('voids an unredeemed card', async () => {
    const { orderId, code } = await buy()
    await dispute(orderId)
    await expect(redeem(code, await world.aMember())).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await books(orderId)).toEqual({})
    expect((await world.node.ledger.balance(buyer)).isBlocked).toBe(true)
  })

  test('takes what is left of the credits, and stops the purchases of the buyer, not of whom the card was given to', async () => {
    const friend = await world.aMember()
    const { orderId, code } = await buy()
    const { grants } = await redeem(code, friend)
    await dispute(orderId)
    expect(await owned(friend)).toEqual([])
    expect(world.node.voided).toContain(grants[0]!.lotId)
    expect((await world.node.ledger.balance(friend)).isBlocked).toBe(false)
    expect((await world.node.ledger.balance(buyer)).isBlocked).toBe(true)
    expect(await books(orderId)).toEqual({})
  })

  test('of a plan that was redeemed is our loss: the plan goes on', async () => {
    const friend = await world.aMember()
    const { orderId, code } = await buy(PASS)
    await redeem(code, friend)
    await dispute(orderId)
    expect(await world.state(friend)).toBe('cancelling')
    expect(await books(orderId)).toEqual({ subscription_revenue: -26_400, dispute_loss: 26_400 })
  })
})

describe('a card that is never redeemed', () => {
  test('expires at the end of a day after 36 months, and is then breakage', async () => {
    const { orderId, code } = await buy()
    await world.goTo('2029-11-20T23:59')
    expect(await cardOf(orderId)).toMatchObject({ state: 'unused' })
    world.clock.set(hongKong('2029-11-21T00:01'))
    await expect(redeem(code, buyer)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await refund(orderId)).toEqual({ outcome: 'too much', maxCents: 0 })
    for (let n = 0; n < 2; n++) await world.node.runDue()
    expect(await cardOf(orderId)).toMatchObject({ state: 'expired', code: undefined })
    expect(await books(orderId)).toEqual({ 'provider:wechat': 5_000, breakage: -5_000 })
    await dispute(orderId)
    expect(await books(orderId)).toEqual({ breakage: -5_000, dispute_loss: 5_000 })
  })
})

test('whom cards were for is exported to their buyer, and erased with the account; who has the code can still redeem it', async () => {
  const { orderId, code } = await buy('credits-50', { recipient: ANNA, message: 'to Anna' })
  const { personalData } = world.node.codes.domainModule
  const person = { accountId: buyer, number: '', email: '' }
  expect(await personalData!.collect(person, 'en_US')).toMatchObject({
    giftCards: [{ orderId, state: 'unused', recipient: ANNA, message: 'to Anna' }],
  })
  await world.db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await personalData!.collect(person, 'en_US')).toEqual({ redeemed: [], giftCards: [] })
  const row = await world.db.selectFrom('gift_card').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  expect(row).toMatchObject({ account_id: null, sealed: null })
  expect(await redeem(code, await world.aMember())).toMatchObject({ kind: 'giftcard' })
})

test('a card whose payment is accepted days later is booked at that time', async () => {
  const { orderId } = await order()
  world.wechat.approve(orderId, { amountCents: 100 })
  await world.node.payments.returned({ accountId: buyer, orderId })
  world.clock.advance('PT120H')
  await world.node.payments.acceptReview(orderId)
  expect(await deliveryInstants(world.db, orderId)).toEqual([world.clock.now().toString()])
})

test('batches are listed without a look at gift cards, and a card is found by its order', async () => {
  const now = world.clock.now()
  const plans = await plansOf(world.db, async (db) => {
    await findOperatorBatches(db, { filter: {}, sort: '-madeAt', now, limit: 50 })
    await findListedCards(db, { filter: { text: '1234567890' }, sort: '-boughtAt', now, limit: 50 })
  })
  expect(plans.find((plan) => plan.includes('Limit'))).toContain('using code_batch_listed')
  const card = plans.findLast((plan) => plan.includes('Limit'))!
  expect(card).toContain('payment_order_number')
  expect(card).toMatch(/ on gift_card g[^\n]*\n\s+Index Cond: \(order_id = /)
})
