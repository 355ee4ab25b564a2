import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts, from, PASSWORD } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

const number = (mobileno: string) => ({ mobileno, areaCode: '852' as const })
const ask = (mobileno: string) =>
  testApp.accounts.passwords.sendResetCode(number(mobileno), { address: '203.0.113.9', language: 'en_US' })
const reset = (mobileno: string, code: string, newPassword = '739104') =>
  testApp.accounts.passwords.reset({ ...number(mobileno), code, newPassword })
const logIn = (mobileno: string, password: string) => testApp.accounts.logIn({ ...number(mobileno), password }, from())

test('a forgotten password: a code, a new password, every session ended, the lock-out lifted', async () => {
  await testApp.aMember('63330001')
  const { token } = await testApp.signIn('63330001')
  for (let tries = 0; tries < 5; tries++) await logIn('63330001', '999000').catch(() => undefined)
  expect(await ask('63330001')).toEqual({ waitSeconds: 180 })
  const code = await testApp.lastCode('+85263330001')
  await reset('63330001', code)
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(logIn('63330001', PASSWORD)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expect(logIn('63330001', '739104')).resolves.toHaveProperty('token')
  await expect(reset('63330001', code, '284615')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('whoever tried too often on their own device gets in there with the new password', async () => {
  await testApp.aMember('63330021')
  await testApp.signIn('63330021', 'own')
  const here = (password: string) =>
    testApp.accounts.logIn({ ...number('63330021'), password }, from({ deviceSerial: 'own' }))
  for (let tries = 0; tries < 5; tries++) await here('999000').catch(() => undefined)
  await expect(here(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await ask('63330021')
  await reset('63330021', await testApp.lastCode('+85263330021'))
  await expect(here('739104')).resolves.toHaveProperty('token')
})

test('an unknown number gets the same answers, another SMS, and the same statements', async () => {
  await testApp.aMember('63330002')
  const seen = []
  for (const mobileno of ['63330002', '63330003']) {
    testApp.takeQueries()
    const answer = await ask(mobileno)
    const statements = testApp.takeQueries()
    const wrong = await reset(mobileno, '000000').catch((error: unknown) => error)
    seen.push({ answer, statements, wrong, after: testApp.takeQueries() })
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]!.wrong).toMatchObject({ code: 'WRONG_CODE' })
  expect(await testApp.lastSms('+85263330003')).toContain('an account yet')
})

test('the code of a registration resets nothing', async () => {
  await testApp.accounts.registration.begin(number('63330004'), { address: '203.0.113.9', language: 'en_US' })
  const code = await testApp.lastCode('+85263330004')
  await testApp.aMember('63330004')
  await expect(reset('63330004', code)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await expect(logIn('63330004', PASSWORD)).resolves.toHaveProperty('token')
})

test('a code that resets twice at once resets once', async () => {
  await testApp.aMember('63330005')
  await ask('63330005')
  const code = await testApp.lastCode('+85263330005')
  const outcomes = await Promise.allSettled(
    ['739104', '284615', '560293'].map((password) => reset('63330005', code, password)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a wrong code costs five tries, counted although it is refused, and resets nothing', async () => {
  await testApp.aMember('63330006')
  await ask('63330006')
  const code = await testApp.lastCode('+85263330006')
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++)
    await expect(reset('63330006', wrong)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await expect(reset('63330006', code)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await expect(logIn('63330006', PASSWORD)).resolves.toHaveProperty('token')
})

test('a change ends all other sessions, and says so in the account’s messages', async () => {
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

test('a wrong current password is told at its field and counted, five and then a wait', async () => {
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

test('the own number is no password, whichever way it comes', async () => {
  await testApp.aMember('63330009')
  const { viewer } = await testApp.signIn('63330009')
  const change = testApp.accounts.passwords.change(viewer, { currentPassword: PASSWORD, newPassword: '63330009' })
  await expect(change).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { newPassword: 'OBVIOUS_PASSWORD' } },
  })
  await ask('63330009')
  const code = await testApp.lastCode('+85263330009')
  await expect(reset('63330009', code, '63330009')).rejects.toMatchObject({
    details: { fields: { newPassword: 'OBVIOUS_PASSWORD' } },
  })
  await expect(reset('63330009', code)).resolves.toBeUndefined()
})

test('two changes at once: one stands, the other is told', async () => {
  await testApp.aMember('63330010')
  const { viewer } = await testApp.signIn('63330010')
  const change = (newPassword: string) =>
    testApp.accounts.passwords.change(viewer, { currentPassword: PASSWORD, newPassword })
  const outcomes = await Promise.allSettled([change('739104'), change('284615')])
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(lost).toHaveLength(1)
  expect(['CONFLICT', 'WRONG_CREDENTIALS']).toContain(lost[0])
})

test('the parental code is reset by an SMS of its own, once', async () => {
  const { accountId } = await testApp.aMember('63330011')
  const { viewer } = await testApp.signIn('63330011')
  const { parental } = testApp.accounts
  await parental.sendResetCode(viewer, '203.0.113.9')
  const code = await testApp.lastCode('+85263330011')
  const spend = () =>
    parental.spendResetCode({ accountId, code }, (tx) => parental.change(tx, { accountId, parentalHash: 'new' }))
  const outcomes = await Promise.allSettled([spend(), spend()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await parental.find(accountId)).parentalHash).toBe('new')
})
