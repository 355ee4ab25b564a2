import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { OWNS_NOTHING } from '#server/domains/access/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createStreams, type Streams, streamsAllowed, streamState } from './streams.service.ts'

const LIMITS = { withoutPlan: 2, withPlan: 4 }
const NAMES = new Map([['neon', { zh: '霓虹', en: 'Neon' }]])

type TestApp = AccountsApp & { url: string }
let testApp: TestApp
let streams: Streams
let planUntil: Temporal.Instant | null
let numbers = 0
/** One member on four devices. */
let tv: MemberViewer
let phone: MemberViewer
let tablet: MemberViewer
let laptop: MemberViewer

beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())

const createNode = (db = testApp.db, clock: Clock = testApp.clock) =>
  createStreams({
    db,
    reads: db,
    clock,
    access: {
      accountFacts: async () => ({ ...OWNS_NOTHING, plan: planUntil && { validUntil: planUntil } }),
    },
    devices: testApp.accounts.sessions,
    titles: { names: async () => NAMES },
    limits: LIMITS,
  })

beforeEach(async () => {
  planUntil = null
  streams = createNode()
  const { mobileno } = await testApp.aMember(`9${String(1_000_000 + numbers++)}`)
  const signIn = async (device: string) => (await testApp.signIn(mobileno, `${mobileno}-${device}`)).viewer
  tv = await signIn('tv')
  phone = await signIn('phone')
  tablet = await signIn('tablet')
  laptop = await signIn('laptop')
})

const video = (programGuid = 'neon', programId = programGuid) => ({ programId, programGuid })
const reserve = (viewer: MemberViewer, guid?: string) => streams.begin(viewer, video(guid))
/** A start, and the fetch of its playlist. */
async function begin(viewer: MemberViewer, guid?: string) {
  const slot = await reserve(viewer, guid)
  if (slot.outcome === 'acquired') expect(await admits(viewer, video(guid))).toBe(true)
  return slot
}
const admits = (viewer: MemberViewer, wanted = video(), requiresStreamSlot = false) =>
  streams.admits(viewer, wanted, requiresStreamSlot)
const ACQUIRED = { outcome: 'acquired' }
const devicesOf = async (viewer = tv) => (await streams.list(viewer)).map(({ current, title }) => ({ current, title }))
const idOf = async (viewer: MemberViewer) => (await streams.list(viewer)).find(({ current }) => current)!.streamId

