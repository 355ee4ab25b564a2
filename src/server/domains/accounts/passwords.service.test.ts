import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts, from, PASSWORD } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

const number = (mobileno: string) => ({ mobileno, areaCode: '852' as const })
const requestCode = (mobileno: string) =>
  testApp.accounts.passwords.sendResetCode(number(mobileno), { ...from(), language: 'en_US' })
const reset = (mobileno: string, code: string, newPassword = '739104') =>
  testApp.accounts.passwords.reset({ ...number(mobileno), code, newPassword }, from())
const logIn = (mobileno: string, password: string) =>
  testApp.accounts.sessions.logIn({ ...number(mobileno), password }, from())

test('a reset sets the password, ends every session and lifts the lockout', async () => {
  await testApp.aMember('63330001')
  const { token } = await testApp.signIn('63330001')
  for (let tries = 0; tries < 5; tries++) await logIn('63330001', '999000').catch(() => undefined)
  expect(await requestCode('63330001')).toEqual({ waitSeconds: 60 })
  const code = await testApp.lastCode('+85263330001')
  await reset('63330001', code)
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(logIn('63330001', PASSWORD)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expect(logIn('63330001', '739104')).resolves.toHaveProperty('token')
  await expect(reset('63330001', code, '284615')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a reset lifts the lockout of known devices', async () => {
  await testApp.aMember('63330021')
  await testApp.signIn('63330021', 'own')
  const logInHere = (password: string) =>
    testApp.accounts.sessions.logIn({ ...number('63330021'), password }, from({ deviceSerial: 'own' }))
  for (let tries = 0; tries < 5; tries++) await logInHere('999000').catch(() => undefined)
  await expect(logInHere(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await requestCode('63330021')
  await reset('63330021', await testApp.lastCode('+85263330021'))
  await expect(logInHere('739104')).resolves.toHaveProperty('token')
})

test('an unknown number gets the same responses and statements, and another SMS', async () => {
  await testApp.aMember('63330002')
  const observed = []
  for (const mobileno of ['63330002', '63330003']) {
    testApp.takeQueries()
    const response = await requestCode(mobileno)
    const statements = testApp.takeQueries()
    const wrong = await reset(mobileno, '000000').catch((error: unknown) => error)
    observed.push({ response, statements, wrong, after: testApp.takeQueries() })
  }
  expect(observed[0]).toEqual(observed[1])
  expect(observed[0]!.wrong).toMatchObject({ code: 'WRONG_CODE' })
  expect(await testApp.lastSms('+85263330003')).toContain('an account yet')
})

test('rejects a registration code for a reset', async () => {
  await testApp.accounts.registration.start(number('63330004'), { ...from(), language: 'en_US' })
  const code = await testApp.lastCode('+85263330004')
  await testApp.aMember('63330004')
  await expect(reset('63330004', code)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await expect(logIn('63330004', PASSWORD)).resolves.toHaveProperty('token')
})

test('rejects the current password, in a change and in a reset; the code stays valid', async () => {
  await testApp.aMember('63330022')
  const { viewer } = await testApp.signIn('63330022')
  const same = { code: 'INVALID_INPUT', details: { fields: { newPassword: 'SAME_PASSWORD' } } }
  const change = testApp.accounts.passwords.change(viewer, { currentPassword: PASSWORD, newPassword: PASSWORD })
  await expect(change).rejects.toMatchObject(same)
  await requestCode('63330022')
  const code = await testApp.lastCode('+85263330022')
  await expect(reset('63330022', code, PASSWORD)).rejects.toMatchObject(same)
  await expect(reset('63330022', code)).resolves.toBeUndefined()
})

test('concurrent resets with one code succeed once', async () => {
  await testApp.aMember('63330005')
  await requestCode('63330005')
  const code = await testApp.lastCode('+85263330005')
  const outcomes = await Promise.allSettled(
    ['739104', '284615', '560293'].map((password) => reset('63330005', code, password)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('five wrong codes exhaust a code', async () => {
  await testApp.aMember('63330006')
  await requestCode('63330006')
  const code = await testApp.lastCode('+85263330006')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++)
    await expect(reset('63330006', wrong)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await expect(reset('63330006', code)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await expect(logIn('63330006', PASSWORD)).resolves.toHaveProperty('token')
})

test('a change ends all other sessions and adds a message', async () => {
  const { accountId } = await testApp.aMember('63330007')
  const [mine, other] = [await testApp.signIn('63330007', 'a'), await testApp.signIn('63330007', 'b')]
  testApp.clock.advance('PT1S')
  await testApp.accounts.passwords.change(mine.viewer, { currentPassword: PASSWORD, newPassword: '739104' })
  await expect(testApp.viewerOf(mine.token)).resolves.toBeDefined()
  await expect(testApp.viewerOf(other.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(logIn('63330007', '739104')).resolves.toHaveProperty('token')
  const { list } = await testApp.messages.list({ accountId, language: 'en_US', page: 1, pageSize: 10 })
  expect(list[0]).toMatchObject({ title: 'Password changed', read: false })
})

test('a wrong current password is reported at its field and throttled', async () => {
  await testApp.aMember('63330008')
  const { viewer } = await testApp.signIn('63330008')
  const change = (currentPassword: string) =>
    testApp.accounts.passwords.change(viewer, { currentPassword, newPassword: '739104' })
  for (let tries = 0; tries < 5; tries++) {
    await expect(change('999000')).rejects.toMatchObject({
      code: 'WRONG_CREDENTIALS',
      details: { fields: { currentPassword: 'WRONG_PASSWORD' } },
    })
  }
  await expect(change(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 60 } })
  testApp.clock.advance('PT60S')
  await expect(change(PASSWORD)).resolves.toBeUndefined()
})

test('rejects the own number as password, in a change and in a reset', async () => {
  await testApp.aMember('63330009')
  const { viewer } = await testApp.signIn('63330009')
  const change = testApp.accounts.passwords.change(viewer, { currentPassword: PASSWORD, newPassword: '63330009' })
  await expect(change).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { newPassword: 'OBVIOUS_PASSWORD' } },
  })
  await requestCode('63330009')
  const code = await testApp.lastCode('+85263330009')
  await expect(reset('63330009', code, '63330009')).rejects.toMatchObject({
    details: { fields: { newPassword: 'OBVIOUS_PASSWORD' } },
  })
  await expect(reset('63330009', code)).resolves.toBeUndefined()
})

test('of two concurrent changes one succeeds and the other fails', async () => {
  await testApp.aMember('63330010')
  const { viewer } = await testApp.signIn('63330010')
  const change = (newPassword: string) =>
    testApp.accounts.passwords.change(viewer, { currentPassword: PASSWORD, newPassword })
  const outcomes = await Promise.allSettled([change('739104'), change('284615')])
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(failures).toHaveLength(1)
  expect(['CONFLICT', 'WRONG_CREDENTIALS']).toContain(failures[0])
})

test('a parental reset code is redeemed once', async () => {
  const { accountId } = await testApp.aMember('63330011')
  const { viewer } = await testApp.signIn('63330011')
  const { parental } = testApp.accounts
  await parental.sendResetCode(viewer, '203.0.113.9')
  const code = await testApp.lastCode('+85263330011')
  const redeem = () =>
    parental.redeemResetCode({ accountId, code }, (tx) => parental.change(tx, { accountId, parentalHash: 'new' }))
  const outcomes = await Promise.allSettled([redeem(), redeem()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await parental.find(accountId)).parentalHash).toBe('new')
})
