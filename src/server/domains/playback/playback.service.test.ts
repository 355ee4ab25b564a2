import { beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { MemberViewer, Visitor } from '#server/domains/viewer.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { playableTitle, unlimitedStreams, withoutPurchases } from '../../../../test/support/playback.ts'
import { memberViewer, visitor } from '../../../../test/support/viewers.ts'
import { readDeliveryPath } from './delivery.rules.ts'
import { grantKey, readGrant } from './grants.rules.ts'
import { createPlayback, type Playback } from './index.ts'
import type { PlaybackAsset, PlaybackTitle } from './ports.ts'

const masterKey = Buffer.alloc(32, 3)
const holder = { accountId: 'acc1', sessionId: 'ses1', profileId: 'pro1' }
const member = memberViewer({ ...holder, unlocked: true })
const locked = { ...member, unlocked: false }
const hosts = { free: 'https://free.example', main: 'https://main.example', uhd: 'https://uhd.example' }

const asset = (assetId: string, more: Partial<PlaybackAsset> = {}): PlaybackAsset => ({
  assetId,
  maxResolution: 'HD',
  previewKey: `p/${assetId}/0a.mp4`,
  subtitleLanguages: [],
  ...more,
})

let clock: TestClock
let title: PlaybackTitle | undefined
let asked: number
let session: { parentalVersion: number } | undefined
let uses: object[]
let playback: Playback

beforeEach(() => {
  clock = createTestClock()
  asked = 0
  session = { parentalVersion: 0 }
  uses = []
  title = {
    ...playableTitle,
    programGuid: 'neon.s1e1',
    assets: { film: asset('film1', { subtitleLanguages: ['zh-Hant', 'en'] }), trailer: asset('trailer1') },
  }
  playback = createPlayback({
    streams: unlimitedStreams,
    clock,
    masterKey,
    hosts,
    media: { contentKey: async () => null },
    sessions: {
      findLive: async (use) => {
        uses.push(use)
        return session
      },
    },
    access: withoutPurchases,
    titles: {
      playable: async () => {
        asked += 1
        return title
      },
      narrowed: async () => [],
      publicPreview: async (assetId) => `p/${assetId}/0a.mp4`,
    },
  })
})

const change = (more: Partial<PlaybackTitle>) => void (title = { ...title!, ...more })
async function authorize(viewer: Visitor | MemberViewer, kind: 'movie' | 'trailer' | 'preview' | 'opening' = 'movie') {
  const answer = await playback.authorization.authorize(viewer, { programId: 'neon', kind })
  if (answer.outcome !== 'playable') throw new Error('a quote was not expected')
  return answer
}
const grantOf = (url: string) => readGrant(grantKey(masterKey), new URL(url).pathname.split('/')[2] ?? '')
const clearCaches = () => playback.domainModule.caches?.forEach((cache) => cache.clear())
const admit = (url: string, region = 'HK') =>
  playback.streamAuthorization.admit(readDeliveryPath(new URL(url).pathname)!, region)

test('a free title plays under a grant that says who, what and until when', async () => {
  const answer = await authorize(member)
  expect(answer.redirectURL).toMatch(/^https:\/\/main\.example\/v\/[\w.-]+\/film1\/master\.m3u8$/)
  expect(answer.expiresAt).toBe('2026-11-21T10:00:00Z')
  expect(answer.storyboardURL).toBe(answer.redirectURL.replace('master.m3u8', 'storyboard/storyboard.vtt'))
  expect(grantOf(answer.redirectURL)).toEqual({
    assetId: 'film1',
    programId: 'neon',
    programGuid: 'neon.s1e1',
    kind: 'movie',
    kids: false,
    unlocked: true,
    parentalVersion: 0,
    ...holder,
    streamSlotRequiredFrom: Date.parse('2026-11-21T04:00:00Z') / 1000,
    seat: null,
    expiresAt: Date.parse('2026-11-21T10:00:00Z') / 1000,
  })
})

test('subtitles come by their language, below the same grant as the film', async () => {
  const { redirectURL, subtitles } = await authorize(visitor())
  const base = redirectURL.replace('/master.m3u8', '')
  expect(subtitles).toEqual(['zh-Hant', 'en'].map((lang) => ({ lang, url: `${base}/sub-${lang}/${lang}.vtt` })))
})

test.each([
  ['a visitor', visitor(), 'HD', 'https://free.example'],
  ['a visitor of a 4K title', visitor(), '4K', 'https://free.example'],
  ['a member', member, 'HD', 'https://main.example'],
  ['a member of a 4K title', member, '4K', 'https://uhd.example'],
] as const)('%s is sent to their host', async (...[, viewer, maxResolution, origin]) => {
  change({ assets: { film: asset('film1', { maxResolution }) } })
  expect(new URL((await authorize(viewer)).redirectURL).origin).toBe(origin)
})

test('a grant never outlives the licence window', async () => {
  change({ windowEndsAt: clock.now().add({ minutes: 20 }) })
  const { redirectURL, expiresAt } = await authorize(visitor())
  clock.advance('PT20M')
  expect(expiresAt).toBe(clock.now().toString())
  await expect(admit(redirectURL.replace('master.m3u8', 'v720/00001.m4s'))).rejects.toMatchObject({
    code: 'GRANT_REFUSED',
  })
})

describe('refusals', () => {
  type Case = [string, ErrorCode, Partial<PlaybackTitle>, Visitor | MemberViewer, 'movie' | 'trailer' | 'preview']
  const kid = visitor({ kids: true })
  const cases: Case[] = [
    ['class III to a visitor', 'LOGIN_REQUIRED', { restriction: 'III' }, visitor(), 'movie'],
    ['class III to a locked member', 'PARENTAL_CODE_REQUIRED', { restriction: 'III' }, locked, 'movie'],
    ['a class III trailer to a locked member', 'PARENTAL_CODE_REQUIRED', { restriction: 'III' }, locked, 'trailer'],
    ['a class III trailer to a visitor', 'LOGIN_REQUIRED', { restriction: 'III' }, visitor(), 'trailer'],
    ['a class III preview, even to a member', 'CLASS_REFUSED', { restriction: 'III' }, member, 'preview'],
    ['class III in kids mode', 'CLASS_REFUSED', { restriction: 'III' }, kid, 'movie'],
    ['a grown-up title in kids mode', 'KIDS_REFUSED', {}, kid, 'movie'],
    ['a grown-up trailer in kids mode', 'KIDS_REFUSED', {}, kid, 'trailer'],
    ['a grown-up preview in kids mode', 'KIDS_REFUSED', {}, kid, 'preview'],
    ['another region', 'REGION_REFUSED', { isLicensedInRegion: false }, member, 'movie'],
    ['another region, trailer', 'REGION_REFUSED', { isLicensedInRegion: false }, member, 'trailer'],
    ['a closed window', 'WINDOW_CLOSED', { isWindowOpen: false }, member, 'movie'],
    ['a film that is being made', 'PREPARING', { assets: {} }, member, 'movie'],
    ['a trailer that does not exist', 'NOT_FOUND', { assets: { film: asset('film1') } }, member, 'trailer'],
    [
      'a preview that does not exist',
      'NOT_FOUND',
      { assets: { film: asset('film1', { previewKey: null }) } },
      member,
      'preview',
    ],
    ['what is to be paid for', 'NOT_ON_SALE', { vodTypes: ['PAY PER RENT'] }, member, 'movie'],
  ]
  test.each(cases)('%s: %s', async (...[, code, changes, viewer, kind]) => {
    change(changes)
    await expect(authorize(viewer, kind)).rejects.toMatchObject({ code })
  })

  test('a title that is not published', async () => {
    title = undefined
    await expect(authorize(member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a trailer costs nothing, also of a title that does', async () => {
  change({ vodTypes: ['PAY PER RENT'] })
  expect((await authorize(visitor(), 'trailer')).redirectURL).toContain('/trailer1/')
})

test('an opening plays from its own asset under a grant, and like a trailer costs nothing', async () => {
  change({ vodTypes: ['PAY PER RENT'], assets: { film: asset('film1'), opening: asset('opening1') } })
  const { redirectURL } = await authorize(visitor(), 'opening')
  expect(grantOf(redirectURL)).toMatchObject({ assetId: 'opening1', kind: 'opening' })
  await admit(redirectURL)
  change({ assets: {} })
  await expect(authorize(visitor(), 'opening')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a preview is the public file of the trailer, else of the film', async () => {
  expect((await authorize(visitor(), 'preview')).redirectURL).toBe('https://free.example/p/trailer1/0a.mp4')
  change({ assets: { film: asset('film1') } })
  expect((await authorize(visitor(), 'preview')).redirectURL).toBe('https://free.example/p/film1/0a.mp4')
})

describe('access is decided again', () => {
  type Change = [string, Partial<PlaybackTitle> & { restriction?: Restriction }]
  const withdrawn: Change[] = [
    ['the window has closed', { isWindowOpen: false }],
    ['the region has lost it', { isLicensedInRegion: false }],
    ['it has become class III', { restriction: 'III' }],
    ['it is no longer free', { vodTypes: ['MOVIE VOUCHER'] }],
    ['it was encoded again', { assets: { film: asset('film2') } }],
  ]
  test.each(withdrawn)('%s: playlists stop, segments in flight go on', async (_, changes) => {
    const { redirectURL } = await authorize(visitor())
    await admit(redirectURL)
    change(changes)
    clock.advance('PT5S')
    await expect(admit(redirectURL)).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
    await expect(admit(redirectURL.replace('master.m3u8', 'v720/00001.m4s'))).resolves.toBeUndefined()
  })

  test('once in five seconds for all requests; at once after a change of the catalogue', async () => {
    const { redirectURL } = await authorize(visitor())
    asked = 0
    await Promise.all(Array.from({ length: 50 }, () => admit(redirectURL)))
    expect(asked).toBe(1)
    clearCaches()
    await admit(redirectURL)
    expect(asked).toBe(2)
    await admit(redirectURL, 'MO')
    expect(asked).toBe(3)
  })

  test('a failure of the database is not remembered', async () => {
    const { redirectURL } = await authorize(visitor())
    const good = title
    title = new Proxy(good!, {
      get: () => {
        throw new Error('database is down')
      },
    })
    await expect(admit(redirectURL)).rejects.toThrow('database is down')
    title = good
    await expect(admit(redirectURL)).resolves.toBeUndefined()
  })
})

describe('a member’s grant', () => {
  test('goes with its session and its profile: playlists and the key stop at once, segments go on', async () => {
    const { redirectURL } = await authorize(member)
    await admit(redirectURL)
    expect(uses).toEqual([{ sessionId: 'ses1', profileId: 'pro1', kids: false }])
    session = undefined
    for (const file of ['master.m3u8', 'v720/index.m3u8', 'key'])
      await expect(admit(redirectURL.replace('master.m3u8', file))).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
    await expect(admit(redirectURL.replace('master.m3u8', 'v720/00001.m4s'))).resolves.toBeUndefined()
  })

  test('opens again at once when its profile is chosen again', async () => {
    const { redirectURL } = await authorize(member)
    session = undefined
    await expect(admit(redirectURL)).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
    session = { parentalVersion: 0 }
    await expect(admit(redirectURL)).resolves.toBeUndefined()
  })

  test('is checked each time, and never for a visitor', async () => {
    const { redirectURL } = await authorize(member)
    await Promise.all([admit(redirectURL), admit(redirectURL), admit((await authorize(visitor())).redirectURL)])
    await admit((await authorize({ ...member, profileId: 'pro2' })).redirectURL)
    expect(uses).toMatchObject([{ profileId: 'pro1' }, { profileId: 'pro1' }, { profileId: 'pro2' }])
  })

  test('is bound to the session’s own profile where the call was narrowed to a child’s', async () => {
    change({ kids: true })
    const narrowed = { ...member, profileId: 'kid', kids: true, narrowedFrom: 'pro1' }
    const { redirectURL } = await authorize(narrowed)
    await admit(redirectURL)
    await admit((await authorize({ ...narrowed, narrowedFrom: null })).redirectURL)
    expect(uses).toEqual([
      { sessionId: 'ses1', profileId: 'pro1', kids: true },
      { sessionId: 'ses1', profileId: null, kids: true },
    ])
    change({ kids: false })
    clock.advance('PT5S')
    await expect(admit(redirectURL)).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
  })

  test('of class III ends at once with a lock or a new code: playlists and the key stop; a new authorization plays again', async () => {
    change({ restriction: 'III' })
    const { redirectURL } = await authorize(member)
    await admit(redirectURL)
    session = { parentalVersion: 1 }
    for (const file of ['master.m3u8', 'v720/index.m3u8', 'key'])
      await expect(admit(redirectURL.replace('master.m3u8', file))).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
    await expect(admit((await authorize({ ...member, parentalVersion: 1 })).redirectURL)).resolves.toBeUndefined()
    change({ restriction: 'IIB' })
    clearCaches()
    await expect(admit(redirectURL)).resolves.toBeUndefined()
  })

  test('of class III plays on when the unlock has ended; one that needed none stops when its title becomes class III', async () => {
    const before = await authorize(locked)
    change({ restriction: 'III' })
    const { redirectURL } = await authorize(member)
    await expect(admit(redirectURL)).resolves.toBeUndefined()
    await expect(admit(before.redirectURL)).rejects.toMatchObject({ code: 'GRANT_REFUSED' })
  })
})
