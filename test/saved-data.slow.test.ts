import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { WatchedCard } from '#contract/programs.ts'
import type { UserProfile } from '#contract/accounts.ts'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb } from '#server/kit/db.ts'
import { runIngest, makeVideo } from './e2e/support/ingest.ts'
import { type RunningHarbour, startHarbour } from './support/harbour.ts'
import { launch } from './support/launch.ts'
import { createCall } from './support/member-call.ts'
import { until } from './support/processes.ts'
import { readSavedData, unpackBackup, unpackDataFolder } from './support/saved-data.ts'
import { fetchEnvelope, startWatching, rowOf } from './support/watching.ts'

/** Version 0.1 is commit 447f933; `test/fixtures/v0.1/README.md` describes how its data folder and backup were created. */
const VERSION = 'v0.1'
const saved = await readSavedData(VERSION)
const { film, episode, members } = saved
const { family, customer } = members

let base: string
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-saved-'))
  // The account of PostgreSQL has to traverse it.
  await chmod(base, 0o711)
  await unpackDataFolder(VERSION, join(base, 'data'))
})
afterAll(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))

const start = (dataDir: string) => startHarbour({ dataDir, env: { HARBOUR_DEMO: '0', IMAGE_ENCODING: 'ahead' } })

async function profilesOf(origin: string, token: string): Promise<Profile[]> {
  const { data } = await createCall(origin)<{ data: { profiles: Profile[] } }>('/api_v2/profile/list', {}, { token })
  return data.profiles
}

/** Plays the film from its order to its first decrypted segment. */
async function streamHash(origin: string): Promise<string> {
  return createHash('sha256')
    .update(await startWatching(origin, film))
    .digest('hex')
}

