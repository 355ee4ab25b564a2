import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, sql } from '#server/kit/db.ts'
import type { PersonalData } from '../domain-module.ts'
import type { AccountBalances } from './index.ts'
import { type AccountsApp, createTestAccounts, PASSWORD } from '../../../../test/support/accounts.ts'

let testApp: AccountsApp
const erased: string[] = []
const personalData: PersonalData[] = []
const balances: AccountBalances = {
  pointsMonthly: 60,
  pointsRecharge: 5,
  plan: {
    name: { zh_HK: '通行證', en_US: 'Pass' },
    startsAt: Temporal.Instant.from('2026-11-01T00:00:00Z'),
    endsAt: Temporal.Instant.from('2026-12-01T00:00:00Z'),
    creditsPerCycle: 60,
  },
  hadTrial: true,
  ticketList: [],
}
beforeAll(async () => {
  testApp = await createTestAccounts({ personalData: () => personalData, getBalances: async () => balances })
  // Added after createAccounts: domains created later are included.
  personalData.push({
    name: 'films',
    collect: async ({ accountId }) => ({ of: accountId }),
    erase: async (_tx, { accountId }) => void erased.push(accountId),
  })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.advance('PT49H'))

async function createMember(mobileno: string) {
  const first = await testApp.aMember(mobileno)
  return { ...first, ...(await testApp.signIn(mobileno)) }
}

const mailCode = async () => {
  await testApp.messages.sendDue()
  return /\b(\d{6})\b/.exec(testApp.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
}

test('update changes the given fields only; find includes the plan', async () => {
  const { viewer } = await createMember('64440001')
  const { customers } = testApp.accounts
  await customers.update(viewer, {
    name: '新名',
    genres: ['drama', 'drama', 'action'],
    quality: 'save',
    language: 'en_US',
  })
  const { account, trialEligible, balances } = await customers.find(viewer)
  expect(account).toMatchObject({
    name: '新名',
    genres: ['drama', 'action'],
    quality: 'save',
    language: 'en_US',
    gender: 'male',
  })
  expect([trialEligible, balances.plan?.creditsPerCycle]).toEqual([false, 60])
  await customers.update(viewer, {})
  await expect(customers.update(viewer, { birthday: '2999-01-01' })).rejects.toMatchObject({
    details: { fields: { birthday: 'BIRTHDAY' } },
  })
})

test('consent to direct marketing is given and withdrawn, and given again keeps its first instant', async () => {
  const { viewer } = await createMember('64440019')
  const { customers } = testApp.accounts
  const agreedAt = async () => (await customers.find(viewer)).account.marketingAgreedAt
  await customers.update(viewer, { agreeMarketing: true })
  const first = await agreedAt()
  expect(first).toEqual(testApp.clock.now())
  testApp.clock.advance('PT1H')
  await customers.update(viewer, { agreeMarketing: true, name: '新名' })
  expect(await agreedAt()).toEqual(first)
  await customers.update(viewer, { name: '另一名' })
  expect(await agreedAt()).toEqual(first)
  await customers.update(viewer, { agreeMarketing: false })
  expect(await agreedAt()).toBeNull()
})

test('an e-mail address is valid after verification, until it changes', async () => {
  const { viewer } = await createMember('64440002')
  const { customers } = testApp.accounts
  expect(await customers.sendEmailCode(viewer)).toEqual({ waitSeconds: 60 })
  await expect(customers.sendEmailCode(viewer)).rejects.toMatchObject({
    code: 'TOO_MANY_TRIES',
    details: { retryAfter: 60 },
  })
  const code = await mailCode()
  await customers.verifyEmail(viewer, code, '203.0.113.9')
  const { account } = await customers.find(viewer)
  expect(account.emailValidAt).toEqual(testApp.clock.now())
  await expect(customers.verifyEmail(viewer, code, '203.0.113.9')).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  expect((await customers.update(viewer, { email: account.email })).account.emailValidAt).not.toBeNull()
  expect((await customers.update(viewer, { email: 'new@example.com' })).account.emailValidAt).toBeNull()
})

test('rejects an e-mail code for another address or another account', async () => {
  const [first, other] = [await createMember('64440003'), await createMember('64440004')]
  const { customers } = testApp.accounts
  await customers.sendEmailCode(first.viewer)
  const code = await mailCode()
  await expect(customers.verifyEmail(other.viewer, code, '203.0.113.9')).rejects.toMatchObject({ code: 'WRONG_CODE' })
  await customers.update(first.viewer, { email: 'other@example.com' })
  await expect(customers.verifyEmail(first.viewer, code, '203.0.113.9')).rejects.toMatchObject({ code: 'WRONG_CODE' })
})

test('an export holds every domain’s data of this member only, without secrets', async () => {
  const [{ viewer, accountId, token }, other] = [await createMember('64440005'), await createMember('64440006')]
  const { exportOf } = testApp.accounts
  await expect(exportOf(viewer, '999000')).rejects.toMatchObject({
    code: 'WRONG_CREDENTIALS',
    details: { fields: { password: 'WRONG_PASSWORD' } },
  })
  const { fileName, bytes } = await exportOf(viewer, PASSWORD)
  expect(fileName).toMatch(/^account-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  )
  expect(Object.keys(files).toSorted()).toEqual(['account.json', 'devices.json', 'films.json', 'messages.json'])
  expect(JSON.parse(files['account.json']!)).toMatchObject({
    accountId,
    number: '+85264440005',
    birthday: '1990-02-28',
  })
  expect(JSON.parse(files['films.json']!)).toEqual({ of: accountId })
  const all = Object.values(files).join('')
  for (const secret of [PASSWORD, '4826', 'passwordHash', token, other.accountId, '64440006'])
    expect(all).not.toContain(secret)
})

test('an export without a password is the same, but that no device is the current one', async () => {
  const { viewer } = await createMember('64440040')
  const { accountId, language } = viewer
  const { exportOf, collectExport } = testApp.accounts
  const filesOf = ({ bytes }: { bytes: Uint8Array }) =>
    Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, content]) => [name, JSON.parse(strFromU8(content))]),
    )
  const own = filesOf(await exportOf(viewer, PASSWORD))
  const [device] = own['devices.json']
  expect(device).toMatchObject({ current: true })
  expect(filesOf(await collectExport({ accountId, language }))).toEqual({
    ...own,
    'devices.json': [{ ...device, current: false }],
  })
})

