import { Client, type QueryResult } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { importCustomers } from './index.ts'
import { type AccountsApp, createTestAccounts, details, from } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
const created: string[] = []
let isOpen = true
beforeAll(async () => {
  testApp = await createTestAccounts({
    isRegistrationOpen: () => isOpen,
    onAccountCreated: [
      async (tx, { accountId, name }) => {
        if (name === '壞人') throw new Error('the hook failed')
        await sql`select 1`.execute(tx)
        created.push(accountId)
      },
    ],
  })
})
afterAll(() => testApp.close())
// Each test starts after the throttles of the others have expired.
beforeEach(() => testApp.clock.advance('PT49H'))
afterEach(() => {
  isOpen = true
})

const requester = (address = '203.0.113.9', deviceSerial?: string) => ({
  ...from({ address, deviceSerial }),
  language: 'zh_HK' as const,
})
const number = (mobileno: string) => ({ mobileno, areaCode: '852' as const })
const start = (mobileno: string, address?: string, deviceSerial?: string) =>
  testApp.accounts.registration.start(number(mobileno), requester(address, deviceSerial))
const verify = (mobileno: string, code: string, deviceSerial?: string) =>
  testApp.accounts.registration.verify({ ...number(mobileno), code, partner: 'anyplex' }, from({ deviceSerial }))
const complete = (token: string, deviceSerial?: string, change?: object) =>
  testApp.accounts.registration.complete(details(token, change), { ...from({ deviceSerial }), language: 'zh_HK' })

/** Steps 1 and 2. */
async function verifiedToken(mobileno: string, deviceSerial?: string): Promise<string> {
  await start(mobileno, undefined, deviceSerial)
  return (await verify(mobileno, await testApp.lastCode(`+852${mobileno}`), deviceSerial)).verificationToken
}

test('three steps create a signed-in account; the password sent by SMS is valid', async () => {
  expect(await start('61110001')).toEqual({ waitSeconds: 60 })
  const { verificationToken } = await verify('61110001', await testApp.lastCode('+85261110001'), 'serial-1')
  const session = await complete(verificationToken, 'serial-1')
  expect(session).toMatchObject({ partner: 'anyplex', userId: created.at(-1) })
  const viewer = await testApp.viewerOf(session.token)
  expect(viewer).toMatchObject({
    kind: 'member',
    accountId: session.userId,
    profileId: undefined,
    kids: false,
    unlocked: false,
  })
  const { account } = await testApp.accounts.customers.find(viewer)
  expect(account).toMatchObject({
    number: '+85261110001',
    name: '陳小明',
    emailValidAt: null,
    partner: 'anyplex',
    parentalStatus: 'on',
  })
  expect(account.birthday.toString()).toBe('2000-01-01')
  expect(account.marketingAgreedAt).not.toBeNull()

  const text = await testApp.lastSms('+85261110001')
  const [password, parentalCode] = [/登入密碼：(\d{8})/.exec(text)?.[1], /家長密碼：(\d{4})/.exec(text)?.[1]]
  expect(parentalCode).toBeDefined()
  const again = await testApp.accounts.sessions.logIn({ ...number('61110001'), password: password! }, from())
  expect(again).toMatchObject({ userId: session.userId })
  const row = JSON.stringify(
    await testApp.db.selectFrom('account').selectAll().where('account_id', '=', session.userId).execute(),
  )
  expect(row).toContain('+85261110001')
})

test('a number with an account gets the same response, another SMS, and no valid code', async () => {
  await testApp.aMember('61110002')
  expect(await start('61110002')).toEqual(await start('61110003'))
  const text = await testApp.lastSms('+85261110002')
  expect(text).toContain('已有帳戶')
  expect(text).not.toMatch(/\d{6}/)
  for (let tries = 0; tries < 5; tries++) {
    const known = await verify('61110002', '000000').catch((error: unknown) => error)
    const unknown = await verify('61110003', '000000').catch((error: unknown) => error)
    expect(known).toMatchObject({ code: 'WRONG_CODE', details: { triesLeft: 4 - tries } })
    expect(unknown).toEqual(known)
  }
  for (const mobileno of ['61110002', '61110003']) {
    await expect(verify(mobileno, '000000')).rejects.toMatchObject({
      code: 'TOO_MANY_TRIES',
      details: { retryAfter: 60 },
    })
  }
})

test('known and unknown numbers cause the same statements', async () => {
  await testApp.aMember('61110004')
  const statements = []
  for (const mobileno of ['61110004', '61110005']) {
    testApp.takeQueries()
    await start(mobileno)
    statements.push(testApp.takeQueries())
  }
  expect(statements[0]!.length).toBeGreaterThan(4)
  expect(statements[0]).toEqual(statements[1])
})

