import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { inTransaction } from '#server/kit/db.ts'
import type { HealthLine } from '#server/kit/health.ts'
import { createAlarmText } from '#server/jobs/alarms.presenter.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import type { MailRequest } from '../messages/index.ts'
import { createAlarms } from './index.ts'

const clock = createTestClock()
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const BRAND = { zh_HK: '港映', en_US: 'Harbour' }
const URL_PART = 'secret-part'

let testDb: TestDb
let shared: HealthLine[]
let own: Record<string, HealthLine[]>
let mails: { to: string; facts: object; language: string }[]
let bodies: Record<string, unknown>[]
/** What the webhook answers, one after the other; then it accepts. */
let problems: string[]
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await testDb.pool.query('truncate alarm, alarm_check, alarm_silence, alarm_notice')
  ;[shared, own, mails, bodies, problems] = [[], {}, [], [], []]
  logged.length = 0
})

const line = (name: HealthLine['name'], state: HealthLine['state'], value = 3): HealthLine => ({
  name,
  state,
  value,
  since: null,
})

const node = (nodeId = 'one', given: Partial<Parameters<typeof createAlarms>[0]> = {}) =>
  createAlarms({
    db: testDb.db,
    clock,
    log,
    messages: {
      send: async (_tx, request) => {
        const { to, params, language } = request as MailRequest
        mails.push({ to, facts: params, language })
      },
    },
    nodeId,
    readShared: async () => shared,
    readOwn: async () => own[nodeId] ?? [],
    webhook: {
      send: async (body) => {
        const problem = problems.shift()
        if (problem === undefined) bodies.push(JSON.parse(body) as Record<string, unknown>)
        return problem
      },
    },
    emails: ['ops@harbour.test', 'night@harbour.test'],
    languageOf: async (_tx, email) => (email.startsWith('night') ? 'en_US' : DEFAULT_LANGUAGE),
    describe: createAlarmText(() => BRAND),
    consoleUrl: `https://console.test/console/`,
    ...given,
  })

const events = () => bodies.map(({ event, alarm }) => `${event as string} ${alarm as string}`)

async function minutes(count: number, nodes: readonly ReturnType<typeof node>[]): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance('PT1M')
    await Promise.all(nodes.map((one) => one.check()))
    await Promise.all(nodes.map((one) => one.sendDue()))
  }
}

test('several nodes tell each alarm once, and its end once, to the webhook and every address', async () => {
  const nodes = [node('one'), node('two'), node('three')]
  shared = [line('messages', 'watch'), line('ledger', 'ok', 0)]
  await minutes(4, nodes)
  expect(events()).toEqual(['alarm messages'])
  expect(mails.map(({ to, language }) => [to, language])).toEqual([
    ['ops@harbour.test', 'zh_HK'],
    ['night@harbour.test', 'en_US'],
  ])
  shared = [line('messages', 'ok', 0), line('ledger', 'ok', 0)]
  await minutes(8, nodes)
  expect(events()).toEqual(['alarm messages', 'recovery messages'])
  expect(mails).toHaveLength(4)
})

test('the body has plain words in both languages, and facts that a program reads', async () => {
  own = { one: [line('disk', 'act', 3.2e9)] }
  await minutes(1, [node()])
  const [body] = bodies
  expect(body).toMatchObject({
    id: expect.any(String),
    event: 'alarm',
    alarm: 'disk',
    node: 'one',
    state: 'act',
    value: 3.2e9,
    since: clock.now().toString(),
    at: clock.now().toString(),
    console: 'https://console.test/console/',
  })
  expect(body!.text).toContain('[港映] 須處理：儲存空間\n尚餘 3 GB')
  expect(body!.text).toContain('[Harbour] Act: Storage\n3 GB free')
  expect(body!.content).toBe(body!.text)
})

test('each machine tells of its own disk, and one that is gone for an hour of none', async () => {
  const [one, two] = [node('one'), node('two')]
  own = { one: [line('disk', 'act')], two: [line('disk', 'ok')] }
  await minutes(10, [one, two])
  expect(events()).toEqual(['alarm disk'])
  await minutes(59, [two])
  expect((await testDb.pool.query('select from alarm')).rowCount).toBe(1)
  await minutes(5, [two])
  expect((await testDb.pool.query('select from alarm')).rowCount).toBe(0)
  expect(events()).toEqual(['alarm disk'])
})

