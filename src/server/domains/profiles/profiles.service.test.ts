import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AVATARS } from '#contract/avatars.ts'
import { countGraphemes } from '#contract/fields.ts'
import { createTestFamily, type ProfilesApp } from '../../../../test/support/profiles.ts'

let testApp: ProfilesApp
beforeAll(async () => {
  testApp = await createTestFamily()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT1S'))

let numbers = 0
const aFamily = () => testApp.aFamily(`9300${String(numbers++).padStart(4, '0')}`)
const secondSession = async (mobileno: string) => testApp.signIn(mobileno, `second-${mobileno}`)

test('an account begins with one profile, named after its owner, which stays', async () => {
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

test('of six at once, five are there', async () => {
  const { viewer } = await aFamily()
  const made = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) =>
      testApp.profiles.create(viewer, { name: `${n}`, avatarId: 'tram', kids: false }),
    ),
  )
  const refused = made.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' })
  expect(await testApp.profiles.list(viewer)).toHaveLength(5)
})

test('names are kept as they are read: Chinese, and families of emoji', async () => {
  const { viewer } = await aFamily()
  const name = '👨‍👩‍👧‍👦'.repeat(10)
  expect(countGraphemes(name)).toBe(10)
  expect((await testApp.profiles.create(viewer, { name, avatarId: 'lion', kids: false })).name).toBe(name)
  expect((await testApp.profiles.create(viewer, { name: '婆婆 2', avatarId: 'lion', kids: false })).name).toBe('婆婆 2')
})

test('the last used comes first', async () => {
  const { viewer, first, child, token } = await aFamily()
  testApp.clock.advance('PT1S')
  await testApp.chosen(token, { profileId: child })
  expect((await testApp.profiles.list(viewer)).map(({ profileId }) => profileId)).toEqual([child, first])
})

test("another account's profile does not exist", async () => {
  const mine = await aFamily()
  const { first, child } = await aFamily()
  for (const profileId of [first, child, 'made-up']) {
    const notFound = { code: 'NOT_FOUND' }
    await expect(testApp.profiles.choose(mine.viewer, { profileId })).rejects.toMatchObject(notFound)
    await expect(testApp.profiles.update(mine.viewer, { profileId, name: 'x' })).rejects.toMatchObject(notFound)
    await expect(testApp.profiles.remove(mine.viewer, profileId)).rejects.toMatchObject(notFound)
    await expect(testApp.viewerOf(mine.token, profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  }
})

test('a call may name a kids profile of the account and is narrowed to it, no other', async () => {
  const { token, first, child, viewer } = await aFamily()
  expect(await testApp.viewerOf(token, child)).toMatchObject({ profileId: child, kids: true, narrowedFrom: first })
  const adult = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  await expect(testApp.viewerOf(token, adult.profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await testApp.chosen(token, { profileId: child })
  await expect(testApp.viewerOf(token, first)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('a profile becomes a child’s freely, and a grown-up’s with the code; the first never', async () => {
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

test('what is in use here stays; a session elsewhere in a deleted profile chooses anew', async () => {
  const { viewer, token } = await testApp.aFamily('93001001')
  const other = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  const second = await secondSession('93001001')
  await testApp.chosen(second.token, { profileId: other.profileId })
  const inUse = await testApp.viewerOf(second.token)
  await expect(testApp.profiles.remove(inUse, other.profileId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await testApp.profiles.remove(await testApp.viewerOf(token), other.profileId)
  expect(await testApp.viewerOf(second.token)).toMatchObject({ profileId: undefined, kids: false })
})

test('a child stays a child when their profile is deleted elsewhere, until the code is given', async () => {
  const { viewer, first, child } = await testApp.aFamily('93001002')
  const second = await secondSession('93001002')
  await testApp.chosen(second.token, { profileId: child })
  await testApp.profiles.remove(viewer, child)
  await testApp.profiles.runDue()
  const left = await testApp.viewerOf(second.token)
  expect(left).toMatchObject({ kids: true, profileId: child })
  expect((await testApp.profiles.list(left)).map(({ profileId }) => profileId)).toEqual([first])
  // Nobody else is narrowed to a profile that is gone, and it cannot be chosen again.
  await expect(testApp.viewerOf(second.token, first)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(testApp.profiles.choose(left, { profileId: child })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(testApp.profiles.choose(left, { profileId: first })).rejects.toMatchObject({
    code: 'PARENTAL_CODE_REQUIRED',
  })
  expect(await testApp.chosen(second.token, { profileId: first, parentalCode: '4826' })).toMatchObject({ kids: false })
  await testApp.profiles.runDue()
  const rows = await testApp.db.selectFrom('profile').select('profile_id').where('profile_id', '=', child).execute()
  expect(rows).toEqual([])
})

test('a child’s profile that nobody is in leaves nothing behind', async () => {
  const { viewer, child } = await aFamily()
  await testApp.profiles.remove(viewer, child)
  const rows = await testApp.db.selectFrom('profile').select('name').where('profile_id', '=', child).execute()
  expect(rows).toEqual([])
})

test('what a profile likes is its own, and none before one is chosen', async () => {
  const { viewer, token, child } = await aFamily()
  await testApp.profiles.prefer(viewer, ['drama', 'horror', 'drama'])
  const liked = async () =>
    (await testApp.profiles.preferences(await testApp.viewerOf(token))).flatMap(({ genre, selected }) =>
      selected ? [genre] : [],
    )
  expect(await liked()).toEqual(['drama', 'horror'])
  await testApp.chosen(token, { profileId: child })
  expect(await liked()).toEqual([])
  const nobody = { ...viewer, profileId: undefined }
  await expect(testApp.profiles.preferences(nobody)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(testApp.profiles.prefer(nobody, [])).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('every avatar has its picture, and every picture is one', async () => {
  const files = await readdir(join(import.meta.dirname, '../../../../seed/images/avatars'))
  expect(files.toSorted()).toEqual(AVATARS.map((avatarId) => `${avatarId}.webp`).toSorted())
  expect(AVATARS.length).toBeGreaterThanOrEqual(24)
})

test('what plays ends with its session, with another choice, and when its profile becomes a child’s', async () => {
  const { viewer, token, first, child } = await testApp.aFamily('93001003')
  const { sessionId } = viewer
  const plays = (profileId: string | null, kids = false) =>
    testApp.accounts.sessions.isLive({ sessionId, profileId, kids })
  expect(await plays(first)).toBe(true)
  expect(await plays(null)).toBe(false)
  const other = await testApp.profiles.create(viewer, { name: 'B', avatarId: 'tram', kids: false })
  await testApp.chosen(token, { profileId: other.profileId })
  expect([await plays(first), await plays(other.profileId)]).toEqual([false, true])
  await testApp.profiles.update(await testApp.viewerOf(token), { profileId: other.profileId, kids: true })
  expect([await plays(other.profileId), await plays(other.profileId, true)]).toEqual([false, true])
  expect(await testApp.viewerOf(token)).toMatchObject({ kids: true })
  await testApp.chosen(token, { profileId: child })
  expect(await plays(child, true)).toBe(true)
  await testApp.accounts.sessions.logOut(viewer)
  expect(await plays(child, true)).toBe(false)
})