test.each(['register', 'reset'])(
  '%s: statements return as many rows for known as for unknown numbers',
  async (purpose) => {
    const known = purpose === 'register' ? '61110081' : '61110082'
    await testApp.aMember(known)
    const counts = []
    for (const mobileno of [known, `${Number(known) + 8}`]) {
      const queries = vi.spyOn(Client.prototype, 'query')
      if (purpose === 'register') await start(mobileno)
      else await testApp.accounts.passwords.sendResetCode(number(mobileno), requester())
      const results = await Promise.all(queries.mock.results.map(({ value }) => value as Promise<QueryResult>))
      counts.push(results.map(({ command, rowCount }) => `${command} ${rowCount}`))
      queries.mockRestore()
    }
    expect(counts[0]!.length).toBeGreaterThan(4)
    expect(counts[0]).toEqual(counts[1])
  },
)

test('a code is valid once, for ten minutes, and only the last one sent', async () => {
  await start('61110006')
  const first = await testApp.lastCode('+85261110006')
  testApp.clock.advance('PT600S')
  await expect(verify('61110006', first)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await start('61110006')
  const second = await testApp.lastCode('+85261110006')
  if (first !== second) await expect(verify('61110006', first)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await verify('61110006', second)
  await expect(verify('61110006', second)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await expect(verify('61110099', '123450')).rejects.toMatchObject({ code: 'WRONG_CODE' })
})

test('another code may be requested after a minute, and the older one, which lives ten minutes, then ends', async () => {
  await start('61110091')
  const first = await testApp.lastCode('+85261110091')
  testApp.clock.advance('PT59S')
  await expect(start('61110091')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES', details: { retryAfter: 1 } })
  testApp.clock.advance('PT1S')
  expect(await start('61110091')).toEqual({ waitSeconds: 60 })
  const second = await testApp.lastCode('+85261110091')
  if (first !== second) await expect(verify('61110091', first)).rejects.toMatchObject({ code: 'WRONG_CODE' })
  testApp.clock.advance('PT599S')
  await expect(verify('61110091', second)).resolves.toHaveProperty('verificationToken')
})

test('concurrent uses of one code succeed once', async () => {
  await start('61110007')
  const code = await testApp.lastCode('+85261110007')
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => verify('61110007', code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('of many concurrent wrong codes five are verified', async () => {
  await start('61110008')
  const code = await testApp.lastCode('+85261110008')
  const wrong = code === '000000' ? '000001' : '000000'
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => verify('61110008', wrong)))
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'passed'))
  expect(codes.filter((one) => one === 'WRONG_CODE')).toHaveLength(5)
  expect(codes.filter((one) => one === 'TOO_MANY_TRIES')).toHaveLength(7)
  await expect(verify('61110008', code)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('concurrent registrations of one number create one account and send one password', async () => {
  const first = await verifiedToken('61110009')
  testApp.clock.advance('PT180S')
  const second = await verifiedToken('61110009')
  const outcomes = await Promise.allSettled([complete(first), complete(second)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
  const accounts = await testApp.db
    .selectFrom('account')
    .select('account_id')
    .where('number', '=', '+85261110009')
    .execute()
  expect(accounts).toHaveLength(1)
  const sent = await testApp.db
    .selectFrom('outbox_message')
    .select('template')
    .where('recipient', '=', '+85261110009')
    .execute()
  expect(sent.filter(({ template }) => template === 'welcome')).toHaveLength(1)
})

test('rejects a reused verification token, also concurrently', async () => {
  const token = await verifiedToken('61110010')
  const outcomes = await Promise.allSettled([complete(token), complete(token), complete(token)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(complete(token)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a verification token is bound to its device and expires after 30 minutes', async () => {
  const token = await verifiedToken('61110011', 'mine')
  await expect(complete(token, 'another')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await expect(complete(token)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  testApp.clock.advance('PT30M')
  await expect(complete(token, 'mine')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await expect(complete('made up', 'mine')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a failed creation is rolled back and leaves the token valid', async () => {
  const token = await verifiedToken('61110012')
  await expect(complete(token, undefined, { name: '壞人' })).rejects.toThrow('the hook failed')
  expect(
    await testApp.db.selectFrom('account').select('account_id').where('number', '=', '+85261110012').execute(),
  ).toEqual([])
  await expect(complete(token)).resolves.toMatchObject({ partner: 'anyplex' })
})

test('rejects a future birthday at its field', async () => {
  const token = await verifiedToken('61110013')
  await expect(complete(token, undefined, { birthday: '2999-01-01' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { birthday: 'BIRTHDAY' } },
  })
})

test('a registration with the telecom partner binds the account to it', async () => {
  await importCustomers(
    { ...testApp, masterKey: testApp.deps.masterKey },
    { partner: 'clp', csv: '61110014', actor: 'operator:ann', reason: 'list clp.csv' },
  )
  await start('61110014')
  const code = await testApp.lastCode('+85261110014')
  const { verificationToken } = await testApp.accounts.registration.verify(
    { ...number('61110014'), code, partner: 'clp' },
    from(),
  )
  const session = await complete(verificationToken)
  expect(session.partner).toBe('clp')
  const viewer = await testApp.viewerOf(session.token)
  const { bindings } = await testApp.accounts.customers.details(viewer)
  expect(bindings.map(({ partner }) => partner)).toEqual(['clp'])
  expect((await testApp.accounts.customers.find(viewer)).trialEligible).toBe(false)
})

test.each(['21234567', '11234567', '81234567'])('rejects %s: not a mobile number', async (mobileno) => {
  await expect(start(mobileno)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: { mobileno: 'MOBILE' } },
  })
})

test('limits SMS to one per number in a minute, three a day for unknown devices, and ten per address an hour', async () => {
  await start('61120001')
  await expect(start('61120001', '198.51.100.1')).rejects.toMatchObject({
    code: 'TOO_MANY_TRIES',
    details: { retryAfter: 60 },
  })
  for (let sent = 1; sent < 3; sent++) {
    testApp.clock.advance('PT1M')
    await start('61120001', '198.51.100.2')
  }
  testApp.clock.advance('PT1M')
  await expect(start('61120001', '198.51.100.3')).rejects.toMatchObject({
    details: { retryAfter: 24 * 3_600 - 3 * 60 },
  })
  for (let other = 0; other < 10; other++) await start(`6113000${other}`, '198.51.100.4')
  await expect(start('61130011', '198.51.100.4')).rejects.toMatchObject({ details: { retryAfter: 3_600 } })
  const { rows } = await sql`select from outbox_message where recipient in ('+85261120001', '+85261130011')`.execute(
    testApp.db,
  )
  expect(rows).toHaveLength(3)
})

test('repeated calls with one verification token cost the hashes of one', async () => {
  const token = await verifiedToken('61110019')
  const hash = vi.spyOn(testApp.accounts.hasher, 'hash')
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => complete(token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(hash).toHaveBeenCalledTimes(2)
  await expect(complete(token)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  expect(hash).toHaveBeenCalledTimes(2)
  hash.mockRestore()
})

test('a completion that a process left unfinished can be repeated after a minute', async () => {
  const token = await verifiedToken('61110020')
  await testApp.db.updateTable('registration').set({ claimed_at: testApp.clock.now() }).execute()
  await expect(complete(token)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  testApp.clock.advance('PT60S')
  await expect(complete(token)).resolves.toMatchObject({ partner: 'anyplex' })
})

test('while it is closed no code leaves and no account is made, also by whom began before; afterwards both go on', async () => {
  const token = await verifiedToken('61110021')
  const sent = testApp.sms.sent.length
  isOpen = false
  const closed = { code: 'REGISTRATION_CLOSED' }
  // One with an account and one without are told the same.
  for (const mobileno of ['61110001', '61110022']) await expect(start(mobileno)).rejects.toMatchObject(closed)
  await expect(complete(token)).rejects.toMatchObject(closed)
  expect(testApp.sms.sent).toHaveLength(sent)
  isOpen = true
  await expect(complete(token)).resolves.toMatchObject({ partner: 'anyplex' })
  await expect(start('61110022')).resolves.toEqual({ waitSeconds: 60 })
})

test('password resets and registrations share the SMS limit', async () => {
  await start('61120002')
  await expect(testApp.accounts.passwords.sendResetCode(number('61120002'), requester())).rejects.toMatchObject({
    code: 'TOO_MANY_TRIES',
  })
})

test('the database holds no secret in plain text', async () => {
  await testApp.aMember('61110015')
  const { token } = await testApp.signIn('61110015', 'serial-of-mine')
  const verificationToken = await verifiedToken('61110016', 'serial-of-mine')
  for (const table of ['account', 'session', 'verification_code', 'registration', 'throttle'] as const) {
    // As PostgreSQL prints rows: binary columns in hexadecimal.
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(testApp.db)
    expect({ table, rows: rows.length }).not.toEqual({ table, rows: 0 })
    const text = rows.map((row) => row.text).join('\n')
    for (const secret of [token, verificationToken, 'serial-of-mine']) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  }
})
