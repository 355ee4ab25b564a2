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
    current: false,
  })
  const session = await logIn('65550002', { endDevice: refused.devices[0].deviceId }, { device: 'd5' })
  expect(session.result).toBe('SUCCESS')
  const { list } = await callJson('deviceList.action', {}, session)
  expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
  const xml = await http().app.inject({ url: `/api/login.action?mobileno=65550002&password=${PASSWORD}&format=xml` })
  expect(new XMLParser().parse(xml.body)).toHaveProperty('response.devices')
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

test('the three deaths of a session, each with its code', async () => {
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
