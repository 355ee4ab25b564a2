import { giftCardCode } from './support/codes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backupCommand } from '#server/commands/backup.ts'
import { restoreCommand } from '#server/commands/restore.ts'
import { readConfig } from '#server/config.ts'
import { createTestDb, type TestDb } from './support/database.ts'
import { createSubscriptionsWorld, type SubscriptionsNode, type SubscriptionsWorld } from './support/subscriptions.ts'

const PAGE = 'https://harbour.test/#/giftcard'
const ANNA = 'anna@example.com'
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let world: SubscriptionsWorld
let folder: string
const databases: TestDb[] = []
beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  world = await createSubscriptionsWorld()
  folder = await mkdtemp(join(tmpdir(), 'harbour-restored-cards-'))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
  for (const one of databases) await one.close()
  await rm(folder, { recursive: true, force: true })
})

const configOf = (url: string) => readConfig({ DATABASE_URL: url, MASTER_KEY, DATA_DIR: join(folder, 'data') })

/** Takes a backup now. @returns a node over a database that it is restored into */
async function backUp(name: string): Promise<() => Promise<SubscriptionsNode & { database: TestDb }>> {
  expect(await backupCommand(configOf(world.url), [name], folder)).toBe(0)
  return async () => {
    const database = await createTestDb()
    databases.push(database)
    expect(await restoreCommand(configOf(database.url), [name], folder)).toBe(0)
    return { ...world.aNode(2, database.url), database }
  }
}

async function order(accountId: string): Promise<string> {
  const { orderId } = await world.node.payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: 'credits-50',
    kind: 'wechat',
    amountCents: 5_000,
    continueUrl: PAGE,
    cancelUrl: PAGE,
    terminal: 'web',
    details: { recipient: ANNA },
  })
  return orderId
}

const callBack = (node: SubscriptionsNode, orderId: string) =>
  node.handleCallback('payments', { of: 'payment', orderId })
const cardsOf = async (node: SubscriptionsNode, accountId: string) =>
  (await node.codes.giftCards.list({ accountId, page: 1, pageSize: 10 })).list
/** The codes that were written to the recipient. */
async function sentCodes(node: SubscriptionsNode): Promise<string[]> {
  const rows = await node.db.selectFrom('outbox_message').select('params').where('recipient', '=', ANNA).execute()
  return rows.map(({ params }) => (params as unknown as { code: string }).code)
}
/** What was booked for an order, by kind of transfer. */
async function bookings(node: SubscriptionsNode, orderId: string): Promise<string[]> {
  const rows = await node.db.selectFrom('transfer').select('kind').where('subject', '=', orderId).execute()
  return rows.map(({ kind }) => kind).toSorted()
}

test('a gift card that was paid for after the backup is settled again after its restore: the same code, booked once', async () => {
  const buyer = await world.aMember()
  const orderId = await order(buyer)
  const restore = await backUp('before the payment')
  world.wechat.approve(orderId)
  await callBack(world.node, orderId)
  const booked = await bookings(world.node, orderId)

  const restored = await restore()
  expect(await cardsOf(restored, buyer)).toEqual([])
  // The provider repeats its callback, also to two processes at once.
  await Promise.all([callBack(restored, orderId), callBack(restored, orderId)])
  await callBack(restored, orderId)
  const cards = await cardsOf(restored, buyer)
  expect(cards.map(({ code, state }) => [code, state])).toEqual([[undefined, 'unused']])
  expect(await sentCodes(restored)).toEqual([giftCardCode(orderId)])
  expect(await bookings(restored, orderId)).toEqual(booked)
  expect(await restored.ledger.check()).toMatchObject({ differences: [] })

  const redeem = () =>
    restored.codes.redemptions.redeem({ accountId: buyer, code: giftCardCode(orderId), address: '203.0.113.9' })
  expect((await redeem()).grants).toMatchObject([{ kind: 'credits', amount: 50 }])
  await redeem()
  expect((await restored.ledger.points(buyer)).pointsRecharge).toBe(50)
  expect(await restored.ledger.check()).toMatchObject({ differences: [] })
})

test('one that no callback tells of is found once payments are reconciled', async () => {
  const buyer = await world.aMember()
  const orderId = await order(buyer)
  const since = world.clock.now()
  const restore = await backUp('not told')
  world.wechat.approve(orderId)
  const restored = await restore()
  world.clock.advance('PT1H')
  await restored.runDue()
  expect(await cardsOf(restored, buyer)).toEqual([])
  await restored.payments.reconcile(since)
  await restored.runDue()
  expect(await cardsOf(restored, buyer)).toHaveLength(1)
  expect(await bookings(restored, orderId)).toHaveLength(2)
})

test('one that was redeemed before the backup stays redeemed, whatever is called back', async () => {
  const buyer = await world.aMember()
  const orderId = await order(buyer)
  world.wechat.approve(orderId)
  await callBack(world.node, orderId)
  const redeem = (node: SubscriptionsNode, accountId: string) =>
    node.codes.redemptions.redeem({ accountId, code: giftCardCode(orderId), address: '203.0.113.9' })
  const receiver = await world.aMember()
  const other = await world.aMember()
  await redeem(world.node, receiver)
  const booked = await bookings(world.node, orderId)
  const restored = await (await backUp('redeemed'))()
  await callBack(restored, orderId)
  expect(await bookings(restored, orderId)).toEqual(booked)
  expect((await cardsOf(restored, buyer)).map(({ state }) => state)).toEqual(['redeemed'])
  await expect(redeem(restored, other)).rejects.toMatchObject({ code: 'CODE_USED' })
  expect((await restored.ledger.points(receiver)).pointsRecharge).toBe(50)
})
