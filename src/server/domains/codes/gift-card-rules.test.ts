import { join } from 'node:path'
import { giftCardCode } from '../../../../test/support/codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { besideTransaction } from '../../../../test/support/held-transaction.ts'
import { readMigrations } from '#server/kit/migrate.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'

const PAGE = 'https://harbour.test/#/giftcard'
const ANNA = 'anna@example.com'
const LOST = 'lost@example.com'

let world: SubscriptionsWorld
let buyer: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.wechat.reset()
  buyer = await world.aMember()
})

const order = (accountId = buyer, details: PurchaseDetails = {}) =>
  world.node.payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: 'credits-50',
    kind: 'wechat',
    amountCents: 5_000,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
    details,
  })

async function buy(details?: PurchaseDetails) {
  const { orderId } = await order(buyer, details)
  world.wechat.approve(orderId)
  await world.node.payments.returned({ accountId: buyer, orderId })
  return { orderId, code: giftCardCode(orderId) }
}

const sealedOf = async (orderId: string) =>
  (await world.db.selectFrom('gift_card').select('sealed').where('order_id', '=', orderId).executeTakeFirstOrThrow())
    .sealed

test('after a chargeback the buyer buys no gift card until an operator allows it again', async () => {
  const { orderId } = await buy()
  await world.node.handleCallback('payments', {
    of: 'dispute',
    paymentReference: `paid-${orderId}`,
    event: 'disputeLost',
  })
  await expect(order()).rejects.toMatchObject({ code: 'PURCHASES_BLOCKED' })
  await expect(world.aPrepaid(buyer)).rejects.toMatchObject({ code: 'PURCHASES_BLOCKED' })
  expect((await world.orders(buyer)).map(({ state }) => state)).toEqual(['charged_back'])
  expect(await order(await world.aMember())).toMatchObject({ state: 'pending' })
})

test('members of telecom partners buy gift cards for others, not for themselves', async () => {
  const telecom = await world.aMember('hgc')
  await expect(order(telecom)).rejects.toMatchObject({ code: 'NOT_ALLOWED', details: { of: 'telecom' } })
  expect(await world.orders(telecom)).toEqual([])
  expect(await order(telecom, { recipient: ANNA })).toMatchObject({ state: 'pending' })
})

test.each([
  ['in the middle of a day lasts until its end', '2099-11-20T13:00', '2099-11-21T00:00'],
  ['at the end of a day stays', '2099-11-21T00:00', '2099-11-21T00:00'],
  ['in the past stays', '2019-11-20T13:00', '2019-11-20T13:00'],
])('by its migration a card of an earlier release whose end is %s', async (_, before, after) => {
  const { orderId } = await buy()
  const codeOf = world.db.selectFrom('gift_card').select('code_id').where('order_id', '=', orderId)
  await world.db
    .updateTable('code')
    .set({ expires_at: hongKong(before) })
    .where('code_id', '=', codeOf)
    .execute()
  const migrations = await readMigrations(join(import.meta.dirname, '../../../../migrations'))
  const { sql } = migrations.find(({ name }) => name === '0219_codes_gift_cards_end_with_a_day.sql')!
  await world.pool.query(sql)
  const { expiresAt } = await world.db
    .selectFrom('code')
    .select('expires_at as expiresAt')
    .where('code_id', '=', codeOf)
    .executeTakeFirstOrThrow()
  expect(expiresAt?.toString()).toBe(hongKong(after).toString())
})

test('a card that expires while its redemption waits for a lock is not redeemed, and books its money once', async () => {
  const { orderId, code } = await buy()
  world.clock.set(hongKong('2029-11-20T13:00'))
  await world.db
    .updateTable('code')
    .set({ expires_at: world.clock.now().add({ seconds: 1 }) })
    .execute()
  const { codeId } = (await world.db
    .selectFrom('gift_card')
    .select('code_id as codeId')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()) as { codeId: number }
  const { redeemed } = await besideTransaction({
    run: (work) => world.db.transaction().execute(work),
    lock: (tx) => tx.selectFrom('code').select('code_id').where('code_id', '=', codeId).forUpdate().execute(),
    beside: async () => {
      const redeeming = world.node.codes.redemptions
        .redeem({ accountId: buyer, code, address: '203.0.113.9' })
        .catch((error: unknown) => error)
      // Until the redemption waits for the code.
      for (;;) {
        const { rows } = await world.pool.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        if (rows.length > 0) break
      }
      world.clock.advance('PT2S')
      return { redeemed: redeeming }
    },
  })
  expect(await redeemed).toMatchObject({ code: 'CODE_EXPIRED' })
  await world.node.runDue()
  const booked = await world.db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.transfer_id', 'posting.transfer_id')
    .select(({ fn }) => fn.sum<string>('amount').as('cents'))
    .where('subject', '=', orderId)
    .where('ledger_account', '=', 'deferred_gift_cards')
    .executeTakeFirstOrThrow()
  expect(Number(booked.cents)).toBe(0)
})