describe('slots', () => {
  test('a third device is refused, and told what runs where since when', async () => {
    expect(await begin(tv)).toEqual(ACQUIRED)
    testApp.clock.advance('PT20S')
    expect(await begin(phone, 'ferry')).toEqual(ACQUIRED)
    expect(await begin(tablet)).toEqual({
      outcome: 'full',
      streams: [
        {
          streamId: expect.any(String),
          deviceName: 'Chrome · Windows 11',
          title: { zh: '霓虹', en: 'Neon' },
          since: testApp.clock.now().subtract({ seconds: 20 }),
          current: false,
        },
        {
          streamId: expect.any(String),
          deviceName: 'Chrome · Windows 11',
          title: undefined,
          since: testApp.clock.now(),
          current: false,
        },
      ],
    })
  })

  test('the same title in the same session counts once, another title of it is another stream', async () => {
    await begin(tv)
    await begin(tv)
    expect(await begin(tv, 'ferry')).toEqual(ACQUIRED)
    expect(await begin(tv, 'ferry')).toEqual(ACQUIRED)
    expect(await begin(tv, 'tram')).toMatchObject({ outcome: 'full', streams: [{ current: true }, { current: true }] })
  })

  test('a plan that is in effect gives its own number of slots', async () => {
    planUntil = testApp.clock.now().add({ hours: 1 })
    for (const viewer of [tv, phone, tablet, laptop]) expect(await begin(viewer)).toEqual(ACQUIRED)
    expect(await begin(tv, 'ferry')).toMatchObject({ outcome: 'full' })
    planUntil = testApp.clock.now()
    await streams.leave(laptop, video())
    expect(await begin(laptop)).toMatchObject({ outcome: 'full' })
  })

  test('a stream without a report frees its slot after 90 seconds, one that reports keeps it', async () => {
    await begin(tv)
    await begin(phone)
    for (let n = 0; n < 4; n++) {
      testApp.clock.advance('PT29S')
      expect(await streams.keep(phone, video())).toEqual(ACQUIRED)
    }
    expect(await begin(tablet)).toEqual(ACQUIRED)
    expect(await begin(laptop)).toMatchObject({ outcome: 'full' })
    expect(await streams.keep(tv, video())).toMatchObject({ outcome: 'full' })
  })

  test('89 seconds of silence keep the slot, 90 do not', async () => {
    await begin(tv)
    await begin(phone)
    testApp.clock.advance('PT89.999S')
    expect(await begin(tablet)).toMatchObject({ outcome: 'full' })
    testApp.clock.advance('PT0.001S')
    expect(await begin(tablet)).toEqual(ACQUIRED)
  })

  test('a start whose playlist is never fetched frees its slot after 20 seconds, however often it is sent', async () => {
    expect(await reserve(tv, 'neon')).toEqual(ACQUIRED)
    expect(await reserve(tv, 'ferry')).toEqual(ACQUIRED)
    testApp.clock.advance('PT15S')
    expect(await reserve(tv, 'neon')).toEqual(ACQUIRED)
    testApp.clock.advance('PT4.999S')
    expect(await reserve(tv, 'tram')).toMatchObject({ outcome: 'full' })
    testApp.clock.advance('PT0.001S')
    expect(await reserve(tv, 'tram')).toEqual(ACQUIRED)
    expect(await reserve(tv, 'ferry')).toMatchObject({ outcome: 'full' })
    testApp.clock.advance('PT15S')
    expect(await reserve(tv, 'ferry')).toEqual(ACQUIRED)
  })

  test('the playlist of a start that was sent again 19 seconds later keeps its slot for 90 seconds', async () => {
    await reserve(tv, 'neon')
    testApp.clock.advance('PT19S')
    expect(await admits(tv, video('neon'))).toBe(true)
    expect(await reserve(tv, 'neon')).toEqual(ACQUIRED)
    testApp.clock.advance('PT89.999S')
    expect(await streams.list(tv)).toHaveLength(1)
    testApp.clock.advance('PT0.001S')
    expect(await streams.list(tv)).toEqual([])
  })

  test('a playlist that is fetched too late needs a free slot, and a renewal keeps its own', async () => {
    await reserve(tv)
    testApp.clock.advance('PT33S')
    await begin(phone)
    await begin(tablet)
    expect(await admits(tv, video())).toBe(false)
    await streams.leave(tablet, video())
    expect(await streams.resume(tv, video())).toEqual(ACQUIRED)
    testApp.clock.advance('PT60S')
    expect(await streams.keep(tv, video())).toEqual(ACQUIRED)
  })

  test('a stream that is left frees its slot at once', async () => {
    await begin(tv)
    await begin(phone)
    await streams.leave(tv, video('ferry'))
    expect(await begin(tablet)).toMatchObject({ outcome: 'full' })
    await streams.leave(tv, video())
    expect(await begin(tablet)).toEqual(ACQUIRED)
  })

  test('a stream that is left frees its slot also on a node whose clock is behind', async () => {
    await begin(tv)
    await begin(phone)
    await streams.leave(tv, video())
    const behind = { ...testApp.clock, now: () => testApp.clock.now().subtract({ seconds: 1 }) }
    const other = createNode(testApp.db, behind)
    expect(await other.begin(tablet, video())).toEqual(ACQUIRED)
    expect(await other.admits(tv, video(), true)).toBe(true)
    expect(await streams.list(phone)).toHaveLength(2)
  })

  test('a device that was logged out holds no slot', async () => {
    await begin(tv)
    await begin(phone)
    await testApp.accounts.sessions.logOut(phone)
    expect(await begin(tablet)).toEqual(ACQUIRED)
    expect(await devicesOf()).toHaveLength(2)
  })

  test('of two orders for the last slot one gets it, on two nodes and however often', async () => {
    const other = openDb({ url: testApp.url, max: 3, onError: () => undefined })
    const nodes = [streams, createNode(other.db)]
    await begin(tv)
    for (let n = 0; n < 5; n++) {
      const orders = [phone, tablet, laptop].flatMap((viewer) =>
        nodes.map((node) => node.begin(viewer, video(`race${n}`))),
      )
      const placed = (await Promise.all(orders)).filter(({ outcome }) => outcome === 'acquired')
      // The winner's second start is of the same title in the same session.
      expect(placed).toHaveLength(2)
      expect(await streams.list(tv)).toHaveLength(2)
      for (const viewer of [phone, tablet, laptop]) await streams.leave(viewer, video(`race${n}`))
    }
    await other.close()
  })

  test('accounts have slots of their own', async () => {
    await begin(tv)
    await begin(phone)
    await testApp.aMember('98765432')
    const { viewer } = await testApp.signIn('98765432')
    expect(await begin(viewer)).toEqual(ACQUIRED)
    expect(await streams.list(viewer)).toHaveLength(1)
    await expect(streams.end(viewer, await idOf(tv))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await streams.list(tv)).toHaveLength(2)
  })
})