test('a choice of the configuration is no alarm', async () => {
  shared = [line('fourEyes', 'watch', 0)]
  await minutes(2, [node()])
  expect([bodies, mails]).toEqual([[], []])
})

test('a webhook that does not accept is tried again until it does, and its address is in no log', async () => {
  const one = node()
  shared = [line('backup', 'act')]
  problems = ['HTTP 500', 'no answer in time', 'ECONNREFUSED']
  await minutes(2, [one])
  expect(bodies).toEqual([])
  await minutes(15, [one])
  expect(events()).toEqual(['alarm backup'])
  expect(logged.filter((text) => text.includes('alarm not accepted'))).toHaveLength(3)
  expect(logged.join('')).not.toContain(URL_PART)
  expect(mails).toHaveLength(2)
})

test('an end waits for its beginning, of which nothing is sent twice', async () => {
  const one = node()
  problems = Array.from({ length: 4 }, () => 'HTTP 503')
  shared = [line('webhooks', 'act')]
  await minutes(1, [one])
  shared = [line('webhooks', 'ok'), line('backup', 'act')]
  await minutes(10, [one])
  problems = []
  await minutes(70, [one, node('two')])
  expect(events().filter((event) => event.endsWith('webhooks'))).toEqual(['alarm webhooks', 'recovery webhooks'])
  expect(events().filter((event) => event.endsWith('backup'))).toEqual(['alarm backup'])
})

test('a webhook that never accepts is given up after a day, and health says that notices wait', async () => {
  const one = node()
  problems = Array.from({ length: 100 }, () => 'HTTP 410')
  shared = [line('backup', 'act')]
  await minutes(1, [one])
  expect(await one.domainModule.health!()).toMatchObject([{ name: 'alarms', state: 'ok', value: 1 }])
  await minutes(20, [one])
  expect(await one.domainModule.health!()).toMatchObject([{ name: 'alarms', state: 'watch', value: 1 }])
  for (let hour = 0; hour < 26; hour += 1) {
    clock.advance('PT1H')
    await one.sendDue()
  }
  const { rows } = await testDb.pool.query('select state, problem from alarm_notice')
  expect(rows).toEqual([{ state: 'failed', problem: 'HTTP 410' }])
  clock.advance('PT744H')
  await one.domainModule.scheduledTasks!.at(-1)!.run({} as never)
  expect((await testDb.pool.query('select from alarm_notice')).rowCount).toBe(0)
})

test('a node that dies while it sends leaves the notice to another, after a minute', async () => {
  const dead = node('dead', { webhook: { send: () => new Promise(() => undefined) } })
  shared = [line('payments', 'act')]
  clock.advance('PT1M')
  await dead.check()
  void dead.sendDue()
  const other = node()
  await expect
    .poll(async () => (await testDb.pool.query('select from alarm_notice where attempts = 1')).rowCount)
    .toBe(1)
  await other.sendDue()
  expect(bodies).toEqual([])
  clock.advance('PT61S')
  await other.sendDue()
  expect(events()).toEqual(['alarm payments'])
})

test('a silence lasts an hour, or until it is taken back', async () => {
  const one = node()
  const silence = () => inTransaction(testDb.db, (tx) => one.silence(tx, { name: 'backup', by: 'operator:Ada' }))
  expect((await silence()).since(clock.now()).total('minutes')).toBe(60)
  shared = [line('backup', 'act'), line('plans', 'act')]
  await minutes(59, [one])
  expect(events()).toEqual(['alarm plans'])
  expect((await one.silences()).get('backup')).toMatchObject({ by: 'operator:Ada' })
  await minutes(2, [one])
  expect(events()).toEqual(['alarm plans', 'alarm backup'])
  expect(await one.silences()).toEqual(new Map())
  await silence()
  await inTransaction(testDb.db, (tx) => one.endSilence(tx, 'backup'))
  shared = [line('backup', 'ok'), line('plans', 'act')]
  await minutes(7, [one])
  expect(events().at(-1)).toBe('recovery backup')
})

test('without an address nothing is looked at', () => {
  const none = node('one', { webhook: undefined, emails: [] })
  expect(none.isTold).toBe(false)
  expect(none.domainModule.scheduledTasks).toEqual([])
  expect(none.domainModule.health).toBeUndefined()
})
