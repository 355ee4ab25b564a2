import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { createHasher } from './hasher.ts'
import { createAccounts } from './index.ts'
import { type AccountsApp, createTestAccounts, from, PASSWORD } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
let hashes = 0
beforeAll(async () => {
  const hash = async (secret: string) => `counted ${secret}`
  const verify = async (secret: string, kept: string | undefined) => {
    hashes++
    return kept === `counted ${secret}`
  }
  testApp = await createTestAccounts({ hasher: createHasher({ algorithm: { hash, verify } }) })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

type Try = { password?: string; deviceSerial?: string; address?: string; endDevice?: string }
const logIn = (mobileno: string, { password = PASSWORD, endDevice, ...origin }: Try = {}) =>
  testApp.accounts.logIn({ mobileno, areaCode: '852', password, endDevice }, from(origin))

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; params: object }) => error,
  )

test('a wrong password and an unknown number are refused alike, by the same statements and one hash each', async () => {
  await testApp.aMember('62220001')
  const seen = []
  for (const mobileno of ['62220001', '62220002']) {
    testApp.takeQueries()
    hashes = 0
    const error = await failure(logIn(mobileno, { password: '999000' }))
    seen.push({ error, hashes, statements: testApp.takeQueries() })
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]).toMatchObject({ error: { code: 'WRONG_CREDENTIALS' }, hashes: 1 })
})

