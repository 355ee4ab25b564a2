import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/kit/db.ts'
import { createHasher } from '#server/kit/hasher.ts'
import { createTestProfilesApp, type ProfilesApp } from '../../../../test/support/profiles.ts'

const CODE = '4826'
const ADDRESS = '203.0.113.9'

let testApp: ProfilesApp
let account: Awaited<ReturnType<ProfilesApp['aFamily']>>
let mobileno: string
let accountCount = 0
let hashes = 0
beforeAll(async () => {
  testApp = await createTestProfilesApp({
    hasher: createHasher({
      algorithm: {
        hash: async (secret) => `counted ${secret}`,
        verify: async (secret, stored) => {
          hashes++
          return stored === `counted ${secret}`
        },
      },
    }),
  })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance('PT24H')
  mobileno = `6300${String(accountCount++).padStart(4, '0')}`
  account = await testApp.aFamily(mobileno)
  hashes = 0
})

const parental = () => testApp.profiles.parental
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; details: object }) => error,
  )

describe('leaving a kids profile', () => {
  beforeEach(async () => {
    account.viewer = await testApp.chooseProfile(account.token, { profileId: account.child })
    hashes = 0
  })
  const leaveKidsProfile = (parentalCode?: string) =>
    errorOf(testApp.profiles.choose(account.viewer, { profileId: account.first, parentalCode }))

  test('requires the code', async () => {
    expect(await leaveKidsProfile()).toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
    expect(await testApp.viewerOf(account.token)).toMatchObject({ kids: true })
    expect(await leaveKidsProfile(CODE)).toBeUndefined()
    expect(await testApp.viewerOf(account.token)).toMatchObject({ kids: false, profileId: account.first })
  })

  test('requires it also when it is switched off or the session is unlocked', async () => {
    const { accountId, viewer } = account
    await testApp.accounts.parental.change(testApp.db, { accountId, parentalStatus: 'off' })
    const until = testApp.clock.now().add({ minutes: 30 })
    await testApp.accounts.sessions.unlock(testApp.db, { sessionId: viewer.sessionId, until })
    account.viewer = await testApp.viewerOf(account.token)
    expect(account.viewer.unlocked).toBe(true)
    expect(await leaveKidsProfile()).toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
  })

  test('locks for five minutes after five wrong codes, then for ten', async () => {
    for (const triesLeft of [4, 3, 2, 1])
      expect(await leaveKidsProfile('0000')).toMatchObject({ code: 'WRONG_PARENTAL_CODE', details: { triesLeft } })
    expect(await leaveKidsProfile('0000')).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { triesLeft: 0, retryAfter: 300 },
    })
    hashes = 0
    expect(await leaveKidsProfile(CODE)).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 300 } })
    expect(hashes).toBe(0)
    testApp.clock.advance('PT300S')
    expect(await leaveKidsProfile('0000')).toMatchObject({ details: { triesLeft: 0, retryAfter: 600 } })
    testApp.clock.advance('PT600S')
    expect(await leaveKidsProfile(CODE)).toBeUndefined()
  })

  test('verifies five of many concurrent wrong codes', async () => {
    const tries = await Promise.all(Array.from({ length: 9 }, () => leaveKidsProfile('0000')))
    expect(tries.filter((error) => error?.code === 'WRONG_PARENTAL_CODE')).toHaveLength(5)
    expect(hashes).toBe(5)
  })

  test('requires no code for another kids profile', async () => {
    const adult = await testApp.chooseProfile(account.token, { profileId: account.first, parentalCode: CODE })
    const other = await testApp.profiles.create(adult, { name: '妹妹', avatarId: 'kid-cat', kids: true })
    await testApp.chooseProfile(account.token, { profileId: account.child })
    hashes = 0
    expect(await testApp.chooseProfile(account.token, { profileId: other.profileId })).toMatchObject({ kids: true })
    expect(hashes).toBe(0)
  })

  test('is safe against concurrent choices', async () => {
    const adult = await testApp.chooseProfile(account.token, { profileId: account.first, parentalCode: CODE })
    // Both requests were authenticated in the adult profile; the second sees the result of the first.
    await Promise.all([
      errorOf(testApp.profiles.choose(adult, { profileId: account.child })),
      errorOf(testApp.profiles.choose(adult, { profileId: account.child })),
    ])
    expect(await errorOf(testApp.profiles.choose(adult, { profileId: account.first }))).toMatchObject({
      code: 'PARENTAL_CODE_REQUIRED',
    })
  })
})