test.each([
  ['zh_HK', '歡迎來到港映', '流浪貓'],
  ['en_US', 'Welcome to Harbour', 'Stray cat'],
] as const)('an export is in the language of its reader: %s', async (language, welcome, title) => {
  const mobileno = language === 'zh_HK' ? '64440031' : '64440032'
  const { viewer, accountId } = await createMember(mobileno)
  await testApp.messages.post(testApp.db, { accountId, template: 'welcome', params: { name: '陳' } })
  personalData.push({
    name: 'titles',
    collect: async (_person, readerLanguage) => ({ zh_HK: '流浪貓', en_US: 'Stray cat' })[readerLanguage],
    erase: async () => undefined,
  })
  const { bytes } = await testApp.accounts.exportOf({ ...viewer, language }, PASSWORD)
  personalData.pop()
  const text = Object.values(unzipSync(bytes))
    .map((content) => strFromU8(content))
    .join('')
  expect(text).toContain(welcome)
  expect(text).toContain(title)
})

test('closes the account after two weeks, erases it in every domain and frees the number', async () => {
  const { viewer, accountId, token } = await createMember('64440007')
  const { closing, sessions } = testApp.accounts
  const origin = { password: PASSWORD, address: '203.0.113.9' }
  const closesAt = await closing.close(viewer, origin)
  expect(closesAt).toEqual(testApp.clock.now().add({ hours: 14 * 24 }))
  const { year, month, day } = closesAt.toZonedDateTimeISO('Asia/Hong_Kong')
  expect(await testApp.lastSms('+85264440007')).toContain(`${year}年${month}月${day}日`)
  expect((await testApp.viewerOf(token)).closing).toBe(true)
  expect(
    await sessions.logIn(
      { mobileno: '64440007', areaCode: '852', password: PASSWORD },
      { address: '203.0.113.9', device: {} },
    ),
  ).toHaveProperty('token')
  testApp.clock.advance('PT1H')
  expect(await closing.close(viewer, origin)).toEqual(closesAt)
  await testApp.accounts.runDue()
  expect((await testApp.viewerOf(token)).closing).toBe(true)
  testApp.clock.set(closesAt)
  // Effective at the instant, before the worker runs.
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(closing.reopen(viewer)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await Promise.all([testApp.accounts.runDue(), testApp.accounts.runDue()])
  expect(erased.filter((first) => first === accountId)).toHaveLength(1)
  await expect(testApp.viewerOf(token)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
  for (const table of ['account', 'session', 'partner_binding', 'inbox_message', 'outbox_message'] as const) {
    const { rows } = await sql`select from ${sql.table(table)} where account_id = ${accountId}`.execute(testApp.db)
    expect([table, rows]).toEqual([table, []])
  }
  const left = JSON.stringify([
    await testApp.messages.listSent(),
    await testApp.db.selectFrom('verification_code').selectAll().execute(),
  ])
  expect(left).not.toContain('64440007')
  await expect(testApp.aMember('64440007')).resolves.toBeDefined()
})

test('a reopened account keeps its data and is not closed later', async () => {
  const { viewer, accountId, token } = await createMember('64440008')
  const { closing } = testApp.accounts
  await closing.close(viewer, { password: PASSWORD, address: '203.0.113.9' })
  await closing.reopen(viewer)
  await closing.reopen(viewer)
  testApp.clock.advance(`PT${15 * 24}H`)
  await testApp.accounts.runDue()
  expect((await testApp.viewerOf(token)).closing).toBe(false)
  expect(erased).not.toContain(accountId)
  const { list } = await testApp.messages.list({ accountId, language: 'zh_HK', page: 1, pageSize: 10 })
  expect(list.filter(({ title }) => title === '帳戶已重新啟用')).toHaveLength(1)
})

test('without a password a closing joins the transaction of its caller and tells the member in their language', async () => {
  const { viewer, accountId } = await createMember('64440041')
  const { closing, customers } = testApp.accounts
  await customers.update(viewer, { language: 'en_US' })
  const rolledBack = inTransaction(testApp.db, async (tx) => {
    await closing.schedule(tx, { accountId })
    throw new Error('the audit entry failed')
  })
  await expect(rolledBack).rejects.toThrow('the audit entry failed')
  expect((await testApp.accounts.read(accountId))?.closesAt).toBeNull()
  expect(await testApp.messages.listSent('+85264440041')).toEqual([])
  const closesAt = await inTransaction(testApp.db, (tx) => closing.schedule(tx, { accountId }))
  expect(closesAt).toEqual(testApp.clock.now().add({ hours: 14 * 24 }))
  expect(await closing.schedule(testApp.db, { accountId })).toEqual(closesAt)
  expect(await testApp.messages.listSent('+85264440041')).toMatchObject([{ template: 'accountClosing' }])
  expect(await testApp.lastSms('+85264440041')).toContain('Harbour: your account closes')
  await inTransaction(testApp.db, (tx) => closing.reopen({ accountId }, tx))
  expect((await testApp.accounts.read(accountId))?.closesAt).toBeNull()
})

test('repeated closing respects the SMS limit', async () => {
  const { viewer } = await createMember('64440009')
  const { closing } = testApp.accounts
  for (let times = 0; times < 4; times++) {
    await closing.close(viewer, { password: PASSWORD, address: '203.0.113.9' })
    await closing.reopen(viewer)
  }
  const sent = (await testApp.messages.listSent('+85264440009')).filter(({ template }) => template === 'accountClosing')
  expect(sent).toHaveLength(1)
})

test('a failed erasure is rolled back, does not block others and is retried', async () => {
  const [first, other] = [await createMember('64440010'), await createMember('64440011')]
  const { closing } = testApp.accounts
  const origin = { password: PASSWORD, address: '203.0.113.9' }
  await closing.close(first.viewer, origin)
  testApp.clock.set((await closing.close(other.viewer, origin)).add({ hours: 1 }))
  personalData.push({
    name: 'broken',
    collect: async () => ({}),
    erase: async (_tx, { accountId }) => {
      if (accountId === first.accountId) throw new Error('erase failed')
    },
  })
  await testApp.accounts.runDue()
  await expect(testApp.accounts.find('+85264440010')).resolves.toMatchObject({ accountId: first.accountId })
  await expect(testApp.viewerOf(first.token)).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(testApp.viewerOf(other.token)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
  personalData.pop()
  await testApp.accounts.runDue()
  await expect(testApp.viewerOf(first.token)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
})
