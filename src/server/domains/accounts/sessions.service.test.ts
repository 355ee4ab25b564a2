import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, sql } from '#server/kit/db.ts'
import { createAccounts } from './index.ts'
import { createHasher } from '#server/kit/hasher.ts'
import {
  type AccountsApp,
  countingHasher,
  createTestAccounts,
  from,
  PASSWORD,
} from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
let hashes = 0
beforeAll(async () => {
  testApp = await createTestAccounts({ hasher: countingHasher(() => hashes++) })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

type LoginAttempt = { password?: string; deviceSerial?: string; address?: string; endDevice?: string }
const logIn = (mobileno: string, { password = PASSWORD, endDevice, ...origin }: LoginAttempt = {}) =>
  testApp.accounts.sessions.logIn({ mobileno, areaCode: '852', password, endDevice }, from(origin))

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; params: object }) => error,
  )

test('a wrong password and an unknown number cause the same error, statements and number of hashes', async () => {
  await testApp.aMember('62220001')
  const observed = []
  for (const mobileno of ['62220001', '62220002']) {
    testApp.takeQueries()
    hashes = 0
    const error = await errorOf(logIn(mobileno, { password: '999000' }))
    observed.push({ error, hashes, statements: testApp.takeQueries() })
  }
  expect(observed[0]).toEqual(observed[1])
  expect(observed[0]).toMatchObject({ error: { code: 'WRONG_CREDENTIALS' }, hashes: 1 })
})