describe('an unlock', () => {
  test('lasts half an hour, for one session', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    const until = await parental().unlock(account.viewer, CODE)
    expect(until.since(testApp.clock.now()).total('minutes')).toBe(30)
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: true })
    expect(await testApp.viewerOf(second.token)).toMatchObject({ unlocked: false })
    testApp.clock.advance('PT29M59S')
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: true })
    testApp.clock.advance('PT1S')
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: false })
  })

  test('ends with a lock and with a change of profile', async () => {
    await parental().unlock(account.viewer, CODE)
    await parental().lock(account.viewer)
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: false })
    await parental().unlock(account.viewer, CODE)
    await testApp.chooseProfile(account.token, { profileId: account.child })
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: false, kids: true })
  })

  test('ends in every session of the account with a lock', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    await parental().unlock(second.viewer, CODE)
    await parental().lock(account.viewer)
    expect(await testApp.viewerOf(second.token)).toMatchObject({ unlocked: false })
  })

  test('costs one hash however often the correct code is sent, and resets the wrong ones', async () => {
    const code = '5937'
    await parental().setUp(account.viewer, { oldCode: CODE, newCode: code })
    hashes = 0
    for (let tries = 0; tries < 3; tries++) {
      await parental().unlock(account.viewer, code)
      for (const triesLeft of [4, 3, 2, 1])
        expect(await errorOf(parental().unlock(account.viewer, '0000'))).toMatchObject({ details: { triesLeft } })
    }
    expect(hashes).toBe(1 + 3 * 4)
    await errorOf(parental().unlock(account.viewer, '0000'))
    expect(await errorOf(parental().unlock(account.viewer, code))).toMatchObject({ code: 'TOO_MANY_TRIES' })
    testApp.clock.advance('PT300S')
    await parental().setUp(account.viewer, { oldCode: code, newCode: '7046' })
    expect(await errorOf(parental().unlock(account.viewer, code))).toMatchObject({ code: 'WRONG_PARENTAL_CODE' })
  })

  test('is rejected with a wrong code', async () => {
    expect(await errorOf(parental().unlock(account.viewer, '0000'))).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { triesLeft: 4 },
    })
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: false })
  })
})

describe('a code in a request', () => {
  const viewerWith = (parentalCode?: string) =>
    testApp.profiles.viewer(account.token, { language: 'zh_HK', region: 'HK', parentalCode })

  test('unlocks that request only', async () => {
    expect(await viewerWith(CODE)).toMatchObject({ unlocked: true })
    expect(await viewerWith()).toMatchObject({ unlocked: false })
  })

  test('rejects the request when it is wrong, under the same throttle', async () => {
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect(await errorOf(viewerWith('0000'))).toMatchObject({ code: 'WRONG_PARENTAL_CODE', details: { triesLeft } })
    expect(await errorOf(viewerWith(CODE))).toMatchObject({ code: 'TOO_MANY_TRIES' })
    expect(await errorOf(parental().unlock(account.viewer, CODE))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  })

  test('is ignored when it is empty or the session is unlocked', async () => {
    for (const empty of ['', '  ', undefined]) expect(await viewerWith(empty)).toMatchObject({ unlocked: false })
    await parental().unlock(account.viewer, CODE)
    hashes = 0
    expect(await viewerWith('0000')).toMatchObject({ unlocked: true })
    expect(hashes).toBe(0)
  })

  test('does not leave kids mode', async () => {
    await testApp.chooseProfile(account.token, { profileId: account.child })
    expect(await viewerWith(CODE)).toMatchObject({ kids: true, profileId: account.child })
  })
})

describe('changing the code', () => {
  test('requires the old code and locks other sessions', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    await parental().unlock(second.viewer, CODE)
    await parental().unlock(account.viewer, CODE)
    expect(await parental().setUp(account.viewer, { oldCode: CODE, newCode: '7391' })).toBe('on')
    expect(await testApp.viewerOf(second.token)).toMatchObject({ unlocked: false })
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: true })
    expect(await errorOf(parental().unlock(second.viewer, CODE))).toMatchObject({ code: 'WRONG_PARENTAL_CODE' })
    expect(await errorOf(parental().unlock(second.viewer, '7391'))).toBeUndefined()
    const { list } = await testApp.messages.list({ ...account.viewer, page: 1, pageSize: 10 })
    expect(list.map(({ title }) => title)).toContain('家長密碼已更改')
  })

  test('rejects a wrong old code at its field', async () => {
    expect(await errorOf(parental().setUp(account.viewer, { oldCode: '0000', newCode: '7391' }))).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { fields: { oldCode: 'WRONG_PASSWORD' }, triesLeft: 4 },
    })
  })

  test('switches the code off and on', async () => {
    expect(await parental().setUp(account.viewer, { oldCode: CODE, status: 'off' })).toBe('off')
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: true })
    expect(await parental().setUp(account.viewer, { oldCode: CODE, status: 'on' })).toBe('on')
    expect(await testApp.viewerOf(account.token)).toMatchObject({ unlocked: false })
  })
})