describe('a data folder of version 0.1, started by this version', () => {
  let harbour: RunningHarbour
  let call: ReturnType<typeof createCall>
  beforeAll(async () => {
    harbour = await start(join(base, 'data'))
    call = createCall(harbour.url)
  })
  afterAll(async () => {
    expect(await harbour.stop()).toBe(0)
  })

  test('keeps every session with its profile', async () => {
    const { adult, undecided, child } = family.tokens
    const current = async (token: string) => (await profilesOf(harbour.url, token)).find((one) => one.current)
    expect(await current(adult!)).toMatchObject({ profileId: family.profiles.adult, childrenModel: false })
    expect(await current(child!)).toMatchObject({ profileId: family.profiles.child, childrenModel: true })
    expect(await profilesOf(harbour.url, undecided!)).toHaveLength(2)
    expect(await current(undecided!)).toBeUndefined()
    expect(await current(customer.tokens.adult!)).toBeUndefined()
  })

  test('keeps an ended session ended', async () => {
    const request = call('/api_v2/profile/list', {}, { token: family.tokens.ended })
    await expect(request).rejects.toThrow('"errorCode":"0x800A3002"')
  })

  test('keeps a kids profile restricted', async () => {
    const request = call('/api_v2/order', film, { token: family.tokens.child })
    await expect(request).rejects.toThrow('"errorCode":"403"')
  })

  test("accepts a member's password and parental code, and no other", async () => {
    const { mobileno, password, parentalCode } = family
    const { token } = await call<{ token: string }>('/api/login.action', { mobileno, password })
    await call('/api_v2/profile/choose', { profileId: family.profiles.adult }, { token })
    const check = (code: string) =>
      call<object>('/api_v2/profile/parental/checkPasscode', { parentalCode: code }, { token })
    await expect(check('0001')).rejects.toThrow('WRONG_PARENTAL_CODE')
    expect(await check(parentalCode)).toHaveProperty('unlockedUntil')
    await call('/api/logout.action', {}, { token })
    const wrongLogin = call('/api/login.action', { mobileno, password: '000000' })
    await expect(wrongLogin).rejects.toThrow('WRONG_CREDENTIALS')
  })

  test("keeps each member's details, partner, language and messages", async () => {
    const details = async (token?: string) =>
      (await call<{ profile: UserProfile }>('/api/userProfile.action', {}, { token })).profile
    expect(await details(family.tokens.adult)).toMatchObject({
      name: '陳大文',
      mobileno: family.mobileno,
      partner: 'anyplex',
      birthday: '1990-02-28',
      quality: 'save',
      language: 'zh_HK',
      parentalStatus: 'on',
    })
    expect(await details(customer.tokens.adult)).toMatchObject({ name: 'Mei Lee', partner: 'clp', language: 'en_US' })
    const messages = await call<{ list: unknown[] }>('/api/messageList.action', {}, { token: family.tokens.adult })
    expect(messages.list).not.toEqual([])
  })

  test('keeps favourites, bookmarks and history', async () => {
    const as = { token: family.tokens.adult }
    const favorites = await call<{ list: ProgramCard[] }>('/api_v2/profile/favorite/list', {}, as)
    expect(favorites.list.map(({ programId }) => programId)).toEqual([episode.programId, film.programId])
    const { position } = await call<{ position: number }>('/api_v2/profile/bookmark/get', film, as)
    expect(position).toBe(4)
    const history = await call<{ list: WatchedCard[] }>('/api_v2/profile/mywatched/list', {}, as)
    const watched = history.list.map(({ programGuid, continueTag }) => ({ programGuid, continueTag }))
    expect(watched).toHaveLength(2)
    expect(watched).toContainEqual({ programGuid: film.programGuid, continueTag: true })
    expect(watched).toContainEqual({ programGuid: episode.programGuid, continueTag: false })
  })

  test('serves the film under a fresh grant with its key, subtitles and images', async () => {
    expect(await streamHash(harbour.url)).toBe(film.streamSha256)
    const order = await call<{ subtitles: { lang: string; url: string }[] }>('/api_v2/order', film)
    expect(order.subtitles.map(({ lang }) => lang).toSorted()).toEqual(['en', 'zh-Hant'])
    for (const { url } of order.subtitles) {
      expect(await (await fetch(new URL(url, harbour.url))).text()).toMatch(/^WEBVTT[\s\S]*句字幕/)
    }
    const card = (await rowOf(harbour.url, 'new')).find(({ programId }) => programId === film.programId)!
    const image = await fetch(new URL(card.landscapeImageURL, harbour.url))
    expect(image.headers.get('content-type')).toMatch(/^image\//)
    expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(500)
  })

  test('keeps the content warning of the series', async () => {
    const detail = await fetchEnvelope(`${harbour.url}/api_v2/revamp/detail`, { programId: episode.programId })
    expect(JSON.stringify(detail)).toContain('含有劏魚場面。')
  })

  test('runs the jobs of a new ingest', async () => {
    const source = await makeVideo(join(base, 'new.mp4'), { seconds: 2, size: '320x180' })
    const dataDir = join(base, 'data')
    const { programId } = await runIngest(dataDir, source, ['--title-zh', '清晨', '--title-en', 'Daybreak'])
    expect((await rowOf(harbour.url, 'new')).map((card) => card.programId)).toContain(programId)
    const { pool, close } = openDb({ url: (await findRunning(dataDir))!, max: 1 })
    try {
      const pending = 'select 1 from image where prepared_at is null'
      await until(async () => (await pool.query(pending)).rowCount === 0, { what: 'the images of the title' })
    } finally {
      await close()
    }
  })

  test('sends new messages and accepts new watch progress', async () => {
    const mobileno = '92210002'
    await call('/api/register2.action', { mobileno, areaCode: '852', agreeTerms: true, agreePrivacy: true })
    const outbox = `${harbour.url}/dev/outbox?to=${encodeURIComponent(`+852${mobileno}`)}`
    const sent = async () => {
      const { list } = (await (await fetch(outbox)).json()) as { list: { state: string; text: string }[] }
      return list.some(({ state, text }) => state === 'sent' && /\d{6}/.test(text))
    }
    await until(sent, { what: 'the SMS to leave' })
    const as = { token: family.tokens.adult }
    const at = Temporal.Now.instant().add({ seconds: 1 }).toString()
    await call('/api_v2/profile/bookmark/create', { ...film, position: 6, duration: 8, at }, as)
    expect(await call('/api_v2/profile/bookmark/get', film, as)).toMatchObject({ position: 6 })
  })
})

test('a backup of version 0.1 is restored by this version with its members and its film', async () => {
  const [backup, restored] = [join(base, 'backup'), join(base, 'restored')]
  await unpackBackup(VERSION, { dataDir: join(base, 'data'), backup })
  const command = launch(['restore', backup], { dataDir: restored, env: { HARBOUR_DEMO: '0' } })
  expect({ code: await command.exitCode, lines: command.lines }).toMatchObject({ code: 0 })

  const harbour = await start(restored)
  try {
    const call = createCall(harbour.url)
    const { mobileno, password } = customer
    const { token } = await call<{ token: string }>('/api/login.action', { mobileno, password })
    expect(await profilesOf(harbour.url, token)).toHaveLength(1)
    expect(await streamHash(harbour.url)).toBe(film.streamSha256)
  } finally {
    expect(await harbour.stop()).toBe(0)
  }
})
