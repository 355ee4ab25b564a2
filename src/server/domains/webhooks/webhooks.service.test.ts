import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import { createWebhooks, requeueFailed, type WebhookRequest } from './index.ts'
import { BODY_DAYS, LEASE_SECONDS, RETRY_SECONDS } from './webhooks.rules.ts'

const masterKey = Buffer.alloc(32, 7)
const log = createLog({ level: 'silent', role: 'test' })
let database: TestDb
let clock: TestClock
let processed: string[]
let failing: boolean
let secondsPerEvent: number
let hangingOn: string | undefined
let aborted: string[]

beforeAll(async () => {
  database = await createTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('webhook_event').execute()
  clock = createTestClock()
  processed = []
  failing = false
  secondsPerEvent = 0
  hangingOn = undefined
  aborted = []
})

/** A provider whose "signature" is the header `x-signature: right`, and whose event id is the body's first word. */
const node = () =>
  createWebhooks({
    db: database.db,
    clock,
    log,
    masterKey,
    processMs: 500,
    endpoints: [
      {
        provider: {
          name: 'bank',
          acknowledgement: { status: 200, contentType: 'application/json', body: '{"ok":true}' },
          verify: ({ headers, body }) => {
            if (headers['x-signature'] === 'certificate missing') return { outcome: 'unavailable' }
            if (headers['x-signature'] !== 'right') return { outcome: 'forged' }
            if (body.length === 0) return { outcome: 'ignored' }
            return { outcome: 'verified', dedupKey: body.toString().split(' ', 1)[0] ?? '' }
          },
        },
        process: async ({ body, signal }) => {
          if (body.toString() === hangingOn) {
            signal.addEventListener('abort', () => aborted.push(body.toString()))
            await new Promise(() => undefined)
          }
          if (failing) throw new Error('database down')
          processed.push(body.toString())
          advance(secondsPerEvent)
        },
      },
    ],
  })

const request = (body: string, signature = 'right'): WebhookRequest => ({
  url: 'https://harbour.test/hooks/bank',
  headers: { 'x-signature': signature },
  address: '203.0.113.9',
  body: Buffer.from(body),
})
const rows = () => database.db.selectFrom('webhook_event').selectAll().orderBy('received_at').execute()
const advance = (seconds: number) => clock.advance(`PT${seconds}S`)

test('a verified event is stored, acknowledged in the provider’s form and processed once', async () => {
  const webhooks = node()
  expect(await webhooks.receive('bank', request('e1 paid'))).toMatchObject({ status: 200, body: '{"ok":true}' })
  expect(await webhooks.receive('bank', request('e1 paid'))).toMatchObject({ status: 200 })
  expect(await webhooks.processDue()).toBe(1)
  expect(await webhooks.processDue()).toBe(0)
  expect(processed).toEqual(['e1 paid'])
})

test('an event that hangs is aborted and repeated later; the others are processed', async () => {
  const webhooks = node()
  hangingOn = 'e1'
  await webhooks.receive('bank', request('e1'))
  advance(1)
  await webhooks.receive('bank', request('e2'))
  expect(await webhooks.processDue()).toBe(1)
  expect({ processed, aborted }).toEqual({ processed: ['e2'], aborted: ['e1'] })
  expect(await rows()).toMatchObject([{ state: 'waiting', problem: 'TimeoutError' }, { state: 'processed' }])
  hangingOn = undefined
  advance(RETRY_SECONDS[0])
  expect(await webhooks.processDue()).toBe(1)
  expect(processed).toEqual(['e2', 'e1'])
})

test('two domains handle one provider: each gets the event, and a failure of one repeats it for both', async () => {
  const heard: string[] = []
  let isFailing = true
  const provider = {
    name: 'bank',
    acknowledgement: { status: 200 },
    verify: ({ body }: WebhookRequest) => ({ outcome: 'verified', dedupKey: body.toString() }) as const,
  }
  const webhooks = createWebhooks({
    db: database.db,
    clock,
    log,
    masterKey,
    endpoints: [
      { provider, process: async () => heard.push('one') },
      {
        provider,
        process: async () => {
          if (isFailing) throw new Error('database down')
          heard.push('other')
        },
      },
    ],
  })
  await webhooks.receive('bank', request('e1'))
  expect(await webhooks.processDue()).toBe(0)
  isFailing = false
  advance(RETRY_SECONDS[0])
  expect(await webhooks.processDue()).toBe(1)
  expect(heard).toEqual(['one', 'one', 'other'])
})

test('an unsigned callback is acknowledged, handed at once to every domain that queries its provider, and leaves no row', async () => {
  const unsigned: string[] = []
  const provider = {
    name: 'bank',
    acknowledgement: { status: 200 },
    verify: () => ({ outcome: 'unsigned' }) as const,
  }
  const process = async () => processed.push('processed')
  const webhooks = createWebhooks({
    db: database.db,
    clock,
    log,
    masterKey,
    endpoints: [
      { provider, process },
      { provider, process, processUnsigned: async (body) => unsigned.push(body.toString()) },
    ],
  })
  expect(await webhooks.receive('bank', request('e1 paid'))).toEqual({ status: 200 })
  expect(await webhooks.receive('bank', request('e1 paid'))).toEqual({ status: 200 })
  expect(unsigned).toEqual(['e1 paid', 'e1 paid'])
  expect(await rows()).toEqual([])
  expect(await webhooks.processDue()).toBe(0)
  expect(processed).toEqual([])
})

