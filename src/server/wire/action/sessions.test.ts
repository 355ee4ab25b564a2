import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import * as accountRows from '#contract/accounts.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import * as messageRows from '#contract/messages.ts'
import * as sessionRows from '#contract/sessions.ts'
import { errors } from '#text/en_US/errors.ts'
import { PASSWORD } from '../../../../test/support/accounts.ts'
import { serveAccounts } from '../../../../test/support/accounts-http.ts'

const { call, callJson, logIn, testApp, http } = serveAccounts()

test('a full account learns its devices with the refusal, and names the one to end', async () => {
  await testApp().aMember('65550002')
  for (let index = 0; index < 5; index++) await logIn('65550002', {}, { device: `d${index}` })
  const refused = await logIn('65550002', {}, { device: 'd5' })
  expect(refused).toMatchObject({
    result: 'FAILED',
    errorCode: 'DEVICE_LIMIT',
    message: errors.DEVICE_LIMIT(),
  })
  expect(refused.devices).toHaveLength(5)
  expect(refused.devices[0]).toEqual({
    deviceId: expect.any(String),
    name: 'Chrome',
    lastSeenAt: expect.stringMatching(/Z$/),
    loggedInAt: expect.stringMatching(/Z$/),
    current: false,
  })
  const session = await logIn('65550002', { endDevice: refused.devices[0].deviceId }, { device: 'd5' })
  expect(session.result).toBe('SUCCESS')
  const { list } = await callJson('deviceList.action', {}, session)
  expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  const xml = await http().app.inject({ url: `/api/login.action?mobileno=65550002&password=${PASSWORD}&format=xml` })
  expect(new XMLParser().parse(xml.body)).toHaveProperty('response.devices')
})

test('a password is taken with spaces around it, at login and where it is chosen', async () => {
  await testApp().aMember('65550031')
  const session = await logIn('65550031', { password: ` ${PASSWORD}\t` })
  expect(session.result).toBe('SUCCESS')
  const chosen = { currentPassword: `${PASSWORD} `, newPassword: ' 739104', confirmPassword: '739104 ' }
  expect(await callJson('changePassword.action', chosen, session)).toMatchObject({ result: 'SUCCESS' })
  expect((await logIn('65550031', { password: '739104' })).result).toBe('SUCCESS')
})

test('an unnamed device is called so in the reader’s language', async () => {
  await testApp().aMember('65550003')
  const session = await logIn('65550003')
  const names = await Promise.all(
    ['zh_HK', 'en_US'].map(
      async (language) => (await callJson('deviceList.action', {}, { ...session, language })).list[0].name,
    ),
  )
  expect(names).toEqual(['未知裝置', 'Unknown device'])
})

test('a session ends in three ways, each with its own error code', async () => {
  await testApp().aMember('65550004')
  const [mine, other] = [await logIn('65550004', {}, { device: 'a' }), await logIn('65550004', {}, { device: 'b' })]
  await callJson('endDevice.action', { others: true }, mine)
  const codes = async (token: string) => {
    const response = await call('userProfile.action', {}, { token })
    return [response.statusCode, response.json().errorCode]
  }
  expect(await codes(other.token)).toEqual([401, '0x800A3002'])
  expect(await codes('made-up')).toEqual([401, '0x800A1000'])
  testApp().clock.advance('PT721H')
  expect(await codes(mine.token)).toEqual([401, '0x800A1001'])
  const nobody = await call('userProfile.action')
  expect([nobody.statusCode, nobody.json().errorCode]).toEqual([401, 'LOGIN_REQUIRED'])
})

test('too many tries are 429 with the wait, in words and in the header', async () => {
  for (let tries = 0; tries < 5; tries++) await logIn('65550005', { password: '999000' })
  const response = await call('login.action', { mobileno: '65550005', password: PASSWORD })
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('60')
  expect(response.json()).toMatchObject({
    errorCode: 'TOO_MANY_TRIES',
    retryAfter: 60,
    message: expect.stringContaining('60'),
  })
})

const ROWS = [accountRows, sessionRows, messageRows]
  .flatMap((noun) => Object.values(noun))
  .filter((row) => typeof row === 'object' && 'path' in row)

test.each(ROWS.filter(({ viewer }) => viewer === 'member'))(
  '$path needs a token, and no kids session reaches it',
  async (row) => {
    expect(row.kids).toBe('refused')
    const response = await http().app.inject({ method: 'POST', url: endpointUrl(row), payload: {} })
    expect([response.statusCode, response.json().errorCode]).toEqual([401, 'LOGIN_REQUIRED'])
  },
)

