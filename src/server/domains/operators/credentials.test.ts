import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, createOperatorsWorld, type OperatorsWorld, PASSWORD } from '../../../../test/support/operators.ts'
import { codeAt } from './totp.ts'
import { Secret } from 'otpauth'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const WRONG = { result: 'FAILED', errorCode: 'WRONG_CREDENTIALS' }
const tokenOf = (link: string) => link.split('/').at(-1)!

async function anInvitation(email: string): Promise<string> {
  return tokenOf(
    await world.operators.people.createByCommand(
      { email, name: 'Ann', roles: ['administrator'] },
      { actor: 'operator:root', reason: 'a test' },
    ),
  )
}

const secretOf = (otpauthUri: string) =>
  Buffer.from(Secret.fromBase32(new URL(otpauthUri).searchParams.get('secret')!).buffer as ArrayBuffer)

test('an invitation sets password and authenticator app once, tells ten recovery codes, and expires after an hour', async () => {
  const token = await anInvitation('Ann@Harbour.test')
  const opened = await world.call('/session/open', { token })
  expect(opened).toMatchObject({
    email: 'ann@harbour.test',
    otpauthUri: expect.stringMatching(/^otpauth:\/\/totp\/Harbour:/),
  })
  const code = () => codeAt(secretOf(opened.otpauthUri), world.realClock.nowMs())
  expect(await world.call('/session/welcome', { token, password: 'elevenchars', code: code() })).toMatchObject({
    errorCode: 'INVALID_INPUT',
    fields: { password: 'Use at least 12 characters.' },
  })
  expect(await world.call('/session/welcome', { token, password: PASSWORD, code: '000000' })).toMatchObject({
    errorCode: 'WRONG_CODE',
  })
  const [one, other] = await Promise.all(
    [1, 2].map(() => world.call('/session/welcome', { token, password: PASSWORD, code: code() })),
  )
  expect([one!.result, other!.result].toSorted()).toEqual(['FAILED', 'SUCCESS'])
  const { recoveryCodes } = [one!, other!].find(({ result }) => result === 'SUCCESS')!
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await world.call('/session/open', { token })).toMatchObject({ errorCode: 'NOT_FOUND' })
  // The code that confirmed the app was used.
  const credentials = { email: 'ann@harbour.test', password: PASSWORD }
  expect(await world.call('/session/signIn', { ...credentials, code: code() })).toMatchObject(WRONG)
  world.realClock.advance('PT30S')
  const wide = code().replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  expect(await world.call('/session/signIn', { ...credentials, code: wide })).toMatchObject({ result: 'SUCCESS' })
  for (const left of [9, 8])
    expect(
      await world.call('/session/recover', { ...credentials, recoveryCode: recoveryCodes[left]!.toUpperCase() }),
    ).toMatchObject({ result: 'SUCCESS', recoveryCodesLeft: left })
  expect(await world.call('/session/recover', { ...credentials, recoveryCode: recoveryCodes[9] })).toMatchObject(WRONG)

  const late = await anInvitation('late@harbour.test')
  world.clock.advance('PT60M')
  expect(await world.call('/session/open', { token: late })).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('a step of the authenticator is used once, in any race', async () => {
  const ben = await world.anOperator('care')
  const code = ben.code()
  const answers = await Promise.all(
    [1, 2, 3].map(() => world.call('/session/signIn', { email: ben.email, password: PASSWORD, code })),
  )
  expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(1)
})

test('a session ends after twelve hours, and when it was idle for thirty minutes; asking for news is no use', async () => {
  const cat = await world.anOperator('catalogue')
  const browser = await world.signIn(cat)
  const me = (headers = {}) => world.call('/session/me', {}, browser, headers)
  for (let times = 0; times < 3; times++) {
    world.clock.advance('PT29M')
    expect(await me()).toMatchObject({ result: 'SUCCESS' })
  }
  world.clock.advance('PT29M')
  expect(await me({ 'x-harbour-console': 'poll' })).toMatchObject({ result: 'SUCCESS' })
  world.clock.advance('PT2M')
  expect(await me()).toMatchObject({ errorCode: 'LOGIN_REQUIRED', status: 401 })

  const again = await world.signIn(cat)
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    world.clock.advance('PT20M')
    expect((await world.call('/session/me', {}, again)).result).toBe('SUCCESS')
  }
  world.clock.advance('PT20M')
  expect(await world.call('/session/me', {}, again)).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
})

test('signing out ends the session and drops its cookie', async () => {
  const browser = await world.signIn(await world.anOperator('care'))
  const kept = { ...browser, cookies: new Map(browser.cookies) }
  expect(await world.call('/session/end', {}, browser)).toMatchObject({ result: 'SUCCESS' })
  expect(browser.cookies.has('harbour_console')).toBe(false)
  expect(await world.call('/session/me', {}, kept)).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
})

