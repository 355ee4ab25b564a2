import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaybackPhase } from '#contract/playback.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { playableTitle, withoutPurchases } from '../../../../test/support/playback.ts'
import { readDeliveryPath } from './delivery.rules.ts'
import { createPlayback, type Playback } from './index.ts'
import type { PlaybackAsset, PlaybackTitle } from './ports.ts'
import { createStreams, type Streams } from './streams.service.ts'

const VIDEO = { programId: 'neon', programGuid: 'neon' }
const film: PlaybackAsset = { assetId: 'film1', maxResolution: 'HD', previewKey: null, subtitleLanguages: [] }
const TITLE: PlaybackTitle = { ...playableTitle, restriction: 'I', assets: { film } }

let testApp: AccountsApp
let streams: Streams
let playback: Playback
let numbers = 0
/** One member on two devices, who may play on one at a time. */
let tv: MemberViewer
let phone: MemberViewer

beforeAll(async () => {
  testApp = await createTestAccounts()
  const { db, clock, accounts } = testApp
  const access = withoutPurchases
  const limits = { withoutPlan: 1, withPlan: 1 }
  const titles = { names: async () => new Map() }
  streams = createStreams({ db, reads: db, clock, access, devices: accounts.sessions, titles, limits })
  playback = createPlayback({
    streams,
    clock,
    masterKey: Buffer.alloc(32, 3),
    hosts: { free: 'https://free.example', main: 'https://main.example', uhd: 'https://uhd.example' },
    media: { contentKey: async () => null },
    sessions: { findLive: async () => ({ parentalVersion: 0 }) },
    access,
    titles: { playable: async () => TITLE, narrowed: async () => [], publicPreview: async () => undefined },
  })
})
afterAll(() => testApp.close())

beforeEach(async () => {
  const { mobileno } = await testApp.aMember(`9${String(2_000_000 + numbers++)}`)
  const signIn = async (device: string) => (await testApp.signIn(mobileno, `${mobileno}-${device}`)).viewer
  tv = await signIn('tv')
  phone = await signIn('phone')
})

/** @returns opens a file of the stream */
async function authorize(viewer: MemberViewer, phase: PlaybackPhase) {
  const answer = await playback.authorization.authorize(viewer, { programId: 'neon', kind: 'movie', phase })
  if (answer.outcome !== 'playable') throw new Error(`the answer is ${answer.outcome}`)
  const { redirectURL } = answer
  return (file: string) =>
    playback.streamAuthorization.admit(
      readDeliveryPath(new URL(redirectURL.replace('master.m3u8', file)).pathname)!,
      'HK',
    )
}

const count = async () => (await streams.list(tv)).length
const GUARDED = ['master.m3u8', 'v720/index.m3u8', 'key']
const refused = { code: 'GRANT_REFUSED' }

test('a preload opens the stream for three minutes, and takes no slot', async () => {
  const open = await authorize(phone, 'preload')
  testApp.clock.advance('PT2M59.999S')
  await authorize(tv, 'start')
  for (const file of GUARDED) await open(file)
  expect(await count()).toBe(1)
})

test('after three minutes a preload is refused while no slot is free, and takes one that is', async () => {
  const open = await authorize(phone, 'preload')
  testApp.clock.advance('PT3M')
  await authorize(tv, 'start')
  for (const file of GUARDED) await expect(open(file)).rejects.toMatchObject(refused)
  await streams.leave(tv, VIDEO)
  await Promise.all(GUARDED.map(open))
  expect(await streams.list(phone)).toMatchObject([{ current: true }])
})

test('a request that was on its way when the player was left is answered, and takes no slot from the next title', async () => {
  const open = await authorize(phone, 'start')
  await streams.leave(phone, VIDEO)
  testApp.clock.advance('PT9.999S')
  for (const file of GUARDED) await open(file)
  expect(await count()).toBe(0)
  expect(await streams.begin(phone, { programId: 'next', programGuid: 'next' })).toEqual({ outcome: 'acquired' })
})

test('a stream that was left right after its start takes a slot with a later playlist, or is refused', async () => {
  const open = await authorize(phone, 'start')
  await streams.leave(phone, VIDEO)
  expect(await count()).toBe(0)
  testApp.clock.advance('PT10S')
  await open('key')
  expect(await count()).toBe(1)
  await streams.leave(phone, VIDEO)
  await authorize(tv, 'start')
  testApp.clock.advance('PT10S')
  await expect(open('key')).rejects.toMatchObject(refused)
})

test('a preloaded stream that was stopped from another device stays so', async () => {
  const open = await authorize(phone, 'preload')
  await streams.keep(phone, VIDEO)
  await streams.end(tv, (await streams.list(tv))[0]!.streamId)
  for (const minutes of [0, 5]) {
    testApp.clock.advance(`PT${minutes}M`)
    await expect(open('key')).rejects.toMatchObject(refused)
  }
})