test('five wrong ones lock a number, known or not, also for the right password, and a minute later it opens', async () => {
  await testApp.aMember('62220003')
  for (const mobileno of ['62220003', '62220004']) {
    for (let tries = 0; tries < 5; tries++)
      expect(await failure(logIn(mobileno, { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
    hashes = 0
    expect(await failure(logIn(mobileno))).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 60 } })
    expect(hashes).toBe(0)
  }
  testApp.clock.advance('PT60S')
  expect(await logIn('62220003')).toMatchObject({ partner: 'anyplex' })
  expect(await failure(logIn('62220003', { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
})

test('of many wrong ones at once, five are looked at', async () => {
  await testApp.aMember('62220005')
  hashes = 0
  const tries = await Promise.all(Array.from({ length: 12 }, () => failure(logIn('62220005', { password: '999000' }))))
  expect(tries.filter((error) => error?.code === 'WRONG_CREDENTIALS')).toHaveLength(5)
  expect(tries.filter((error) => error?.code === 'TOO_MANY_TRIES')).toHaveLength(7)
  expect(hashes).toBe(5)
})

test('a stranger cannot lock the owner out: a device that signed in before has its own counter', async () => {
  await testApp.aMember('62220006')
  await logIn('62220006', { deviceSerial: 'owner' })
  for (let tries = 0; tries < 6; tries++)
    await failure(logIn('62220006', { password: '999000', deviceSerial: `stranger-${tries}` }))
  expect(await failure(logIn('62220006', { deviceSerial: 'new' }))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await logIn('62220006', { deviceSerial: 'owner' })).toMatchObject({ partner: 'anyplex' })
  for (let tries = 0; tries < 5; tries++)
    await failure(logIn('62220006', { password: '999000', deviceSerial: 'owner' }))
  expect(await failure(logIn('62220006', { deviceSerial: 'owner' }))).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('an address has twenty wrong ones in ten minutes, then nothing of it is hashed', async () => {
  await testApp.aMember('62220007')
  const address = '198.51.100.20'
  for (let tries = 0; tries < 20; tries++) await failure(logIn(`622300${10 + tries}`, { password: '999000', address }))
  hashes = 0
  expect(await failure(logIn('62220007', { address }))).toMatchObject({
    code: 'TOO_MANY_TRIES',
    details: { retryAfter: 600 },
  })
  expect(hashes).toBe(0)
  expect(await logIn('62220007', { address: '198.51.100.21' })).toMatchObject({ partner: 'anyplex' })
})

test('right ones at once stand in nobody’s way, and a wrong one among them is still wrong', async () => {
  await testApp.aMember('62220022')
  const address = '198.51.100.40'
  const tries = Array.from({ length: 24 }, (_, index) =>
    failure(
      logIn('62220022', { address, deviceSerial: `once-${index % 3}`, ...(index === 7 && { password: '999000' }) }),
    ),
  )
  const errors = (await Promise.all(tries)).filter((error) => error !== undefined)
  expect(errors).toMatchObject([{ code: 'WRONG_CREDENTIALS' }])
})

test('right passwords never fill an address', async () => {
  await testApp.aMember('62220008')
  for (let tries = 0; tries < 25; tries++)
    await logIn('62220008', { address: '198.51.100.30', deviceSerial: `d${tries % 5}` })
})

test('the counts hold on another node and after a restart', async () => {
  await testApp.aMember('62220009')
  for (let tries = 0; tries < 5; tries++) await failure(logIn('62220009', { password: '999000' }))
  const other = createAccounts(testApp.deps)
  const there = other.logIn({ mobileno: '62220009', areaCode: '852', password: PASSWORD }, from())
  expect(await failure(there)).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('a try is given back when the hasher is busy', async () => {
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
  for (let tries = 0; tries < 4; tries++) await failure(logIn('62220010', { password: '999000' }))
  for (let tries = 0; tries < 10; tries++) {
    await failure(busy.logIn({ mobileno: '62220010', areaCode: '852', password: PASSWORD }, from()))
  }
  expect(await failure(logIn('62220010', { password: '999000' }))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  expect(await failure(logIn('62220010'))).toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('eight devices at once: five get in, three learn which to end', async () => {
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

test('one of five is ended for the sixth, whose token then dies with its true cause', async () => {
  const { accountId } = await testApp.aMember('62220012')
  const first = await testApp.signIn('62220012', 'd0')
  for (let index = 1; index < 5; index++) await logIn('62220012', { deviceSerial: `d${index}` })
  expect(await logIn('62220012', { deviceSerial: 'd5' })).toHaveProperty('devices')
  const stranger = await testApp.aMember('62220013')
  const foreign = await testApp.signIn(stranger.mobileno)
  expect(await logIn('62220012', { deviceSerial: 'd5', endDevice: foreign.viewer.sessionId })).toHaveProperty('devices')
  await expect(testApp.viewerOf(foreign.token)).resolves.toMatchObject({ accountId: stranger.accountId })
  expect(await logIn('62220012', { deviceSerial: 'd5', endDevice: first.viewer.sessionId })).toMatchObject({
    userId: accountId,
  })
  await expect(testApp.viewerOf(first.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('the same device signing in again takes no second place', async () => {
  await testApp.aMember('62220014')
  const tokens = []
  for (let times = 0; times < 7; times++) tokens.push((await testApp.signIn('62220014', 'same')).token)
  await expect(testApp.viewerOf(tokens[5]!)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  const { viewer } = { viewer: await testApp.viewerOf(tokens[6]!) }
  expect(await testApp.accounts.sessions.devices(viewer)).toMatchObject([{ current: true }])
})

test('a session slides: thirty days from its last use, then it has expired, and no device is taken', async () => {
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
  expect(await testApp.accounts.sessions.isLive({ sessionId: viewer.sessionId, profileId: null, kids: false })).toBe(
    false,
  )
})

test('a use is written down once a minute, and the viewer is one statement', async () => {
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

test('signing out, ending one and ending the others work at once; nobody ends a stranger’s', async () => {
  await testApp.aMember('62220017')
  const [mine, second, third] = [
    await testApp.signIn('62220017', 'a'),
    await testApp.signIn('62220017', 'b'),
    await testApp.signIn('62220017', 'c'),
  ]
  const stranger = await testApp.aMember('62220018')
  const foreign = await testApp.signIn(stranger.mobileno)
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
  await expect(testApp.viewerOf(foreign.token)).resolves.toMatchObject({ accountId: stranger.accountId })
  expect(await sessions.isLive({ sessionId: foreign.viewer.sessionId, profileId: null, kids: false })).toBe(true)
  expect(await sessions.isLive({ sessionId: mine.viewer.sessionId, profileId: null, kids: false })).toBe(false)
})

test('the session holds its profile: another is refused, but a kids profile of the account narrows the call', async () => {
  const kidsOf = (profileId: string) => sql<boolean>`${profileId}::text like 'kid%'`
  const family = createAccounts({
    ...testApp.deps,
    profiles: { isKids: sql<boolean>`coalesce(s.profile_id like 'kid%', false)`, isKidsProfile: kidsOf },
  })
  await testApp.aMember('62220019')
  const { token, viewer } = await testApp.signIn('62220019')
  const seen = (profileId?: string) => family.sessions.viewer(token, { language: 'en_US', region: 'MO', profileId })
  expect(await seen()).toMatchObject({ profileId: undefined, kids: false, language: 'en_US', region: 'MO' })
  await expect(seen('adult')).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await family.sessions.chooseProfile(testApp.db, { sessionId: viewer.sessionId, profileId: 'adult' })
  expect(await seen('adult')).toMatchObject({ profileId: 'adult', kids: false })
  expect(await seen('kid')).toMatchObject({ profileId: 'kid', kids: true, narrowedFrom: 'adult' })
  expect(await seen()).toMatchObject({ profileId: 'adult', kids: false })
  await family.sessions.chooseProfile(testApp.db, { sessionId: viewer.sessionId, profileId: 'kid' })
  expect(await seen()).toMatchObject({ profileId: 'kid', kids: true })
  await expect(seen('adult')).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  const isLive = (profileId: string, kids: boolean) =>
    family.sessions.isLive({ sessionId: viewer.sessionId, profileId, kids })
  expect(await isLive('adult', false)).toBe(false)
  expect(await isLive('kid', true)).toBe(true)
  // What began for a grown-up does not go on in a profile that has become a child's.
  expect(await isLive('kid', false)).toBe(false)
})

test('an unlock lasts until its instant and not into another profile; status off needs none', async () => {
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
  expect(await parental.find(accountId)).toEqual({ parentalHash: 'counted 4826', parentalStatus: 'off' })
})

test('a dead session says why for half a year, then nothing is known of it', async () => {
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