describe('a forgotten code', () => {
  const requestSmsCode = async () => {
    await parental().sendResetCode(account.viewer, ADDRESS)
    return testApp.lastCode(`+852${mobileno}`)
  }

  test('is reset by SMS once, also in a kids profile and during a lockout', async () => {
    const child = await testApp.chooseProfile(account.token, { profileId: account.child })
    for (let tries = 0; tries < 5; tries++) await errorOf(parental().verify(child, '0000'))
    const code = await requestSmsCode()
    await parental().reset(child, { code, newCode: '7391' }, ADDRESS)
    expect(await errorOf(parental().reset(child, { code, newCode: '1111' }, ADDRESS))).toMatchObject({
      code: 'CODE_EXPIRED',
    })
    expect(
      await testApp.chooseProfile(account.token, { profileId: account.first, parentalCode: '7391' }),
    ).toMatchObject({
      kids: false,
    })
  })

  test('is replaced by account id during a lockout, which ends the unlock of every session', async () => {
    const { accountId } = account.viewer
    await parental().unlock(account.viewer, '4826')
    for (let tries = 0; tries < 5; tries++) await errorOf(parental().verify(account.viewer, '0000'))
    const parentalHash = await testApp.accounts.hasher.hash('7391')
    await inTransaction(testApp.db, (tx) => parental().replace(tx, { accountId, parentalHash }))
    expect((await testApp.viewerOf(account.token)).unlocked).toBe(false)
    await expect(parental().verify(account.viewer, '7391')).resolves.toBe(parentalHash)
  })

  test('counts a wrong SMS code without hashing', async () => {
    const code = await requestSmsCode()
    const wrong = code === '000000' ? '000001' : '000000'
    hashes = 0
    expect(await errorOf(parental().reset(account.viewer, { code: wrong, newCode: '7391' }, ADDRESS))).toMatchObject({
      code: 'WRONG_CODE',
      details: { triesLeft: 4 },
    })
    expect(hashes).toBe(0)
    expect(await errorOf(parental().unlock(account.viewer, CODE))).toBeUndefined()
  })

  test('is reset with the password once, within five minutes, by the same session', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    const passwordToken = await parental().createResetToken(account.viewer, '840271')
    const expired = { code: 'CODE_EXPIRED' }
    expect(await errorOf(parental().reset(second.viewer, { passwordToken, newCode: '7391' }, ADDRESS))).toMatchObject(
      expired,
    )
    const outcomes = await Promise.all(
      ['7391', '7392'].map((newCode) => errorOf(parental().reset(account.viewer, { passwordToken, newCode }, ADDRESS))),
    )
    expect(outcomes.filter((error) => error === undefined)).toHaveLength(1)
    expect(outcomes.find((error) => error !== undefined)).toMatchObject(expired)
    const expiring = await parental().createResetToken(account.viewer, '840271')
    testApp.clock.advance('PT5M')
    expect(
      await errorOf(parental().reset(account.viewer, { passwordToken: expiring, newCode: '1111' }, ADDRESS)),
    ).toMatchObject(expired)
    await testApp.profiles.runDue()
    expect(await testApp.db.selectFrom('parental_reset').selectAll().execute()).toEqual([])
  })

  test('is not reset with the password in a kids profile', async () => {
    const passwordToken = await parental().createResetToken(account.viewer, '840271')
    const child = await testApp.chooseProfile(account.token, { profileId: account.child })
    expect(await errorOf(parental().reset(child, { passwordToken, newCode: '7391' }, ADDRESS))).toMatchObject({
      code: 'NOT_ALLOWED',
    })
  })

  test('rejects a wrong password', async () => {
    expect(await errorOf(parental().createResetToken(account.viewer, '111111'))).toMatchObject({
      code: 'WRONG_CREDENTIALS',
    })
  })
})