test('a forged event is refused, leaves no row, and cannot block the real one', async () => {
  const webhooks = node()
  expect(await webhooks.receive('bank', request('e1 forged', 'wrong'))).toEqual({ status: 403 })
  expect(await rows()).toEqual([])
  await webhooks.receive('bank', request('e1 real'))
  await webhooks.processDue()
  expect(processed).toEqual(['e1 real'])
})

test('an event that cannot be verified now is answered with 503', async () => {
  expect(await node().receive('bank', request('e1', 'certificate missing'))).toEqual({ status: 503 })
  expect(await rows()).toEqual([])
})

test('an event of no interest is acknowledged and not stored', async () => {
  expect(await node().receive('bank', request(''))).toMatchObject({ status: 200 })
  expect(await rows()).toEqual([])
})

test('an unknown provider has no endpoint', async () => {
  expect(await node().receive('unknown', request('e1'))).toBeUndefined()
})

test('many nodes that receive and process at once handle each event once', async () => {
  const nodes = Array.from({ length: 4 }, node)
  const names = Array.from({ length: 50 }, (_, index) => `e${index} x`)
  await Promise.all(nodes.flatMap((one) => names.map((name) => one.receive('bank', request(name)))))
  const counts = await Promise.all(nodes.map((one) => one.processDue()))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50)
  expect(processed.toSorted()).toEqual(names.toSorted())
})

test('a body is encrypted in the database', async () => {
  await node().receive('bank', request('e1 card 4111'))
  expect((await rows())[0]!.body!.includes('4111')).toBe(false)
})

test('a failed attempt is repeated later, and nothing is lost', async () => {
  const webhooks = node()
  await webhooks.receive('bank', request('e1 paid'))
  failing = true
  expect(await webhooks.processDue()).toBe(0)
  failing = false
  expect(await webhooks.processDue()).toBe(0)
  advance(RETRY_SECONDS[0])
  expect(await webhooks.processDue()).toBe(1)
  expect(processed).toEqual(['e1 paid'])
})

test('an event that keeps failing is shown as failed, and can be retried', async () => {
  const webhooks = node()
  await webhooks.receive('bank', request('e1 paid'))
  failing = true
  for (let attempt = 0; attempt <= RETRY_SECONDS.length; attempt++) {
    await webhooks.processDue()
    advance(RETRY_SECONDS.at(-1)!)
  }
  expect(await webhooks.openEvents()).toEqual([{ provider: 'bank', state: 'failed', count: 1 }])
  expect((await rows())[0]).toMatchObject({ problem: 'Error', state: 'failed' })
  failing = false
  expect(await webhooks.processDue()).toBe(0)
  expect(await requeueFailed(database.db, { provider: 'bank', at: clock.now() })).toBe(1)
  expect(await webhooks.processDue()).toBe(1)
  expect(await webhooks.openEvents()).toEqual([])
})

test('an event leased by a dead node is processed by another', async () => {
  const webhooks = node()
  await webhooks.receive('bank', request('e1 paid'))
  await database.db
    .updateTable('webhook_event')
    .set({ attempts: 1, due_at: clock.now().add({ seconds: LEASE_SECONDS }) })
    .execute()
  expect(await webhooks.processDue()).toBe(0)
  advance(LEASE_SECONDS)
  expect(await webhooks.processDue()).toBe(1)
})

test('events are processed in the order in which they were received', async () => {
  const webhooks = node()
  const names = Array.from({ length: 15 }, (_, index) => `e${index}`)
  for (const name of names) {
    await webhooks.receive('bank', request(name))
    advance(1)
  }
  // The order of the rows on disk is another one.
  await database.db
    .updateTable('webhook_event')
    .set({ problem: 'moved' })
    .where('dedup_key', 'in', ['e0', 'e3', 'e7'])
    .execute()
  await webhooks.processDue()
  expect(processed).toEqual(names)
})

test('an event whose lease has ended before its turn is leased again', async () => {
  const webhooks = node()
  for (const name of ['e1', 'e2', 'e3']) {
    await webhooks.receive('bank', request(name))
    advance(1)
  }
  secondsPerEvent = LEASE_SECONDS
  expect(await webhooks.processDue()).toBe(3)
  expect(processed).toEqual(['e1', 'e2', 'e3'])
  expect((await rows()).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual([
    'processed 1',
    'processed 2',
    'processed 3',
  ])
})

test(`bodies are erased ${BODY_DAYS} days after processing`, async () => {
  const webhooks = node()
  await webhooks.receive('bank', request('e1 paid'))
  await webhooks.processDue()
  advance(BODY_DAYS * 86_400 - 1)
  await webhooks.processDue()
  expect((await rows())[0]!.body).not.toBeNull()
  advance(1)
  await webhooks.processDue()
  expect((await rows())[0]!.body).toBeNull()
  // The row stays: the same event sent again is still a duplicate.
  await webhooks.receive('bank', request('e1 paid'))
  expect(await webhooks.processDue()).toBe(0)
})

test(`bodies of events that were given up are erased after ${BODY_DAYS} days too`, async () => {
  const webhooks = node()
  await webhooks.receive('bank', request('e1 paid'))
  failing = true
  for (let attempt = 0; attempt <= RETRY_SECONDS.length; attempt++) {
    await webhooks.processDue()
    advance(RETRY_SECONDS.at(-1)!)
  }
  expect((await rows())[0]).toMatchObject({ state: 'failed', body: expect.anything() })
  advance(BODY_DAYS * 86_400)
  await webhooks.processDue()
  expect((await rows())[0]).toMatchObject({ state: 'failed', body: null })
})