describe('a stream that is stopped from another device', () => {
  beforeEach(async () => {
    await begin(tv)
    await streams.end(phone, await idOf(tv))
  })

  test('frees its slot, and opens no playlist and no key any more', async () => {
    expect(await streams.list(phone)).toEqual([])
    expect(await admits(tv, video())).toBe(false)
    testApp.clock.advance('PT5H')
    await streams.domainModule.scheduledTasks![0]!.run({} as never)
    expect(await admits(tv, video())).toBe(false)
    expect(await admits(tv, video('ferry'))).toBe(true)
  })

  test('does not go on by its own reports, renewals or by being left, but by a new start', async () => {
    await expect(streams.keep(tv, video())).rejects.toMatchObject({ code: 'STREAM_ENDED' })
    await streams.leave(tv, video())
    await expect(streams.resume(tv, video())).rejects.toMatchObject({ code: 'STREAM_ENDED' })
    expect(await begin(tv)).toEqual(ACQUIRED)
    expect(await admits(tv, video())).toBe(true)
  })

  test('cannot be stopped twice', async () => {
    await begin(tv)
    const streamId = await idOf(tv)
    await streams.end(phone, streamId)
    await expect(streams.end(phone, streamId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('playlists and keys', () => {
  test('of a preloaded title open before it has a slot, which its first report takes', async () => {
    expect(await admits(tv, video())).toBe(true)
    expect(await streams.list(tv)).toEqual([])
    expect(await streams.keep(tv, video())).toEqual(ACQUIRED)
    expect(await streams.list(tv)).toHaveLength(1)
  })

  test('are signs of life', async () => {
    await begin(tv)
    for (let n = 0; n < 3; n++) {
      testApp.clock.advance('PT60S')
      expect(await admits(tv, video())).toBe(true)
    }
    expect(await streams.list(tv)).toHaveLength(1)
  })

  test('of a stream that has lapsed need a slot again', async () => {
    await begin(tv)
    testApp.clock.advance('PT5M')
    await begin(phone)
    await begin(tablet)
    expect(await admits(tv, video())).toBe(false)
    await streams.leave(phone, video())
    expect(await admits(tv, video())).toBe(true)
    expect(await streams.list(tv)).toHaveLength(2)
  })
})

test('saved watch progress keeps the slot of a stream, but begins none', async () => {
  await begin(tv)
  for (let n = 0; n < 3; n++) {
    testApp.clock.advance('PT60S')
    await streams.seen(tv, 'neon')
  }
  expect(await streams.list(tv)).toHaveLength(1)
  await streams.seen(phone, 'neon')
  testApp.clock.advance('PT90S')
  await streams.seen(tv, 'neon')
  expect(await streams.list(tv)).toEqual([])
})

test('rows are kept for as long as a grant lives, and go with the account', async () => {
  const { db, clock } = testApp
  const rows = () => db.selectFrom('playback_stream').selectAll().where('account_id', '=', tv.accountId).execute()
  await begin(tv)
  clock.advance('PT7H')
  await streams.domainModule.scheduledTasks![0]!.run({} as never)
  expect(await rows()).toHaveLength(1)
  clock.advance('PT0.001S')
  await streams.domainModule.scheduledTasks![0]!.run({} as never)
  expect(await rows()).toEqual([])
  await begin(tv, 'ferry')
  const person = { accountId: tv.accountId, number: '', email: '' }
  const { personalData } = streams.domainModule
  expect(await personalData!.collect(person, 'zh_HK')).toEqual([{ programId: 'ferry', since: clock.now().toString() }])
  await db.transaction().execute((tx) => personalData!.erase(tx, person))
  expect(await rows()).toEqual([])
})

const now = Temporal.Instant.from('2026-11-21T04:00:00Z')
test.each([
  ['no plan', null, 2],
  ['a plan in effect', '2026-11-21T04:00:00.001Z', 4],
  ['a plan that ends now', '2026-11-21T04:00:00Z', 2],
])('%s decides how many streams run at once', (...[, until, expected]) => {
  const plan = until === null ? null : { validUntil: Temporal.Instant.from(until) }
  expect(streamsAllowed({ plan }, LIMITS, now)).toBe(expected)
})

test.each([
  [undefined, null, 'none'],
  [0, null, 'fresh'],
  [19, null, 'fresh'],
  [20, null, 'stale'],
  [89, null, 'stale'],
  [90, null, 'leaving'],
  [102, null, 'leaving'],
  [103, null, 'lapsed'],
  [0, 0, 'ended'],
  [500, 400, 'ended'],
] as const)('reported %s s ago, stopped %s s ago: %s', (seen, ended, expected) => {
  const ago = (seconds: number) => now.subtract({ seconds })
  const row = seen === undefined ? undefined : { lastSeenAt: ago(seen), endedAt: ended === null ? null : ago(ended) }
  expect(streamState(row, now)).toBe(expected)
})
