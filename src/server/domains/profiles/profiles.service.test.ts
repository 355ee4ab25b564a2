import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AVATARS } from '#contract/avatars.ts'
import { countGraphemes } from '#contract/visible-text.ts'
import { createTestProfilesApp, type ProfilesApp } from '../../../../test/support/profiles.ts'

let testApp: ProfilesApp
beforeAll(async () => {
  testApp = await createTestProfilesApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT1S'))

let accountCount = 0
const aFamily = () => testApp.aFamily(`9300${String(accountCount++).padStart(4, '0')}`)
const secondSession = async (mobileno: string) => testApp.signIn(mobileno, `second-${mobileno}`)

test('a new account has one profile, named after its owner, that cannot be deleted', async () => {
  const { viewer, first } = await aFamily()
  const profiles = await testApp.profiles.list(viewer)
  expect(profiles.find(({ profileId }) => profileId === first)).toMatchObject({
    name: '陳大文',
    avatarId: 'junk',
    avatar: '/i/0123/avatar-junk',
    kids: false,
    deletable: false,
    current: true,
  })
  await expect(testApp.profiles.remove(viewer, first)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('concurrent creations respect the maximum of five', async () => {
  const { viewer } = await aFamily()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      testApp.profiles.create(viewer, { name: `${n}`, avatarId: 'tram', kids: false }),
    ),
  )
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' })
  expect(await testApp.profiles.list(viewer)).toHaveLength(5)
})

test('names may hold Chinese and emoji sequences, and count graphemes', async () => {
  const { viewer } = await aFamily()
  const name = '👨‍👩‍👧‍👦'.repeat(10)
  expect(countGraphemes(name)).toBe(10)
  expect((await testApp.profiles.create(viewer, { name, avatarId: 'lion', kids: false })).name).toBe(name)
  expect((await testApp.profiles.create(viewer, { name: '婆婆 2', avatarId: 'lion', kids: false })).name).toBe('婆婆 2')
})

test('lists the last used profile first', async () => {
  const { viewer, first, child, token } = await aFamily()
  testApp.clock.advance('PT1S')
  await testApp.chooseProfile(token, { profileId: child })
  expect((await testApp.profiles.list(viewer)).map(({ profileId }) => profileId)).toEqual([child, first])
})

test('rejects profiles of another account', async () => {
  const own = await aFamily()
  const { first, child } = await aFamily()
  for (const profileId of [first, child, 'made-up']) {
    const notFound = { code: 'NOT_FOUND' }
    await expect(testApp.profiles.choose(own.viewer, { profileId })).rejects.toMatchObject(notFound)
    await expect(testApp.profiles.update(own.viewer, { profileId, name: 'x' })).rejects.toMatchObject(notFound)
    await expect(testApp.profiles.remove(own.viewer, profileId)).rejects.toMatchObject(notFound)
    await expect(testApp.viewerOf(own.token, profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  }
})

test('a request may name a kids profile of the account, no other profile', async () => {
  const { token, first, child, viewer } = await aFamily()
  expect(await testApp.viewerOf(token, child)).toMatchObject({ profileId: child, kids: true, narrowedFrom: first })
  const adult = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  await expect(testApp.viewerOf(token, adult.profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await testApp.chooseProfile(token, { profileId: child })
  await expect(testApp.viewerOf(token, first)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('becoming a kids profile is free, becoming a normal one requires the code, the first never changes', async () => {
  const { viewer, first, child, token } = await aFamily()
  const { profiles } = testApp
  await expect(profiles.update(viewer, { profileId: first, kids: true })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(profiles.update(viewer, { profileId: child, kids: false })).rejects.toMatchObject({
    code: 'PARENTAL_CODE_REQUIRED',
  })
  await profiles.parental.unlock(viewer, '4826')
  const unlocked = await testApp.viewerOf(token)
  expect(await profiles.update(unlocked, { profileId: child, kids: false })).toMatchObject({ kids: false })
  expect(await profiles.update(unlocked, { profileId: child, kids: true, name: '仔仔' })).toMatchObject({
    kids: true,
    name: '仔仔',
    avatarId: 'kid-bao',
  })
})

test('rejects deleting the current profile; other sessions in a deleted profile lose it', async () => {
  const { viewer, token } = await testApp.aFamily('93001001')
  const other = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  const second = await secondSession('93001001')
  await testApp.chooseProfile(second.token, { profileId: other.profileId })
  const inUse = await testApp.viewerOf(second.token)
  await expect(testApp.profiles.remove(inUse, other.profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await testApp.profiles.remove(await testApp.viewerOf(token), other.profileId)
  expect(await testApp.viewerOf(second.token)).toMatchObject({ profileId: undefined, kids: false })
})

test('a session in a deleted kids profile stays in kids mode until the code is entered', async () => {
  const { viewer, first, child } = await testApp.aFamily('93001002')
  const second = await secondSession('93001002')
  await testApp.chooseProfile(second.token, { profileId: child })
  await testApp.profiles.remove(viewer, child)
  await testApp.profiles.runDue()
  const viewerLeft = await testApp.viewerOf(second.token)
  expect(viewerLeft).toMatchObject({ kids: true, profileId: child })
  expect((await testApp.profiles.list(viewerLeft)).map(({ profileId }) => profileId)).toEqual([first])
  // A deleted profile can be neither named by a request nor chosen.
  await expect(testApp.viewerOf(second.token, first)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(testApp.profiles.choose(viewerLeft, { profileId: child })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(testApp.profiles.choose(viewerLeft, { profileId: first })).rejects.toMatchObject({
    code: 'PARENTAL_CODE_REQUIRED',
  })
  expect(await testApp.chooseProfile(second.token, { profileId: first, parentalCode: '4826' })).toMatchObject({
    kids: false,
  })
  await testApp.profiles.runDue()
  const rows = await testApp.db.selectFrom('profile').select('profile_id').where('profile_id', '=', child).execute()
  expect(rows).toEqual([])
})

test('an unused kids profile leaves no tombstone', async () => {
  const { viewer, child } = await aFamily()
  await testApp.profiles.remove(viewer, child)
  const rows = await testApp.db.selectFrom('profile').select('name').where('profile_id', '=', child).execute()
  expect(rows).toEqual([])
})

test('preferred genres belong to a profile and require one', async () => {
  const { viewer, token, child } = await aFamily()
  await testApp.profiles.setPreferredGenres(viewer, ['drama', 'horror', 'drama'])
  const selectedGenres = async () =>
    (await testApp.profiles.preferences(await testApp.viewerOf(token))).flatMap(({ genre, selected }) =>
      selected ? [genre] : [],
    )
  expect(await selectedGenres()).toEqual(['drama', 'horror'])
  await testApp.chooseProfile(token, { profileId: child })
  expect(await selectedGenres()).toEqual([])
  const withoutProfile = { ...viewer, profileId: undefined }
  await expect(testApp.profiles.preferences(withoutProfile)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(testApp.profiles.setPreferredGenres(withoutProfile, [])).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('every avatar has an image file and vice versa', async () => {
  const files = await readdir(join(import.meta.dirname, '../../../../seed/images/avatars'))
  expect(files.toSorted()).toEqual(AVATARS.map((avatarId) => `${avatarId}.webp`).toSorted())
  expect(AVATARS.length).toBeGreaterThanOrEqual(24)
})

test('a stream is not live after a logout, another choice, or a change to a kids profile', async () => {
  const { viewer, token, first, child } = await testApp.aFamily('93001003')
  const { sessionId } = viewer
  const isLive = async (profileId: string | null, kids = false) =>
    (await testApp.accounts.sessions.findLive({ sessionId, profileId, kids })) !== undefined
  expect(await isLive(first)).toBe(true)
  expect(await isLive(null)).toBe(false)
  const other = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  await testApp.chooseProfile(token, { profileId: other.profileId })
  expect([await isLive(first), await isLive(other.profileId)]).toEqual([false, true])
  await testApp.profiles.update(await testApp.viewerOf(token), { profileId: other.profileId, kids: true })
  expect([await isLive(other.profileId), await isLive(other.profileId, true)]).toEqual([false, true])
  expect(await testApp.viewerOf(token)).toMatchObject({ kids: true })
  await testApp.chooseProfile(token, { profileId: child })
  expect(await isLive(child, true)).toBe(true)
  await testApp.accounts.sessions.logOut(viewer)
  expect(await isLive(child, true)).toBe(false)
})