test('what is sent to a recipient belongs to no account: it is sent, and its recipient can have it erased', async () => {
  await buy({ recipient: ANNA })
  const messages = await world.db.selectFrom('outbox_message').selectAll().where('recipient', '=', ANNA).execute()
  expect(messages).toMatchObject([{ account_id: null, template: 'giftCard' }])
})

test('the recipient of a card is erased with its buyer, once the message is sent; a card that waits is still sent', async () => {
  const other = await world.aMember()
  const [berta, carla] = ['berta@example.com', 'carla@example.com']
  await buy({ recipient: berta })
  await world.messages.sendDue()
  await buy({ recipient: carla })
  const left = async () => {
    const { rows } = await world.pool.query('select recipient from outbox_message where recipient = any($1)', [
      [berta, carla],
    ])
    return rows.map(({ recipient }) => recipient)
  }
  const { personalData } = world.node.codes.domainModule
  const erase = (accountId: string) =>
    world.db.transaction().execute((tx) => personalData!.erase(tx, { accountId, number: '', email: '' }))
  await erase(other)
  expect((await left()).toSorted()).toEqual([berta, carla])
  await erase(buyer)
  expect(await left()).toEqual([carla])
})

test('the recipient of an order is erased if it is not paid in 31 days, and kept if it is', async () => {
  const { orderId: paid } = await buy({ recipient: ANNA })
  const { orderId: unpaid } = await order(buyer, { recipient: ANNA })
  world.clock.advance(`PT${30 * 24}H`)
  await world.node.runDue()
  expect(await sealedOf(unpaid)).not.toBeNull()
  world.clock.advance('PT25H')
  await world.node.runDue()
  expect(await sealedOf(unpaid)).toBeNull()
  expect(await sealedOf(paid)).not.toBeNull()
})

test('an open order for another recipient that was just paid is not taken for this one', async () => {
  const first = await order(buyer, { recipient: ANNA })
  world.wechat.approve(first.orderId)
  const second = await order(buyer, { recipient: 'berta@example.com' })
  expect(second).toMatchObject({ state: 'pending' })
  const { list } = await world.node.codes.giftCards.list({ accountId: buyer, page: 1, pageSize: 9 })
  expect(list.map(({ orderId }) => orderId)).toEqual([first.orderId])
  expect(await order(buyer, { recipient: ANNA })).toMatchObject({ state: 'pending' })
})

test('a buyer whose message was lost has it sent again until it is redeemed', async () => {
  const { orderId, code } = await buy({ recipient: LOST })
  await world.db.deleteFrom('outbox_message').where('recipient', '=', LOST).execute()
  world.clock.advance(`PT${40 * 24}H`)
  const listed = async () => {
    const { list } = await world.node.codes.giftCards.list({ accountId: buyer, page: 1, pageSize: 1 })
    return list[0]!
  }
  expect(await listed()).toMatchObject({ orderId, state: 'unused', recipient: expect.stringContaining('@') })
  await world.node.codes.giftCards.resend({ accountId: buyer, orderId })
  const again = await world.db.selectFrom('outbox_message').select('params').where('recipient', '=', LOST).execute()
  expect(again).toMatchObject([{ params: { code } }])
  await world.node.codes.redemptions.redeem({ accountId: await world.aMember(), code, address: '198.51.100.77' })
  expect(await listed()).toMatchObject({ orderId, code: undefined, state: 'redeemed' })
})

test('a card has the image that its buyer chose, the first where none was chosen; another image is another order', async () => {
  const designOf = async (orderId: string) =>
    (await world.node.codes.giftCards.list({ accountId: buyer, page: 1, pageSize: 9 })).list.find(
      (card) => card.orderId === orderId,
    )?.design
  const { orderId } = await buy({ recipient: ANNA, design: 'neon' })
  expect(await designOf(orderId)).toBe('neon')
  const { orderId: plain } = await buy({ recipient: ANNA })
  expect(await designOf(plain)).toBe('harbour')
  const open = await order(buyer, { recipient: ANNA, design: 'neon' })
  expect((await order(buyer, { recipient: ANNA, design: 'neon' })).orderId).toBe(open.orderId)
  expect((await order(buyer, { recipient: ANNA, design: 'sunrise' })).orderId).not.toBe(open.orderId)
})

test('the code of a gift card shows its image, also once it is redeemed; another code shows none', async () => {
  const { codes } = world.node
  const { code } = await buy({ design: 'sunrise' })
  expect(await codes.giftCards.giftOf(code)).toMatchObject({ design: 'sunrise' })
  const accountId = await world.aMember()
  await codes.redemptions.redeem({ accountId, code, address: '203.0.113.77' })
  expect(await codes.giftCards.giftOf(code.toLowerCase())).toMatchObject({ design: 'sunrise' })
  expect(await codes.giftCards.giftOf((await buy()).code)).toMatchObject({ design: 'harbour' })
  expect(await codes.giftCards.giftOf('ABCD-EFGH-JKMN-PQRS')).toBeUndefined()
  expect(await codes.giftCards.giftOf('x')).toBeUndefined()
})
