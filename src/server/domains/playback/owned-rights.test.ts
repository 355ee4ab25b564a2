import { beforeEach, expect, test } from 'vitest'
import { type AccountFacts, OWNS_NOTHING } from '#server/domains/access/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { playableTitle, unlimitedStreams } from '../../../../test/support/playback.ts'
import { memberViewer } from '../../../../test/support/viewers.ts'
import { readDeliveryPath } from './delivery.rules.ts'
import { createPlayback, type Playback, type PlaybackTitle } from './index.ts'

const asset = { assetId: 'film1', maxResolution: 'HD' as const, previewKey: null, subtitleLanguages: [] }
const member = memberViewer({ unlocked: true })
const other = { ...member, accountId: 'acc2', sessionId: 'ses2' }

let clock: TestClock
let title: PlaybackTitle
let owned: Record<string, AccountFacts>
let playback: Playback

beforeEach(() => {
  clock = createTestClock()
  owned = {}
  title = { ...playableTitle, assets: { film: asset } }
  playback = createPlayback({
    streams: unlimitedStreams,
    clock,
    masterKey: Buffer.alloc(32, 3),
    hosts: { free: '', main: '', uhd: '' },
    access: { accountFacts: async (accountId) => owned[accountId ?? ''] ?? OWNS_NOTHING },
    media: { contentKey: async () => null },
    sessions: { findLive: async () => ({ parentalVersion: 0 }) },
    titles: { playable: async () => title, narrowed: async () => [], publicPreview: async () => undefined },
  })
})

/** From now on the title has to be rented, and the first account has. */
const rent = (hours: number) => {
  title = { ...title, vodTypes: ['PAY PER RENT'] }
  owned.acc1 = { ...OWNS_NOTHING, rentals: [{ programId: 'neon', expiresAt: clock.now().add({ hours }) }] }
}

/** From now on the title is for members with a plan, and the first account has one. */
const subscribe = (hours: number) => {
  title = { ...title, vodTypes: ['VIP UNLIMITED WATCH'] }
  owned.acc1 = { ...OWNS_NOTHING, plan: { validUntil: clock.now().add({ hours }) } }
}

async function authorize(viewer: MemberViewer) {
  const answer = await playback.authorization.authorize(viewer, { programId: 'neon', kind: 'movie' })
  if (answer.outcome !== 'playable') throw new Error('a quote was not expected')
  return answer
}
const admit = (url: string) => playback.streamAuthorization.admit(readDeliveryPath(url)!, 'HK')
const refusal = { code: 'GRANT_REFUSED' }

test('a rental plays for its account alone, and a grant never outlives it', async () => {
  rent(2)
  expect((await authorize(member)).expiresAt).toBe('2026-11-21T06:00:00Z')
  await expect(authorize(other)).rejects.toMatchObject({ code: 'NOT_ON_SALE' })
  title = { ...title, windowEndsAt: clock.now().add({ hours: 1 }) }
  expect((await authorize(member)).expiresAt).toBe('2026-11-21T05:00:00Z')
})

test('a playlist is never admitted by the cached decision of another account', async () => {
  const [mine, theirs] = [await authorize(member), await authorize(other)]
  rent(2)
  await admit(mine.redirectURL)
  for (let n = 0; n < 2; n++) await expect(admit(theirs.redirectURL)).rejects.toMatchObject(refusal)
  await admit(mine.redirectURL)
})

test('a denial is not cached: what was bought a moment ago plays', async () => {
  const { redirectURL } = await authorize(member)
  title = { ...title, vodTypes: ['PAY PER RENT'] }
  await expect(admit(redirectURL)).rejects.toMatchObject(refusal)
  rent(2)
  await admit(redirectURL)
})

test('a right that was taken away stops playlists after five seconds', async () => {
  const { redirectURL } = await authorize(member)
  rent(2)
  await admit(redirectURL)
  owned = {}
  await admit(redirectURL)
  clock.advance('PT5S')
  await expect(admit(redirectURL)).rejects.toMatchObject(refusal)
})

test('a cached decision does not outlive the rental', async () => {
  const { redirectURL } = await authorize(member)
  rent(2)
  clock.advance('PT1H59M57S')
  await admit(redirectURL)
  clock.advance('PT2S')
  await admit(redirectURL)
  clock.advance('PT1S')
  await expect(admit(redirectURL)).rejects.toMatchObject(refusal)
})

test('a plan plays to the second of its end, and its titles are offered afterwards', async () => {
  subscribe(2)
  const { redirectURL, expiresAt } = await authorize(member)
  expect(expiresAt).toBe('2026-11-21T06:00:00Z')
  clock.advance('PT1H59M59S')
  await admit(redirectURL)
  clock.advance('PT1S')
  await expect(admit(redirectURL)).rejects.toMatchObject(refusal)
  const after = await playback.authorization.authorize(member, { programId: 'neon', kind: 'movie' })
  expect(after).toMatchObject({ outcome: 'quote', offers: [{ kind: 'plan' }] })
})

test('a plan that was renewed plays on by a new authorization; the old grant ends when it said', async () => {
  subscribe(2)
  const before = await authorize(member)
  subscribe(720)
  clock.advance('PT2H')
  await expect(admit(before.redirectURL)).rejects.toMatchObject(refusal)
  const { expiresAt, redirectURL } = await authorize(member)
  expect(expiresAt).toBe('2026-11-21T12:00:00Z')
  await admit(redirectURL)
})

test('a plan that ended early stops playlists after five seconds', async () => {
  subscribe(720)
  const { redirectURL } = await authorize(member)
  await admit(redirectURL)
  owned = {}
  clock.advance('PT5S')
  await expect(admit(redirectURL)).rejects.toMatchObject(refusal)
})
