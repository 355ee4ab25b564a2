import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { currentRequestId, inRequest } from '#server/kit/request-context.ts'
import { createMessages } from './index.ts'
import { SendError } from './ports.ts'

let testApp: AccountsApp
beforeAll(async () => {
  testApp = await createTestAccounts({ keepSecrets: false })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.deleteFrom('outbox_message').execute()
  testApp.sms.sent.length = 0
  testApp.sms.failures.length = 0
})

const TO = '+85291234567'
const resetCode = (expiresAt?: Temporal.Instant) =>
  ({ channel: 'sms', to: TO, language: 'zh_HK', template: 'resetCode', params: { code: '123450' }, expiresAt }) as const
const sendCode = (expiresAt?: Temporal.Instant) => testApp.messages.send(testApp.db, resetCode(expiresAt))
const rows = () => testApp.db.selectFrom('outbox_message').selectAll().execute()

test('a listed e-mail has its subject, text and HTML', async () => {
  const request = { channel: 'mail', to: 'a@example.com', language: 'en_US', template: 'emailCode' } as const
  await testApp.messages.send(testApp.db, { ...request, params: { code: '123450' } })
  const [listed] = await testApp.messages.listSent('a@example.com')
  expect(listed).toMatchObject({ subject: expect.stringContaining('123450'), html: expect.stringContaining('<html') })
})

test('concurrent nodes send a message once and erase its parameters', async () => {
  for (let times = 0; times < 25; times++) await sendCode()
  const nodes = Array.from({ length: 4 }, () => createMessages({ ...testApp.deps, ...messageDeps() }))
  const sent = await Promise.all(nodes.map((node) => node.sendDue()))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(25)
  expect(new Set(testApp.sms.sent.map(({ messageId }) => messageId)).size).toBe(25)
  expect(testApp.sms.sent).toHaveLength(25)
  expect(testApp.sms.sent[0]!.text).toContain('123450')
  expect(JSON.stringify(await rows())).not.toContain('123450')
  expect(await testApp.messages.sendDue()).toBe(0)
})

const messageDeps = () => ({
  render: {
    sms: () => '123450',
    mail: () => ({ subject: '', text: '', html: '' }),
    inbox: () => ({ title: '', body: '' }),
  },
  sms: testApp.sms,
  mail: testApp.mail,
  keepSecrets: false,
})

test('a mail server that hangs does not hold up SMS', async () => {
  const email = { channel: 'mail', to: 'a@example.com', language: 'en_US', template: 'emailCode' } as const
  for (let n = 0; n < 12; n++) await testApp.messages.send(testApp.db, { ...email, params: { code: '123450' } })
  await sendCode()
  const answer = Promise.withResolvers<{ providerId: string }>()
  const mail = { ...testApp.mail, send: () => answer.promise }
  const { domainModule } = createMessages({ ...testApp.deps, ...messageDeps(), mail })
  const running = domainModule.scheduledTasks!.filter(({ wakeOn }) => wakeOn).map((task) => task.run(silentWorker))
  await vi.waitFor(() => expect(testApp.sms.sent).toHaveLength(1))
  answer.resolve({ providerId: 'm' })
  await Promise.all(running)
})

test('announcements leave after the codes that were added later', async () => {
  const order: string[] = []
  const mail = {
    ...testApp.mail,
    send: async ({ to }: { to: string }) => ({ providerId: String(order.push(to)) }),
  }
  const node = createMessages({ ...testApp.deps, ...messageDeps(), mail, isWanted: async () => true })
  const request = { channel: 'mail', language: 'en_US' } as const
  for (let n = 0; n < 12; n++)
    await node.send(testApp.db, {
      ...request,
      to: `${n}@example.com`,
      template: 'announcement',
      params: { title: '', body: '', link: '', optOut: '' },
    })
  await node.send(testApp.db, { ...request, to: 'code@example.com', template: 'emailCode', params: { code: '123450' } })
  await node.sendDue()
  expect(order.indexOf('code@example.com')).toBeLessThan(10)
  expect(order).toHaveLength(13)
})

