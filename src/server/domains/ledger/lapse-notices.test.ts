import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type LedgerApp, silentWorker } from '../../../../test/support/ledger.ts'
import { createLapseNotices, spend } from './index.ts'

let app: LedgerApp
let notices: ReturnType<typeof createLapseNotices>
let spendings = 0

beforeAll(async () => {
  app = await createTestLedger()
  notices = createLapseNotices(app)
})
afterAll(() => app.close())

const run = () => notices.tellDue(silentWorker)
/** What an account was told, the oldest first. */
async function told(accountId: string, language: 'zh_HK' | 'en_US' = 'en_US'): Promise<string[]> {
  const { list } = await app.messages.list({ accountId, language, page: 1, pageSize: 10 })
  return list
    .filter(({ title }) => title === 'Credits expiring soon' || title === '點數即將失效')
    .map(({ body }) => body)
    .toReversed()
}
const spendAll = (walletId: string, amount: number) =>
  app.book((tx) =>
    spend(tx, {
      walletId,
      amount,
      kind: 'rent',
      idempotencyKey: `lapse ${spendings++}`,
      actor: 'member',
      at: app.clock.now(),
    }),
  )

test('a member is told seven days before credits lapse, once for a lot, in both languages', async () => {
  const accountId = await app.anAccount()
  app.clock.set(Temporal.Instant.from('2026-11-21T16:00:00Z'))
  await app.give(accountId, 60, { bucket: 'monthly', days: 30 })
  app.clock.advance('PT551H59M59S')
  await run()
  expect(await told(accountId)).toEqual([])
  app.clock.advance('PT1S')
  await run()
  await run()
  app.clock.advance('PT100H')
  await run()
  // It lapses as 22 December begins in Hong Kong.
  expect(await told(accountId)).toEqual([
    '60 monthly credits expire after 21 Dec 2026, 23:59. Use them to rent a title before then.',
  ])
  expect(await told(accountId, 'zh_HK')).toEqual([
    '每月點數 60 點將於 2026年12月21日 23:59 後失效，請在此之前用來租看節目。',
  ])
})

test('only what is left is told of, and nothing of a lot that is spent or has lapsed', async () => {
  const [some, none, late] = [await app.anAccount(), await app.anAccount(), await app.anAccount()]
  await spendAll((await app.give(some, 60, { days: 6 })).walletId, 25)
  await spendAll((await app.give(none, 60, { days: 6 })).walletId, 60)
  await app.give(late, 60, { days: 1 })
  await run()
  app.clock.advance('PT48H')
  await run()
  expect([await told(some), await told(none), await told(late)]).toEqual([
    [expect.stringMatching(/^35 extra credits/u)],
    [],
    [expect.stringMatching(/^60 extra credits/u)],
  ])
})

test('credits that lapse long after are not told of', async () => {
  const accountId = await app.anAccount()
  await app.give(accountId, 60, { days: 8 })
  await app.give(accountId, 1, { days: 7 })
  await run()
  expect(await told(accountId)).toEqual([expect.stringMatching(/^1 extra credit expires/u)])
})

test('lots of one bucket that lapse together are told of together', async () => {
  const accountId = await app.anAccount()
  await app.give(accountId, 10, { days: 5 })
  await app.give(accountId, 5, { days: 5 })
  await app.give(accountId, 3, { days: 5, bucket: 'monthly' })
  await run()
  expect(await told(accountId)).toHaveLength(2)
  expect((await told(accountId)).map((body) => body.split(' credits')[0]).toSorted()).toEqual(['15 extra', '3 monthly'])
})

test('nodes that run at once tell once', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, () => app.anAccount()))
  for (const accountId of accounts) await app.give(accountId, 60, { days: 3 })
  await Promise.all([run(), run(), run()])
  for (const accountId of accounts) expect(await told(accountId)).toHaveLength(1)
  expect((await app.ledger.check())?.differences).toEqual([])
})

test('sends no notice of the credits of an erased account', async () => {
  const accountId = await app.anAccount()
  const { walletId } = await app.give(accountId, 60, { days: 3 })
  await app.db.updateTable('wallet').set({ account_id: null }).where('wallet_id', '=', walletId).execute()
  await run()
  expect(await told(accountId)).toEqual([])
})
