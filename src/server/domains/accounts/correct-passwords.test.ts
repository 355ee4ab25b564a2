import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

type LoginAttempt = { password?: string; deviceSerial?: string; address?: string }
const logIn = (mobileno: string, { password = PASSWORD, ...origin }: LoginAttempt = {}) =>
  testApp.accounts.sessions.logIn({ mobileno, areaCode: '852', password }, from(origin))

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { code: string; params: object }) => error,
  )

test('thirty correct passwords of an account in an hour are verified, at login and elsewhere', async () => {
  await testApp.aMember('62220041')
  await testApp.aMember('62220042')
  const { viewer } = await testApp.signIn('62220041', 'first')
  for (let tries = 1; tries < 29; tries++) await logIn('62220041', { deviceSerial: `d${tries % 3}` })
  await testApp.accounts.passwords.confirm(viewer, PASSWORD)
  hashes = 0
  expect(await errorOf(logIn('62220041', { deviceSerial: 'd0' }))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await errorOf(testApp.accounts.passwords.confirm(viewer, PASSWORD))).toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(hashes).toBe(0)
  expect(await logIn('62220042')).toMatchObject({ partner: 'anyplex' })
  testApp.clock.advance('PT1H')
  expect(await logIn('62220041', { deviceSerial: 'd0' })).toMatchObject({ partner: 'anyplex' })
})

test('wrong passwords of others do not count as correct ones', async () => {
  await testApp.aMember('62220043')
  for (let tries = 0; tries < 5; tries++)
    await errorOf(logIn('62220043', { password: '999000', address: `198.51.100.${50 + tries}` }))
  testApp.clock.advance('PT60S')
  for (let tries = 0; tries < 30; tries++)
    expect(await logIn('62220043', { deviceSerial: `d${tries % 3}` })).toHaveProperty('token')
})