test('five wrong tries of a network wait, a known browser and other networks do not; unknown addresses answer alike', async () => {
  const dan = await world.anOperator('care')
  const known = await world.signIn(dan)
  const wrong = (browser: ReturnType<typeof aBrowser>, email = dan.email) =>
    world.call('/session/signIn', { email, password: 'wrong password', code: '123456' }, browser)
  const open = await createOperatorsWorld({ config: { CONSOLE_ALLOW: '0.0.0.0/0' } })
  try {
    const eve = await open.anOperator('care')
    const tryAt = (address: string, email: string) =>
      open.call('/session/signIn', { email, password: 'wrong password', code: '123456' }, aBrowser(address))
    const seen = async (email: string) => {
      const answers = []
      for (let tries = 0; tries < 6; tries++) answers.push((await tryAt('203.0.113.9', email)).errorCode)
      return answers
    }
    const expected = [...Array.from({ length: 5 }, () => 'WRONG_CREDENTIALS'), 'TOO_MANY_TRIES']
    expect(await seen(eve.email)).toEqual(expected)
    expect(await seen('nobody@harbour.test')).toEqual(expected)
    expect((await tryAt('198.51.100.7', eve.email)).errorCode).toBe('WRONG_CREDENTIALS')
    await open.operators.credentials.unlock(eve.email, { actor: 'operator:root', reason: 'a test' })
    expect((await tryAt('203.0.113.9', eve.email)).errorCode).toBe('WRONG_CREDENTIALS')
  } finally {
    await open.close()
  }
  for (let tries = 0; tries < 6; tries++) await wrong(aBrowser())
  expect(await wrong(aBrowser())).toMatchObject({ errorCode: 'TOO_MANY_TRIES', status: 429 })
  expect(await world.signIn(dan, { ...known, cookies: new Map(known.cookies) })).toBeDefined()
})

test('from all unknown networks together an operator has thirty tries a day', async () => {
  const open = await createOperatorsWorld({ config: { CONSOLE_ALLOW: '0.0.0.0/0' } })
  try {
    const fay = await open.anOperator('care')
    const known = await open.signIn(fay, aBrowser('192.0.2.1'))
    const answers = []
    for (let host = 1; host <= 31; host++)
      answers.push(
        (
          await open.call(
            '/session/signIn',
            { email: fay.email, password: 'wrong password', code: '123456' },
            aBrowser(`198.51.${host}.7`),
          )
        ).errorCode,
      )
    expect(answers.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(30)
    expect(answers.at(-1)).toBe('TOO_MANY_TRIES')
    await open.signIn(fay, { ...known, address: '198.51.99.1' })
  } finally {
    await open.close()
  }
})

test('the fifth wrong step-up ends the session; a right one counts for ten minutes', async () => {
  const gus = await world.anOperator('administrator')
  const browser = await world.signIn(gus)
  const list = () =>
    world.call('/operators/endSessions', { requestKey: crypto.randomUUID(), id: gus.operatorId }, browser)
  world.clock.advance('PT10M')
  expect(await list()).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
  expect(await world.call('/session/stepUp', { code: '000000' }, browser)).toMatchObject({
    errorCode: 'WRONG_CODE',
    triesLeft: 4,
  })
  expect(await world.call('/session/stepUp', { code: gus.code() }, browser)).toMatchObject({ result: 'SUCCESS' })
  expect(await list()).toMatchObject({ result: 'SUCCESS' })

  const other = await world.signIn(gus)
  const answers = []
  for (let tries = 0; tries < 5; tries++)
    answers.push((await world.call('/session/stepUp', { code: '000000' }, other)).errorCode)
  expect(answers).toEqual(['WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'WRONG_CODE', 'LOGIN_REQUIRED'])
  expect(await world.call('/session/me', {}, other)).toMatchObject({ errorCode: 'LOGIN_REQUIRED' })
})

test('every way in and every failure is in the audit log, without an address or a secret', async () => {
  const hal = await world.anOperator('care')
  const browser = await world.signIn(hal)
  await world.call('/session/signIn', { email: hal.email, password: 'wrong password', code: hal.code() }, browser)
  await world.call('/session/signIn', { email: 'who@harbour.test', password: PASSWORD, code: '123456' }, aBrowser())
  await world.call('/session/end', {}, browser)
  const entries = await world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  const own = entries.filter(({ operator_id }) => operator_id === hal.operatorId)
  expect(own.map(({ action }) => action)).toEqual(['sign in', 'fail to sign in', 'sign out'])
  expect(entries.some(({ subject, action }) => subject === 'operator:unknown' && action === 'fail to sign in')).toBe(
    true,
  )
  expect(JSON.stringify(entries)).not.toMatch(/harbour\.test|correct horse|wrong password/)
})
