import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHasher } from '#server/domains/accounts/hasher.ts'
import { createTestFamily, type ProfilesApp } from '../../../../test/support/profiles.ts'

const CODE = '4826'
const ADDRESS = '203.0.113.9'

let testApp: ProfilesApp
let family: Awaited<ReturnType<ProfilesApp['aFamily']>>
let mobileno: string
let numbers = 0
let hashes = 0
beforeAll(async () => {
  testApp = await createTestFamily({
    hasher: createHasher({
      algorithm: {
        hash: async (secret) => `counted ${secret}`,
        verify: async (secret, kept) => {
          hashes++
          return kept === `counted ${secret}`
        },
      },
    }),
  })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance('PT24H')
  mobileno = `6300${String(numbers++).padStart(4, '0')}`
  family = await testApp.aFamily(mobileno)
  hashes = 0
})

const parental = () => testApp.profiles.parental
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; details: object }) => error,
  )

describe('leaving a child’s profile', () => {
  beforeEach(async () => {
    family.viewer = await testApp.chosen(family.token, { profileId: family.child })
    hashes = 0
  })
  const leave = (parentalCode?: string) =>
    refusal(testApp.profiles.choose(family.viewer, { profileId: family.first, parentalCode }))

  test('takes the code', async () => {
    expect(await leave()).toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
    expect(await testApp.viewerOf(family.token)).toMatchObject({ kids: true })
    expect(await leave(CODE)).toBeUndefined()
    expect(await testApp.viewerOf(family.token)).toMatchObject({ kids: false, profileId: family.first })
  })

  test('takes it also where it is switched off, and where the session is unlocked', async () => {
    const { accountId, viewer } = family
    await testApp.accounts.parental.change(testApp.db, { accountId, parentalStatus: 'off' })
    const until = testApp.clock.now().add({ minutes: 30 })
    await testApp.accounts.sessions.unlock(testApp.db, { sessionId: viewer.sessionId, until })
    family.viewer = await testApp.viewerOf(family.token)
    expect(family.viewer.unlocked).toBe(true)
    expect(await leave()).toMatchObject({ code: 'PARENTAL_CODE_REQUIRED' })
  })

  test('five wrong ones lock it, also for the right one, for five minutes and then ten', async () => {
    for (const triesLeft of [4, 3, 2, 1])
      expect(await leave('0000')).toMatchObject({ code: 'WRONG_PARENTAL_CODE', details: { triesLeft } })
    expect(await leave('0000')).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { triesLeft: 0, retryAfter: 300 },
    })
    hashes = 0
    expect(await leave(CODE)).toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 300 } })
    expect(hashes).toBe(0)
    testApp.clock.advance('PT300S')
    expect(await leave('0000')).toMatchObject({ details: { triesLeft: 0, retryAfter: 600 } })
    testApp.clock.advance('PT600S')
    expect(await leave(CODE)).toBeUndefined()
  })

  test('of many wrong ones at once, five are looked at', async () => {
    const tries = await Promise.all(Array.from({ length: 9 }, () => leave('0000')))
    expect(tries.filter((error) => error?.code === 'WRONG_PARENTAL_CODE')).toHaveLength(5)
    expect(hashes).toBe(5)
  })

  test('for another child’s takes none', async () => {
    const grownUp = await testApp.chosen(family.token, { profileId: family.first, parentalCode: CODE })
    const other = await testApp.profiles.create(grownUp, { name: '妹妹', avatarId: 'kid-cat', kids: true })
    await testApp.chosen(family.token, { profileId: family.child })
    hashes = 0
    expect(await testApp.chosen(family.token, { profileId: other.profileId })).toMatchObject({ kids: true })
    expect(hashes).toBe(0)
  })

  test('is not slipped through by two choices at once', async () => {
    const grownUp = await testApp.chosen(family.token, { profileId: family.first, parentalCode: CODE })
    // Both were sent while the session was a grown-up's; whichever comes second finds what the first has left.
    await Promise.all([
      refusal(testApp.profiles.choose(grownUp, { profileId: family.child })),
      refusal(testApp.profiles.choose(grownUp, { profileId: family.child })),
    ])
    expect(await refusal(testApp.profiles.choose(grownUp, { profileId: family.first }))).toMatchObject({
      code: 'PARENTAL_CODE_REQUIRED',
    })
  })
})

describe('the unlock', () => {
  test('is the session’s for half an hour', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    const until = await parental().unlock(family.viewer, CODE)
    expect(until.since(testApp.clock.now()).total('minutes')).toBe(30)
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: true })
    expect(await testApp.viewerOf(second.token)).toMatchObject({ unlocked: false })
    testApp.clock.advance('PT29M59S')
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: true })
    testApp.clock.advance('PT1S')
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: false })
  })

  test('ends at once, and with the profile it was given in', async () => {
    await parental().unlock(family.viewer, CODE)
    await parental().lock(family.viewer)
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: false })
    await parental().unlock(family.viewer, CODE)
    await testApp.chosen(family.token, { profileId: family.child })
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: false, kids: true })
  })

  test('a wrong code unlocks nothing', async () => {
    expect(await refusal(parental().unlock(family.viewer, '0000'))).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { triesLeft: 4 },
    })
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: false })
  })
})