test('five wrong passwords lock a number for a minute, known or not', async () => {
  await testApp.aMember('62220003')
  for (const mobileno of ['62220003', '62220004']) {
    for (let tries = 0; tries < 5; tries++)
      expect(await errorOf(logIn(mobileno, { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    hashes = 0
    expect(await errorOf(logIn(mobileno))).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 60 } })
    expect(hashes).toBe(0)
  }
  testApp.clock.advance('PT60S')
  expect(await logIn('62220003')).toMatchObject({ partner: 'anyplex' })
  expect(await errorOf(logIn('62220003', { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
})

test('of many concurrent wrong passwords five are verified', async () => {
  await testApp.aMember('62220005')
  hashes = 0
  const tries = await Promise.all(Array.from({ length: 12 }, () => errorOf(logIn('62220005', { password: '999000' }))))
  expect(tries.filter((error) => error?.code === 'WRONG_CREDENTIALS')).toHaveLength(5)
  expect(tries.filter((error) => error?.code === 'TOO_MANY_TRIES')).toHaveLength(7)
  expect(hashes).toBe(5)
})

test('a known device has its own limit, so that others cannot lock the owner out', async () => {
  await testApp.aMember('62220006')
  await logIn('62220006', { deviceSerial: 'owner' })
  for (let tries = 0; tries < 6; tries++)
    await errorOf(logIn('62220006', { password: '999000', deviceSerial: `stranger-${tries}` }))
  expect(await errorOf(logIn('62220006', { deviceSerial: 'new' }))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await logIn('62220006', { deviceSerial: 'owner' })).toMatchObject({ partner: 'anyplex' })
  for (let tries = 0; tries < 5; tries++)
    await errorOf(logIn('62220006', { password: '999000', deviceSerial: 'owner' }))
  expect(await errorOf(logIn('62220006', { deviceSerial: 'owner' }))).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('an address is refused without hashing after twenty wrong passwords in ten minutes', async () => {
  await testApp.aMember('62220007')
  const address = '198.51.100.20'
  for (let tries = 0; tries < 20; tries++) await errorOf(logIn(`622300${10 + tries}`, { password: '999000', address }))
  hashes = 0
  expect(await errorOf(logIn('62220007', { address }))).toMatchObject({
    code: 'TOO_MANY_TRIES',
    details: { retryAfter: 600 },
  })
  expect(hashes).toBe(0)
  expect(await logIn('62220007', { address: '198.51.100.21' })).toMatchObject({ partner: 'anyplex' })
})

test('concurrent correct logins do not exhaust the limit', async () => {
  await testApp.aMember('62220022')
  const address = '198.51.100.40'
  const tries = Array.from({ length: 24 }, (_, index) =>
    errorOf(
      logIn('62220022', { address, deviceSerial: `once-${index % 3}`, ...(index === 7 && { password: '999000' }) }),
    ),
  )
  const errors = (await Promise.all(tries)).filter((error) => error !== undefined)
  expect(errors).toMatchObject([{ code: 'WRONG_CREDENTIALS' }])
})

test('correct passwords do not count for the address', async () => {
  await testApp.aMember('62220008')
  for (let tries = 0; tries < 25; tries++)
    expect(await logIn('62220008', { address: '198.51.100.30', deviceSerial: `d${tries % 5}` })).toHaveProperty('token')
})

test('limits hold on another node and after a restart', async () => {
  await testApp.aMember('62220009')
  for (let tries = 0; tries < 5; tries++) await errorOf(logIn('62220009', { password: '999000' }))
  const other = createAccounts(testApp.deps)
  const there = other.sessions.logIn({ mobileno: '62220009', areaCode: '852', password: PASSWORD }, from())
  expect(await errorOf(there)).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('an attempt is refunded when the hash queue is full', async () => {
  await testApp.aMember('62220010')
  const busy = createAccounts({
    ...testApp.deps,
    hasher: createHasher({
      algorithm: {
        hash: async () => '',
        verify: () => Promise.reject(Object.assign(new Error('busy'), { code: 'TOO_MANY_TRIES' })),
      },
    }),
  })
  for (let tries = 0; tries < 4; tries++) await errorOf(logIn('62220010', { password: '999000' }))
  for (let tries = 0; tries < 10; tries++) {
    await errorOf(busy.sessions.logIn({ mobileno: '62220010', areaCode: '852', password: PASSWORD }, from()))
  }
  expect(await errorOf(logIn('62220010', { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  expect(await errorOf(logIn('62220010'))).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('of eight concurrent devices five log in and three get the device list', async () => {
  await testApp.aMember('62220011')
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => logIn('62220011', { deviceSerial: `d${index}` })),
  )
  expect(outcomes.filter((outcome) => 'token' in outcome)).toHaveLength(5)
  for (const outcome of outcomes) {
    if ('devices' in outcome)
      expect(outcome.devices).toMatchObject(
        Array.from({ length: 5 }, () => ({ name: 'Chrome · Windows 11', current: false })),
      )
  }
})

test('ending a device makes room for another', async () => {
  const { accountId } = await testApp.aMember('62220012')
  const first = await testApp.signIn('62220012', 'd0')
  for (let index = 1; index < 5; index++) await logIn('62220012', { deviceSerial: `d${index}` })
  expect(await logIn('62220012', { deviceSerial: 'd5' })).toHaveProperty('devices')
  const otherMember = await testApp.aMember('62220013')
  const foreign = await testApp.signIn(otherMember.mobileno)
  expect(await logIn('62220012', { deviceSerial: 'd5', endDevice: foreign.viewer.sessionId })).toHaveProperty('devices')
  await expect(testApp.viewerOf(foreign.token)).resolves.toMatchObject({ accountId: otherMember.accountId })
  expect(await logIn('62220012', { deviceSerial: 'd5', endDevice: first.viewer.sessionId })).toMatchObject({
    userId: accountId,
  })
  await expect(testApp.viewerOf(first.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('a repeated login on a device replaces its session', async () => {
  await testApp.aMember('62220014')
  const tokens = []
  for (let times = 0; times < 7; times++) tokens.push((await testApp.signIn('62220014', 'same')).token)
  await expect(testApp.viewerOf(tokens[5]!)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  const { viewer } = { viewer: await testApp.viewerOf(tokens[6]!) }
  expect(await testApp.accounts.sessions.devices(viewer)).toMatchObject([{ current: true }])
})

test('a session expires thirty days after its last use and frees its device', async () => {
  await testApp.aMember('62220015')
  const { token, viewer } = await testApp.signIn('62220015')
  for (let times = 0; times < 3; times++) {
    testApp.clock.advance('PT700H')
    await expect(testApp.viewerOf(token)).resolves.toBeDefined()
  }
  testApp.clock.advance('PT720H')
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await testApp.accounts.sessions.devices(viewer)).toEqual([])
  await expect(testApp.viewerOf('made-up')).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
  const use = { sessionId: viewer.sessionId, profileId: null, kids: false }
  expect(await testApp.accounts.sessions.findLive(use)).toBeUndefined()
})

test('the last use is written once a minute; the viewer takes one statement', async () => {
  await testApp.aMember('62220016')
  const { token, viewer } = await testApp.signIn('62220016')
  const lastUse = async () => (await testApp.accounts.sessions.devices(viewer))[0]!.lastSeenAt
  const first = await lastUse()
  testApp.clock.advance('PT59S')
  testApp.takeQueries()
  await testApp.viewerOf(token)
  expect(testApp.takeQueries()).toHaveLength(1)
  expect(await lastUse()).toEqual(first)
  testApp.clock.advance('PT1S')
  testApp.takeQueries()
  await Promise.all([testApp.viewerOf(token), testApp.viewerOf(token), testApp.viewerOf(token)])
  expect(testApp.takeQueries()).toHaveLength(3)
  expect(await lastUse()).toEqual(testApp.clock.now())
})

test('a session is ended by account id, in the transaction of its caller', async () => {
  const { accountId } = await testApp.aMember('62220060')
  const { viewer, token } = await testApp.signIn('62220060', 'a')
  const { sessions } = testApp.accounts
  const rolledBack = inTransaction(testApp.db, async (tx) => {
    await sessions.end({ accountId }, viewer.sessionId, tx)
    throw new Error('the audit entry failed')
  })
  await expect(rolledBack).rejects.toThrow('the audit entry failed')
  await expect(testApp.viewerOf(token)).resolves.toBeDefined()
  expect(await sessions.devices({ accountId })).toMatchObject([{ deviceId: viewer.sessionId, current: false }])
  await inTransaction(testApp.db, (tx) => sessions.end({ accountId }, viewer.sessionId, tx))
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('logout, ending one session and ending the others take effect at once; other accounts are unaffected', async () => {
  await testApp.aMember('62220017')
  const [mine, second, third] = [
    await testApp.signIn('62220017', 'a'),
    await testApp.signIn('62220017', 'b'),
    await testApp.signIn('62220017', 'c'),
  ]
  const otherMember = await testApp.aMember('62220018')
  const foreign = await testApp.signIn(otherMember.mobileno)
  const { sessions } = testApp.accounts
  await expect(sessions.end(mine.viewer, foreign.viewer.sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sessions.end(mine.viewer, second.viewer.sessionId)
  await expect(sessions.end(mine.viewer, second.viewer.sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(testApp.viewerOf(second.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await sessions.endOthers(mine.viewer)
  await expect(testApp.viewerOf(third.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(testApp.viewerOf(mine.token)).resolves.toBeDefined()
  await sessions.logOut(mine.viewer)
  await expect(testApp.viewerOf(mine.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(testApp.viewerOf(foreign.token)).resolves.toMatchObject({ accountId: otherMember.accountId })
  expect(await sessions.findLive({ sessionId: foreign.viewer.sessionId, profileId: null, kids: false })).toBeDefined()
  expect(await sessions.findLive({ sessionId: mine.viewer.sessionId, profileId: null, kids: false })).toBeUndefined()
})

test('a request may name a kids profile of the account, no other profile', async () => {
  const kidsOf = (profileId: string) => sql<boolean>`${profileId}::text like 'kid%'`
  const withProfiles = createAccounts({
    ...testApp.deps,
    profiles: { isKids: sql<boolean>`coalesce(s.profile_id like 'kid%', false)`, isKidsProfile: kidsOf },
  })
  await testApp.aMember('62220019')
  const { token, viewer } = await testApp.signIn('62220019')
  const viewerFor = (profileId?: string) =>
    withProfiles.sessions.viewer(token, { language: 'en_US', region: 'MO', profileId })
  expect(await viewerFor()).toMatchObject({ profileId: undefined, kids: false, language: 'en_US', region: 'MO' })
  await expect(viewerFor('adult')).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await withProfiles.sessions.chooseProfile(testApp.db, { sessionId: viewer.sessionId, profileId: 'adult' })
  expect(await viewerFor('adult')).toMatchObject({ profileId: 'adult', kids: false })
  expect(await viewerFor('kid')).toMatchObject({ profileId: 'kid', kids: true, narrowedFrom: 'adult' })
  expect(await viewerFor()).toMatchObject({ profileId: 'adult', kids: false })
  await withProfiles.sessions.chooseProfile(testApp.db, { sessionId: viewer.sessionId, profileId: 'kid' })
  expect(await viewerFor()).toMatchObject({ profileId: 'kid', kids: true })
  await expect(viewerFor('adult')).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  const isLive = async (profileId: string, kids: boolean) =>
    (await withProfiles.sessions.findLive({ sessionId: viewer.sessionId, profileId, kids })) !== undefined
  expect(await isLive('adult', false)).toBe(false)
  expect(await isLive('kid', true)).toBe(true)
  // A stream started in an adult profile ends when the profile becomes a kids profile.
  expect(await isLive('kid', false)).toBe(false)
})

test('an unlock ends at its instant or with another profile; status off needs none', async () => {
  const { accountId } = await testApp.aMember('62220020')
  const { token, viewer } = await testApp.signIn('62220020')
  const { sessions, parental } = testApp.accounts
  const until = testApp.clock.now().add({ minutes: 30 })
  await sessions.unlock(testApp.db, { sessionId: viewer.sessionId, until })
  expect((await testApp.viewerOf(token)).unlocked).toBe(true)
  testApp.clock.advance('PT30M')
  expect((await testApp.viewerOf(token)).unlocked).toBe(false)
  await sessions.unlock(testApp.db, { sessionId: viewer.sessionId, until: testApp.clock.now().add({ minutes: 30 }) })
  await sessions.chooseProfile(testApp.db, { sessionId: viewer.sessionId, profileId: 'other' })
  expect((await testApp.viewerOf(token)).unlocked).toBe(false)
  await parental.change(testApp.db, { accountId, parentalStatus: 'off' })
  expect((await testApp.viewerOf(token)).unlocked).toBe(true)
  expect(await parental.find(accountId)).toEqual({ parentalHash: 'plain 4826', parentalStatus: 'off' })
})

test('an ended session reports its cause for 180 days', async () => {
  await testApp.aMember('62220021')
  const { token, viewer } = await testApp.signIn('62220021')
  await testApp.accounts.sessions.logOut(viewer)
  testApp.clock.advance(`PT${179 * 24}H`)
  await testApp.accounts.runDue()
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  testApp.clock.advance('PT48H')
  await testApp.accounts.runDue()
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
})