test('a message is sent on behalf of the request that caused it, also after a failure', async () => {
  await inRequest('of-the-press', () => sendCode())
  const during: unknown[] = []
  const sms = {
    ...testApp.sms,
    send: async () => {
      during.push(currentRequestId())
      throw new SendError('busy', 'HTTP 503')
    },
  }
  const { sendDue } = createMessages({ ...testApp.deps, ...messageDeps(), sms })
  await sendDue()
  testApp.clock.advance('PT5S')
  await sendDue()
  expect(during).toEqual(['of-the-press', 'of-the-press'])
  expect(currentRequestId()).toBeNull()
})

test('a rolled back transaction sends nothing', async () => {
  const failed = testApp.db.transaction().execute(async (tx) => {
    await testApp.messages.send(tx, resetCode())
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await testApp.messages.sendDue()).toBe(0)
})

test('a busy provider is retried with increasing delays; the parameters are kept until then', async () => {
  await sendCode()
  testApp.sms.failures.push(new SendError('busy', 'HTTP 503'), new SendError('busy', 'HTTP 503'))
  expect(await testApp.messages.sendDue()).toBe(0)
  expect(await testApp.messages.sendDue()).toBe(0)
  expect(testApp.sms.failures).toHaveLength(1)
  testApp.clock.advance('PT4S')
  await testApp.messages.sendDue()
  expect(testApp.sms.failures).toHaveLength(1)
  testApp.clock.advance('PT1S')
  await testApp.messages.sendDue()
  expect(testApp.sms.failures).toHaveLength(0)
  testApp.clock.advance('PT29S')
  expect(await testApp.messages.sendDue()).toBe(0)
  expect(await rows()).toMatchObject([
    { state: 'waiting', attempts: 2, problem: 'HTTP 503', params: { code: '123450' } },
  ])
  testApp.clock.advance('PT1S')
  expect(await testApp.messages.sendDue()).toBe(1)
  expect(await rows()).toMatchObject([
    { state: 'sent', attempts: 3, problem: null, provider: 'sms-provider', params: {} },
  ])
})

test.each([
  ['refused', new SendError('refused', 'no such number')],
  ['unknown', new SendError('unknown', 'no answer')],
  ['unknown', new Error('something with 123450 in it')],
])('%s: the message is not retried and its parameters are erased', async (state, failure) => {
  await sendCode()
  testApp.sms.failures.push(failure)
  await testApp.messages.sendDue()
  testApp.clock.advance('PT24H')
  expect(await testApp.messages.sendDue()).toBe(0)
  expect(testApp.sms.sent).toEqual([])
  expect(await rows()).toMatchObject([{ state, params: {} }])
  expect(JSON.stringify(await rows())).not.toContain('123450')
})

test('a message claimed by a dead node is not sent again', async () => {
  await sendCode()
  await testApp.db
    .updateTable('outbox_message')
    .set({ state: 'sending', due_at: testApp.clock.now().add({ seconds: 300 }) })
    .execute()
  testApp.clock.advance('PT299S')
  await testApp.messages.sendDue()
  expect(await rows()).toMatchObject([{ state: 'sending' }])
  testApp.clock.advance('PT1S')
  await testApp.messages.sendDue()
  expect(await rows()).toMatchObject([{ state: 'unknown', params: {} }])
  expect(testApp.sms.sent).toEqual([])
})

test('an expired message is not sent', async () => {
  await sendCode(testApp.clock.now().add({ seconds: 180 }))
  testApp.clock.advance('PT180S')
  expect(await testApp.messages.sendDue()).toBe(0)
  expect(await rows()).toMatchObject([{ state: 'expired', params: {} }])
})

test('a failed message does not block others', async () => {
  for (let times = 0; times < 5; times++) await sendCode()
  testApp.sms.failures.push(new SendError('refused', 'no'))
  expect(await testApp.messages.sendDue()).toBe(4)
})

test('a receipt updates only the message of its provider and id', async () => {
  await sendCode()
  const receipt = { provider: 'sms-provider', state: 'delivered' } as const
  await testApp.messages.sendDue()
  const { messageId } = testApp.sms.sent[0]!
  expect(await testApp.messages.recordReceipt({ ...receipt, providerId: 'another' })).toBe(false)
  expect(
    await testApp.messages.recordReceipt({ ...receipt, provider: 'twilio', providerId: `sms-provider-${messageId}` }),
  ).toBe(false)
  expect(await testApp.messages.recordReceipt({ ...receipt, providerId: `sms-provider-${messageId}` })).toBe(true)
  expect(await rows()).toMatchObject([{ state: 'delivered' }])
})

test('sent messages are listed by recipient, the newest first, without erased text', async () => {
  await sendCode()
  testApp.clock.advance('PT1S')
  await testApp.messages.send(testApp.db, { ...resetCode(), to: '+85266123456' })
  expect(await testApp.messages.listSent(TO)).toMatchObject([
    { to: TO, state: 'waiting', text: expect.stringContaining('123450') },
  ])
  await testApp.messages.sendDue()
  const listed = await testApp.messages.listSent()
  expect(listed.map(({ to, state, text }) => [to, state, text])).toEqual([
    ['+85266123456', 'sent', ''],
    [TO, 'sent', ''],
  ])
})

test('an account lists its inbox in its language by page, and marks only its own messages', async () => {
  const post = (accountId: string, name: string) =>
    testApp.messages.post(testApp.db, { accountId, template: 'welcome', params: { name } })
  for (const name of ['A', 'B', 'C']) {
    await post('mine', name)
    testApp.clock.advance('PT1S')
  }
  await post('theirs', 'X')
  const list = (accountId: string, page = 1, language: 'zh_HK' | 'en_US' = 'en_US') =>
    testApp.messages.list({ accountId, language, page, pageSize: 2 })
  const first = await list('mine')
  expect(first).toMatchObject({ total: 3, unread: 3, page: 1, pageSize: 2 })
  expect(first.list.map(({ body }) => body.slice(0, 5))).toEqual(['Hi C!', 'Hi B!'])
  expect((await list('mine', 2, 'zh_HK')).list).toMatchObject([{ title: '歡迎來到港映', read: false }])
  expect((await list('mine', 3)).list).toEqual([])
  await testApp.messages.read(
    'theirs',
    first.list.map(({ messageId }) => messageId),
  )
  expect(await list('mine')).toMatchObject({ unread: 3 })
  await testApp.messages.read('mine', [first.list[0]!.messageId, 'unknown'])
  expect(await list('mine')).toMatchObject({ unread: 2, list: [{ read: true }, { read: false }] })
  const mail = 'shared@example.com'
  const verify = { channel: 'mail', to: mail, language: 'en_US', template: 'emailCode' } as const
  const params = { code: '123450' }
  for (const accountId of ['mine', 'theirs']) await testApp.messages.send(testApp.db, { ...verify, accountId, params })
  await sendCode()
  await testApp.messages.domainModule.personalData?.erase(testApp.db, { accountId: 'mine', number: TO, email: mail })
  // Messages of another account to the same address are kept.
  expect((await rows()).map(({ account_id }) => account_id)).toEqual(['theirs'])
  expect([await list('mine'), await list('theirs')]).toMatchObject([{ total: 0 }, { total: 1 }])
})

test('messages of people without an account are deleted after 30 days, those of members and those that wait are not', async () => {
  const { run } = testApp.messages.domainModule.scheduledTasks!.find(
    ({ name }) => name === 'messages without an account',
  )!
  await sendCode()
  await testApp.messages.send(testApp.db, { ...resetCode(), to: '+85266123456', accountId: 'mine' })
  await testApp.messages.sendDue()
  await testApp.messages.send(testApp.db, { ...resetCode(), to: '+85266123457' })
  const left = async () => (await rows()).map(({ recipient }) => recipient).toSorted()
  testApp.clock.advance(`PT${30 * 24}H`)
  await run(silentWorker)
  expect(await left()).toEqual(['+85266123456', '+85266123457', TO])
  testApp.clock.advance('PT1S')
  await run(silentWorker)
  expect(await left()).toEqual(['+85266123456', '+85266123457'])
})

test('an address without a mailbox is written to no more but for the code that proves it; its member learns of it', async () => {
  const { accountId } = await testApp.aMember('64440001')
  await testApp.db
    .updateTable('account')
    .set({ email: 'Gone@example.com' })
    .where('account_id', '=', accountId)
    .execute()
  const { viewer } = await testApp.signIn('64440001')
  const to = 'gone@example.com'
  const mail = { channel: 'mail', to, language: 'en_US', accountId } as const
  const receipt = { ...mail, template: 'announcement', params: { title: 'a', body: 'b' } } as const
  const statesOf = async () => (await rows()).map(({ state }) => state)
  testApp.mail.failures.push(new SendError('gone', 'SMTP: EENVELOPE RCPT TO 550'))
  await testApp.messages.send(testApp.db, receipt)
  await testApp.messages.sendDue()
  await testApp.messages.send(testApp.db, receipt)
  await testApp.messages.sendDue()
  expect(await statesOf()).toEqual(['refused', 'refused'])
  expect(testApp.mail.sent).toEqual([])
  const inbox = await testApp.messages.list({ accountId, language: 'en_US', page: 1, pageSize: 10 })
  expect(inbox.list.filter(({ body }) => body.includes(to))).toHaveLength(1)
  await testApp.accounts.customers.sendEmailCode(viewer)
  await testApp.messages.sendDue()
  const [proof] = testApp.mail.sent.splice(0)
  const code = /\d{6}/.exec(proof!.text)![0]
  await testApp.accounts.customers.verifyEmail(viewer, code, '203.0.113.9')
  await testApp.messages.send(testApp.db, receipt)
  await testApp.messages.sendDue()
  expect(testApp.mail.sent).toHaveLength(1)
})

test('a mark of one account keeps no mail from another that proves the address, nor from operators', async () => {
  const to = 'shared@example.com'
  for (const mobileno of ['64440002', '64440003']) {
    const { accountId } = await testApp.aMember(mobileno)
    await testApp.db.updateTable('account').set({ email: to }).where('account_id', '=', accountId).execute()
  }
  const { viewer } = await testApp.signIn('64440002')
  testApp.mail.sent.splice(0)
  const announcement = { template: 'announcement', params: { title: 'a', body: 'b' } } as const
  const mail = { channel: 'mail', to, language: 'en_US', ...announcement } as const
  const post = async (accountId?: string) => {
    await testApp.messages.send(testApp.db, { ...mail, accountId })
    await testApp.messages.sendDue()
    return testApp.mail.sent.splice(0).length
  }
  testApp.mail.failures.push(new SendError('gone', 'SMTP: EENVELOPE RCPT TO 550'))
  expect([await post(viewer.accountId), await post(viewer.accountId), await post()]).toEqual([0, 0, 1])
  testApp.clock.advance('PT1H')
  await testApp.accounts.customers.sendEmailCode(viewer)
  await testApp.messages.sendDue()
  const code = /\d{6}/.exec(testApp.mail.sent.splice(0)[0]!.text)![0]
  await testApp.accounts.customers.verifyEmail(viewer, code, '203.0.113.9')
  expect(await post(viewer.accountId)).toBe(1)
  // The mailbox is gone again.
  testApp.clock.advance('PT1H')
  testApp.mail.failures.push(new SendError('gone', 'SMTP: EENVELOPE RCPT TO 550'))
  expect([await post(viewer.accountId), await post(viewer.accountId)]).toEqual([0, 0])
})