describe('a code on any call', () => {
  const ask = (parentalCode?: string) =>
    testApp.profiles.viewer(family.token, { language: 'zh_HK', region: 'HK', parentalCode })

  test('unlocks that call alone', async () => {
    expect(await ask(CODE)).toMatchObject({ unlocked: true })
    expect(await ask()).toMatchObject({ unlocked: false })
  })

  test('refuses the call when it is wrong, under the same throttle', async () => {
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect(await refusal(ask('0000'))).toMatchObject({ code: 'WRONG_PARENTAL_CODE', details: { triesLeft } })
    expect(await refusal(ask(CODE))).toMatchObject({ code: 'TOO_MANY_TRIES' })
    expect(await refusal(parental().unlock(family.viewer, CODE))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  })

  test('is not looked at when it is empty, or nothing is locked', async () => {
    for (const nothing of ['', '  ', undefined]) expect(await ask(nothing)).toMatchObject({ unlocked: false })
    await parental().unlock(family.viewer, CODE)
    hashes = 0
    expect(await ask('0000')).toMatchObject({ unlocked: true })
    expect(hashes).toBe(0)
  })

  test('makes no grown-up of a child', async () => {
    await testApp.chosen(family.token, { profileId: family.child })
    expect(await ask(CODE)).toMatchObject({ kids: true, profileId: family.child })
  })
})

describe('another code', () => {
  test('is set with the old one, and ends what that had unlocked elsewhere', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    await parental().unlock(second.viewer, CODE)
    await parental().unlock(family.viewer, CODE)
    expect(await parental().setUp(family.viewer, { oldCode: CODE, newCode: '7391' })).toBe('on')
    expect(await testApp.viewerOf(second.token)).toMatchObject({ unlocked: false })
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: true })
    expect(await refusal(parental().unlock(second.viewer, CODE))).toMatchObject({ code: 'WRONG_PARENTAL_CODE' })
    expect(await refusal(parental().unlock(second.viewer, '7391'))).toBeUndefined()
    const { list } = await testApp.messages.list({ ...family.viewer, page: 1, pageSize: 10 })
    expect(list.map(({ title }) => title)).toContain('家長密碼已更改')
  })

  test('is not set with a wrong one, which says where it was typed', async () => {
    expect(await refusal(parental().setUp(family.viewer, { oldCode: '0000', newCode: '7391' }))).toMatchObject({
      code: 'WRONG_PARENTAL_CODE',
      details: { fields: { oldCode: 'WRONG_PASSWORD' }, triesLeft: 4 },
    })
  })

  test('the asking is turned off and on with it', async () => {
    expect(await parental().setUp(family.viewer, { oldCode: CODE, status: 'off' })).toBe('off')
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: true })
    expect(await parental().setUp(family.viewer, { oldCode: CODE, status: 'on' })).toBe('on')
    expect(await testApp.viewerOf(family.token)).toMatchObject({ unlocked: false })
  })
})

describe('a forgotten code', () => {
  const sms = async () => {
    await parental().sendResetCode(family.viewer, ADDRESS)
    return testApp.lastCode(`+852${mobileno}`)
  }

  test('is set anew by SMS, also in a child’s profile and when locked out; once', async () => {
    const child = await testApp.chosen(family.token, { profileId: family.child })
    for (let tries = 0; tries < 5; tries++) await refusal(parental().prove(child, '0000'))
    const code = await sms()
    await parental().reset(child, { code, newCode: '7391' })
    expect(await refusal(parental().reset(child, { code, newCode: '1111' }))).toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await testApp.chosen(family.token, { profileId: family.first, parentalCode: '7391' })).toMatchObject({
      kids: false,
    })
  })

  test('a wrong SMS code is counted and costs no hash', async () => {
    const code = await sms()
    const wrong = code === '000000' ? '000001' : '000000'
    hashes = 0
    expect(await refusal(parental().reset(family.viewer, { code: wrong, newCode: '7391' }))).toMatchObject({
      code: 'WRONG_CODE',
      details: { triesLeft: 4 },
    })
    expect(hashes).toBe(0)
    expect(await refusal(parental().unlock(family.viewer, CODE))).toBeUndefined()
  })

  test('is set anew after the password, once, within five minutes, by the session that proved it', async () => {
    const second = await testApp.signIn(mobileno, 'second')
    const passwordToken = await parental().earnReset(family.viewer, '840271')
    const expired = { code: 'CODE_EXPIRED' }
    expect(await refusal(parental().reset(second.viewer, { passwordToken, newCode: '7391' }))).toMatchObject(expired)
    const both = await Promise.all(
      ['7391', '7392'].map((newCode) => refusal(parental().reset(family.viewer, { passwordToken, newCode }))),
    )
    expect(both.filter((error) => error === undefined)).toHaveLength(1)
    expect(both.find((error) => error !== undefined)).toMatchObject(expired)
    const late = await parental().earnReset(family.viewer, '840271')
    testApp.clock.advance('PT5M')
    expect(await refusal(parental().reset(family.viewer, { passwordToken: late, newCode: '1111' }))).toMatchObject(
      expired,
    )
    await testApp.profiles.runDue()
    expect(await testApp.db.selectFrom('parental_reset').selectAll().execute()).toEqual([])
  })

  test('the password does not serve a child', async () => {
    const passwordToken = await parental().earnReset(family.viewer, '840271')
    const child = await testApp.chosen(family.token, { profileId: family.child })
    expect(await refusal(parental().reset(child, { passwordToken, newCode: '7391' }))).toMatchObject({
      code: 'NOT_ALLOWED',
    })
  })

  test('a wrong password earns nothing', async () => {
    expect(await refusal(parental().earnReset(family.viewer, '111111'))).toMatchObject({ code: 'WRONG_CREDENTIALS' })
  })
})
