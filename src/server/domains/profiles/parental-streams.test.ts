import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestProfilesApp, type ProfilesApp } from '../../../../test/support/profiles.ts'

const CODE = '4826'
const ADDRESS = '203.0.113.9'

let testApp: ProfilesApp
let account: Awaited<ReturnType<ProfilesApp['aFamily']>>
let accountCount = 0
beforeAll(async () => {
  testApp = await createTestProfilesApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.advance('PT24H')
  account = await testApp.aFamily(`6400${String(accountCount++).padStart(4, '0')}`)
})

const parental = () => testApp.profiles.parental

describe('streams of class III, whose grants hold the version of the code', () => {
  const version = async () => {
    const { viewer } = account
    const use = { sessionId: viewer.sessionId, profileId: account.first, kids: false }
    return (await testApp.accounts.sessions.findLive(use))?.parentalVersion
  }
  const ends = async (work: () => Promise<unknown>) => {
    const before = await version()
    await work()
    expect((await testApp.viewerOf(account.token)).parentalVersion).toBe(await version())
    return (await version()) !== before
  }

  test('end with a lock, with a new code and when the code is switched on', async () => {
    expect(await ends(() => parental().lock(account.viewer))).toBe(true)
    expect(await ends(() => parental().setUp(account.viewer, { oldCode: CODE, newCode: '7391' }))).toBe(true)
    expect(await ends(() => parental().setUp(account.viewer, { oldCode: '7391', status: 'off' }))).toBe(false)
    expect(await ends(() => parental().setUp(account.viewer, { oldCode: '7391', status: 'on' }))).toBe(true)
    expect(await ends(() => parental().setUp(account.viewer, { oldCode: '7391', status: 'on' }))).toBe(false)
    expect(
      await ends(() =>
        parental()
          .setUp(account.viewer, { oldCode: '0000' })
          .catch(() => {}),
      ),
    ).toBe(false)
  })

  test('end when a forgotten code is reset', async () => {
    const passwordToken = await parental().createResetToken(account.viewer, '840271')
    expect(await ends(() => parental().reset(account.viewer, { passwordToken, newCode: '7391' }, '203.0.113.9'))).toBe(
      true,
    )
  })

  test('go on when the half hour of an unlock is over', async () => {
    await parental().unlock(account.viewer, CODE)
    expect(await ends(async () => testApp.clock.advance('PT30M'))).toBe(false)
  })

  test('end while the account is being closed, and after a log-out', async () => {
    await testApp.accounts.closing.close(account.viewer, { password: '840271', address: ADDRESS })
    expect(await version()).toBeUndefined()
    await testApp.accounts.closing.reopen(account.viewer)
    expect(await version()).toBeDefined()
    await testApp.accounts.sessions.logOut(account.viewer)
    expect(await version()).toBeUndefined()
  })
})