test.each(ROWS.filter(({ changes }) => changes))('$path refuses another site’s page', async (row) => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  const response = await http().app.inject({ method: 'POST', url: endpointUrl(row), payload: {}, headers })
  expect([response.statusCode, response.json().errorCode]).toEqual([403, 'CROSS_SITE'])
})

test('only these answer while an account is being closed', () => {
  expect(
    ROWS.filter(({ whileClosing }) => whileClosing)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(['/exportAccount.action', '/logout.action', '/reopenAccount.action', '/userProfile.action'])
})

const SENDING = ROWS.filter(({ sends }) => sends)

test('only these calls send messages', () => {
  expect(SENDING.map(({ path }) => path).toSorted()).toEqual([
    '/closeAccount.action',
    '/getResetPasswordCode.action',
    '/register2.action',
    '/register3',
    '/registerByPromotion.action',
    '/sendEmailCode.action',
  ])
})

test.each([
  ['without Sec-Fetch-Site', {}],
  ['of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['that loads an image', { 'sec-fetch-site': 'same-origin', accept: 'image/avif,image/webp,*/*;q=0.8' }],
  ['that loads a document', { 'sec-fetch-site': 'none', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
])('a GET %s sends no message', async (_what, headers) => {
  for (const row of SENDING.filter(({ postOnly }) => !postOnly)) {
    const response = await http().app.inject({ url: endpointUrl(row), headers })
    expect([row.path, response.statusCode, response.json().errorCode]).toEqual([row.path, 403, 'CROSS_SITE'])
  }
  const url = '/api/register2.action?mobileno=65550021&agreeTerms=1&agreePrivacy=1'
  expect((await http().app.inject({ url, headers: { ...headers } })).statusCode).toBe(403)
  expect(await testApp().messages.listSent('+85265550021')).toEqual([])
  const own = { 'sec-fetch-site': 'same-origin', accept: '*/*' }
  expect((await http().app.inject({ url: '/api/register2.action', headers: own })).statusCode).toBe(400)
})

test.each(['/api/getResetPasswordCode.action', '/api/resetPassword.action'])('GET %s is 405', async (url) => {
  const response = await http().app.inject({ url: `${url}?mobileno=65550022` })
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST, OPTIONS'])
})

test('a dead token does not hinder its holder from logging in or resetting the password', async () => {
  await testApp().aMember('65550023')
  const session = await logIn('65550023')
  await callJson('logout.action', {}, session)
  for (const token of [session.token, 'made-up']) {
    expect(await callJson('login.action', { mobileno: '65550023', password: PASSWORD }, { token })).toMatchObject({
      result: 'SUCCESS',
    })
  }
  const code = await call('getResetPasswordCode.action', { mobileno: '65550024' }, { token: session.token })
  expect(code.statusCode).toBe(200)
  expect((await call('userProfile.action', {}, { token: session.token })).statusCode).toBe(401)
})

test.each(['123', '21234567'])('%s is an invalid login ID', async (mobileno) => {
  const refused = await callJson('login.action', { mobileno, password: PASSWORD }, { language: 'en_US' })
  expect(refused).toMatchObject({ errorCode: 'INVALID_INPUT', fields: { mobileno: 'Invalid login ID.' } })
})

test('numbers of a JSON body are taken for text', async () => {
  await testApp().aMember('65550025')
  const session = await callJson('login.action', { mobileno: 65_550_025, areaCode: 852, password: Number(PASSWORD) })
  expect(session).toMatchObject({ result: 'SUCCESS' })
  const refused = await callJson('checkVerificationCode.action', { mobileno: 65_550_026, code: 123_450 })
  expect(refused).toMatchObject({ errorCode: 'WRONG_CODE' })
})

test('a password that is too long says so', async () => {
  const password = '739104'.repeat(4).slice(0, 21)
  const input = { mobileno: '65550027', code: '123450', newPassword: password, confirmPassword: password }
  const refused = await callJson('resetPassword.action', input, { language: 'en_US' })
  expect(refused.fields).toEqual({ newPassword: 'Use at most 20 digits and no letters.' })
})

test('no secret reaches the log', async () => {
  await testApp().aMember('65550011')
  http().logged.length = 0
  const session = await logIn('65550011', {}, { device: 'secret-serial' })
  await http().app.inject({ url: `/api/userProfile.action?token=${session.token}` })
  await http().app.inject({ url: `/api/login.action?mobileno=65550011&password=${PASSWORD}` })
  await http().app.inject({
    url: '/api/register3?verificationToken=secret-proof&email=secret@example.com&deviceSerial=secret-serial',
  })
  expect(http().logged.length).toBeGreaterThan(0)
  const text = JSON.stringify(http().logged)
  for (const secret of [session.token, PASSWORD, '65550011', 'secret-proof', 'secret@', 'secret-serial'])
    expect(text).not.toContain(secret)
})
