import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNAPPROVED_CREDITS } from '#contract/admin/customer-changes.ts'
import { FINDS_HOURLY, REVEALS_HOURLY } from '#contract/admin/customers.ts'
import { spend, walletOf } from '#server/domains/ledger/index.ts'
import { inTransaction } from '#server/kit/db.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { from, PASSWORD } from '../../../../test/support/accounts.ts'
import { EXAMPLES } from '../../../../test/support/admin-calls.ts'
import { givePlan } from '../../../../test/support/held-plan.ts'
import { aKey, giveCredits } from '../../../../test/support/ledger.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const REASON = 'the member called'
const care = async () => world.signIn(await world.anOperator('care'))
const entriesOf = (accountId: string) =>
  world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', `customer:${accountId}`)
    .orderBy('audit_entry_id')
    .execute()

const changes = (browser: Browser) => (path: string, input: object) =>
  world.call(`/customers/${path}`, keyed({ reason: REASON, ...input }), browser)

describe('find', () => {
  test('finds by whole number, address and id, masked; never by part', async () => {
    const { accountId, number, mobileno } = await world.care.aCustomer()
    const email = `only-${mobileno}@example.com`
    await world.db.updateTable('account').set({ email }).where('account_id', '=', accountId).execute()
    const browser = await care()
    const find = (text: string) => world.call('/customers/find', { text }, browser)
    for (const text of [number, mobileno, `852 ${mobileno}`, email.toUpperCase(), accountId]) {
      const answer = await find(text)
      expect(answer.list).toMatchObject([{ accountId, name: '陳大文', isBlocked: false, isClosing: false }])
      expect(JSON.stringify(answer)).not.toContain(mobileno)
      expect(answer.list[0].maskedNumber).toMatch(/^\+852 9••• ••\d\d$/)
    }
    for (const text of [mobileno.slice(1), mobileno.slice(-4), email.slice(1), accountId.slice(0, -1), '陳大文'])
      expect(await find(text)).toMatchObject({ result: 'SUCCESS', list: [] })
    const entries = await entriesOf(accountId)
    expect(entries).toHaveLength(5)
    expect(JSON.stringify(entries)).not.toContain(mobileno)
  })

  test(`an operator searches ${FINDS_HOURLY} times an hour, also at once`, async () => {
    const { number } = await world.care.aCustomer()
    const browser = await care()
    const call = () => world.call('/customers/find', { text: number }, browser)
    const answers = []
    for (let batch = 0; batch < FINDS_HOURLY / 20 + 1; batch++)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, call))))
    expect(answers.filter(({ result }) => result === 'SUCCESS')).toHaveLength(FINDS_HOURLY)
    expect(answers.filter(({ errorCode }) => errorCode === 'TOO_MANY_TRIES')).toHaveLength(20)
    expect(await world.call('/customers/find', { text: number }, await care())).toMatchObject({ result: 'SUCCESS' })
  })
})

describe('reveal', () => {
  test('answers a field in full with a reason, and records who saw which; without one it is refused', async () => {
    const { accountId, number } = await world.care.aCustomer()
    const browser = await care()
    const call = (input: object) => world.call('/customers/reveal', { accountId, ...input }, browser)
    expect(await call({ field: 'number' })).toMatchObject({ errorCode: 'INVALID_INPUT' })
    expect(await call({ field: 'number', reason: REASON })).toMatchObject({ value: number })
    expect(await call({ field: 'email', reason: REASON })).toMatchObject({ value: 'taiman@example.com' })
    expect(await call({ field: 'birthday', reason: REASON })).toMatchObject({ value: '1990-02-28' })
    const entries = await entriesOf(accountId)
    expect(entries.map(({ action, reason, details }) => [action, reason, details])).toEqual(
      ['number', 'email', 'birthday'].map((field) => ['reveal customer', REASON, { field }]),
    )
    expect(JSON.stringify(entries)).not.toContain(number)
  })

  test(`beyond ${REVEALS_HOURLY} an hour it asks for a code, also when all are asked for at once`, async () => {
    const { accountId, number } = await world.care.aCustomer()
    const operator = await world.anOperator('care')
    const browser = await world.signIn(operator)
    world.clock.advance('PT11M')
    const call = () => world.call('/customers/reveal', { accountId, field: 'number', reason: REASON }, browser)
    const answers = await Promise.all(Array.from({ length: REVEALS_HOURLY + 5 }, call))
    expect(answers.filter(({ value }) => value === number)).toHaveLength(REVEALS_HOURLY)
    expect(answers.filter(({ errorCode }) => errorCode === 'STEP_UP_REQUIRED')).toHaveLength(5)
    expect(await entriesOf(accountId)).toHaveLength(REVEALS_HOURLY)
    expect(await world.call('/session/stepUp', { code: operator.code() }, browser)).toMatchObject({ result: 'SUCCESS' })
    expect(await call()).toMatchObject({ value: number })
    expect(await entriesOf(accountId)).toHaveLength(REVEALS_HOURLY + 1)
  })
})

test('shows plan, credits by bucket with what lapses first, and what stops a sign-in, without a number or address', async () => {
  const { accountId, mobileno } = await world.care.aCustomer()
  await giveCredits(world, accountId, 60, { bucket: 'monthly', days: 20 })
  await giveCredits(world, accountId, 100, { days: 300 })
  await givePlan(world.db, { accountId, now: world.clock.now(), isRenewed: true })
  for (let tries = 0; tries < 5; tries++)
    await world.care.accounts.sessions
      .logIn({ mobileno, areaCode: '852', password: 'wrong' }, from({ address: '203.0.113.77' }))
      .catch(() => undefined)
  const browser = await world.signIn(await world.anOperator('finance'))
  const shown = await world.call('/customers/show', { accountId }, browser)
  expect(shown).toMatchObject({
    credits: 160,
    lapses: [
      { bucket: 'monthly', amount: 60 },
      { bucket: 'recharged', amount: 100 },
    ],
    plan: { state: 'active', kind: 'paypal', canCancel: true, isBeingCancelled: false },
    signInLockedUntil: expect.stringMatching(/^2026-/),
    isOwn: false,
    isBlocked: false,
    maskedEmail: 't•••@example.com',
  })
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${mobileno}|taiman`))
  const { list } = await world.call('/customers/ledger', { filter: { accountId } }, browser)
  expect(list).toMatchObject([
    { bucket: 'recharged', change: 100, balance: 100 },
    { bucket: 'monthly', change: 60, balance: 60 },
  ])
  const first = await world.call('/customers/ledger', { filter: { accountId }, limit: 1 }, browser)
  const second = await world.call('/customers/ledger', { filter: { accountId }, limit: 1, after: first.next }, browser)
  expect([first.list, second.list].flat()).toEqual(list)
  expect(await world.call('/customers/show', { accountId: 'nobody' }, browser)).toMatchObject({
    message: problems.customerUnknown({}),
  })
})

test('messages are listed without what they said and to whom', async () => {
  const { accountId, mobileno } = await world.care.aCustomer()
  const call = changes(await care())
  await call('sendSecret', { accountId, secret: 'password' })
  const { list } = await world.call('/customers/messages', { filter: { accountId } }, await care())
  const templates = list.map(({ template }: { template: string }) => template)
  expect(templates.toSorted()).toEqual(['newPassword', 'passwordReset', 'welcome'])
  expect(Object.keys(list[0]).toSorted()).toEqual(['at', 'channel', 'messageId', 'sentAt', 'state', 'template'])
  expect(JSON.stringify(list)).not.toContain(mobileno)
})

describe('correct', () => {
  const owned = async (accountId: string) => {
    const { pointsMonthly, pointsRecharge } = await world.care.ledger.points(accountId)
    return pointsMonthly + pointsRecharge
  }

  test('books with its entry; above the limit it waits for finance, in sums of the account and of the operator', async () => {
    const [one, other] = [await world.care.aCustomer(), await world.care.aCustomer()]
    const browser = await care()
    const call = changes(browser)
    const correct = ({ accountId }: { accountId: string }, credits: number) =>
      call('correct', { accountId, bucket: 'recharged', credits })
    expect(await correct(one, UNAPPROVED_CREDITS - 50)).toMatchObject({ result: 'SUCCESS' })
    expect(await correct(one, 51)).toMatchObject({ approvalId: expect.any(String) })
    expect(await correct(other, -51)).toMatchObject({ approvalId: expect.any(String) })
    // Another operator, the same account.
    const second = changes(await care())
    const again = await second('correct', { accountId: one.accountId, bucket: 'recharged', credits: 51 })
    expect(again).toMatchObject({ approvalId: expect.any(String) })
    expect(await owned(one.accountId)).toBe(UNAPPROVED_CREDITS - 50)
    const decider = await world.signIn(await world.anOperator('finance'))
    const { list } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, decider)
    const waiting = list.find(({ approvalId }: { approvalId: string }) => approvalId === again.approvalId)
    expect(waiting).toMatchObject({ consequence: { accountId: one.accountId, credits: 51, ownedCredits: 150 } })
    expect(JSON.stringify(list)).not.toContain(one.mobileno)
    const decided = await world.call('/approvals/decide', keyed({ id: again.approvalId, approve: true }), decider)
    expect(decided).toMatchObject({ outcome: 'approved' })
    expect(await owned(one.accountId)).toBe(UNAPPROVED_CREDITS + 1)
    // What a second person approved does not count.
    expect(await correct(one, 50)).toMatchObject({ result: 'SUCCESS' })
    expect(await owned(one.accountId)).toBe(UNAPPROVED_CREDITS + 51)
    const entries = (await entriesOf(one.accountId)).filter(({ action }) => action === 'correct credits')
    expect(entries.map(({ details, before, after }) => [details, before, after])).toMatchObject([
      [{ credits: 150 }, { credits: 0 }, { credits: 150 }],
      [{ credits: 51, approvedBy: expect.any(String) }, { credits: 150 }, { credits: 201 }],
      [{ credits: 50 }, { credits: 201 }, { credits: 251 }],
    ])
    world.clock.advance('PT24H')
    const nextDay = changes(await care())
    const later = await nextDay('correct', {
      accountId: other.accountId,
      bucket: 'recharged',
      credits: UNAPPROVED_CREDITS,
    })
    expect([later.result, later.approvalId]).toEqual(['SUCCESS', undefined])
  })

  test.each([
    ['one account', true],
    ['two accounts', false],
  ])('of two corrections at the limit at once, of %s, one is made alone', async (_what, isSame) => {
    const first = await world.care.aCustomer()
    const second = isSame ? first : await world.care.aCustomer()
    const browser = await care()
    const call = changes(browser)
    const answers = await Promise.all(
      [first, second].map(({ accountId }) =>
        call('correct', { accountId, bucket: 'recharged', credits: UNAPPROVED_CREDITS - 50 }),
      ),
    )
    expect(answers.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(1)
    expect(answers.every(({ result }) => result === 'SUCCESS')).toBe(true)
    const total = (await owned(first.accountId)) + (isSame ? 0 : await owned(second.accountId))
    expect(total).toBe(UNAPPROVED_CREDITS - 50)
  })

  test('a correction and a purchase never take the same credits, in any race', async () => {
    const call = changes(await care())
    for (let round = 0; round < 10; round++) {
      const { accountId } = await world.care.aCustomer()
      await giveCredits(world, accountId, 10)
      const buy = inTransaction(world.db, async (tx) => {
        const at = world.clock.now()
        const walletId = await walletOf(tx, accountId, at)
        return spend(tx, { walletId, amount: 10, kind: 'rent', idempotencyKey: aKey(), actor: 'member', at })
      }).then(
        () => 'bought',
        () => 'refused',
      )
      const [taken, bought] = await Promise.all([
        call('correct', { accountId, bucket: 'recharged', credits: -10 }),
        buy,
      ])
      expect([taken.result, bought]).toEqual(taken.result === 'SUCCESS' ? ['SUCCESS', 'refused'] : ['FAILED', 'bought'])
      expect(await owned(accountId)).toBe(0)
    }
    expect((await world.care.ledger.check())?.differences).toEqual([])
  })
})

test('purchases are stopped and allowed again', async () => {
  const { accountId } = await world.care.aCustomer()
  const call = changes(await care())
  await call('block', { accountId })
  expect(await world.care.ledger.balance(accountId)).toMatchObject({ isBlocked: true })
  await call('unblock', { accountId })
  expect(await world.care.ledger.balance(accountId)).toMatchObject({ isBlocked: false })
  expect((await entriesOf(accountId)).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['block customer', { blocked: false }, { blocked: true }],
    ['unblock customer', { blocked: true }, { blocked: false }],
  ])
})

test('a member who is locked out signs in again once care unlocks it', async () => {
  const { accountId, mobileno } = await world.care.aCustomer()
  const logIn = (password: string, address: string) =>
    world.care.accounts.sessions.logIn({ mobileno, areaCode: '852', password }, from({ address }))
  for (let tries = 0; tries < 5; tries++) await logIn('wrong', '203.0.113.78').catch(() => undefined)
  await expect(logIn(PASSWORD, '203.0.113.79')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await changes(await care())('unlock', { accountId })).toMatchObject({ result: 'SUCCESS' })
  expect(await logIn(PASSWORD, '203.0.113.79')).toMatchObject({ userId: accountId })
})

test('a new password goes to the member by SMS alone: the old one and its sessions end, no answer and no entry has it', async () => {
  const { accountId, number, mobileno } = await world.care.aCustomer()
  const { sessions } = world.care.accounts
  const logIn = (password: string) => sessions.logIn({ mobileno, areaCode: '852', password }, from())
  const before = await logIn(PASSWORD)
  const call = changes(await care())
  const answer = await call('sendSecret', { accountId, secret: 'password' })
  await world.care.messages.sendDue()
  const text = world.care.sms.sent.findLast(({ to }) => to === number)!.text
  const password = /\d{8}/.exec(text)![0]
  expect(JSON.stringify([answer, await entriesOf(accountId)])).not.toContain(password)
  await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  expect(await logIn(password)).toMatchObject({ userId: accountId })
  const token = 'token' in before ? before.token : ''
  await expect(sessions.viewer(token, { language: 'zh_HK', region: 'HK' })).rejects.toMatchObject({
    code: 'SESSION_ENDED',
  })
  // One a minute to a number, five a day.
  expect(await call('sendSecret', { accountId, secret: 'parental' })).toMatchObject({ errorCode: 'TOO_MANY_TRIES' })
  world.clock.advance('PT1M')
  expect(await call('sendSecret', { accountId, secret: 'parental' })).toMatchObject({ result: 'SUCCESS' })
  await world.care.messages.sendDue()
  const code = /\b(\d{4})\b/.exec(world.care.sms.sent.findLast(({ to }) => to === number)!.text)![1]!
  expect(await world.care.accounts.parental.find(accountId)).toMatchObject({ parentalHash: `plain ${code}` })
})

test('a lost device is signed out, or all of them; another account’s is not found', async () => {
  const [{ accountId, mobileno }, other] = [await world.care.aCustomer(), await world.care.aCustomer()]
  const { sessions } = world.care.accounts
  for (const deviceSerial of ['phone', 'tablet', 'tv'])
    await sessions.logIn({ mobileno, areaCode: '852', password: PASSWORD }, from({ deviceSerial }))
  const browser = await care()
  const call = changes(browser)
  const devices = async () => (await world.call('/customers/devices', { filter: { accountId } }, browser)).list
  const [lost] = await devices()
  expect(await call('endDevice', { accountId: other.accountId, deviceId: lost.deviceId })).toMatchObject({
    errorCode: 'NOT_FOUND',
  })
  expect(await call('endDevice', { accountId, deviceId: lost.deviceId })).toMatchObject({ ended: 1 })
  expect(await devices()).toHaveLength(2)
  expect(await call('endDevice', { accountId, deviceId: null })).toMatchObject({ ended: 2 })
  expect(await devices()).toEqual([])
})

test('an account is closed, reopened and held, the last by a second person', async () => {
  const { accountId } = await world.care.aCustomer()
  const browser = await care()
  const call = changes(browser)
  const show = () => world.call('/customers/show', { accountId }, browser)
  expect(await call('reopen', { accountId })).toMatchObject({ message: problems.customerNotClosing({}) })
  await call('close', { accountId })
  expect(await show()).toMatchObject({ closesAt: expect.any(String) })
  expect(await call('close', { accountId })).toMatchObject({ message: problems.customerClosing({}) })
  const { approvalId } = await call('hold', { accountId, days: 30 })
  expect(await show()).toMatchObject({ heldUntil: null })
  const admin = await world.signIn(await world.anOperator('administrator'))
  await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), admin)
  expect(await show()).toMatchObject({ heldUntil: expect.any(String) })
  await call('reopen', { accountId })
  expect(await show()).toMatchObject({ closesAt: null })
})

test('a link to their data goes to the member’s proven address alone, with a fresh code, once a minute', async () => {
  const { accountId } = await world.care.aCustomer()
  const operator = await world.anOperator('care')
  const browser = await world.signIn(operator)
  const call = () => changes(browser)('export', { accountId })
  expect(await call()).toMatchObject({ message: problems.customerEmailUnproven({}) })
  await world.pool.query('update account set email_valid_at = now() where account_id = $1', [accountId])
  const answer = await call()
  expect(answer).toMatchObject({ result: 'SUCCESS' })
  expect(JSON.stringify(answer)).not.toContain('@')
  await world.care.messages.sendDue()
  const sent = world.care.mail.sent.filter(({ text }) => text.includes('https://harbour.test/#/setup'))
  expect(sent.map(({ to }) => to)).toEqual(['taiman@example.com'])
  expect(await call()).toMatchObject({ errorCode: 'TOO_MANY_TRIES' })
  world.clock.advance('PT10M')
  expect(await call()).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
})

test('a plan that no provider renews cannot be cancelled', async () => {
  const { accountId } = await world.care.aCustomer()
  await givePlan(world.db, { accountId, now: world.clock.now() })
  expect(await changes(await care())('cancelPlan', { accountId })).toMatchObject({
    message: problems.customerWithoutRenewal({}),
  })
})

test('why says the one decision on a title, and what would open it', async () => {
  const { accountId } = await world.care.aCustomer()
  const browser = await care()
  const { programId, region } = (await EXAMPLES['/customers/why']!(world)) as { programId: string; region: string }
  const decide = (input: object) => world.call('/customers/why', { accountId, programId, region, ...input }, browser)
  expect(await decide({})).toMatchObject({ access: 'deny', reason: 'PREPARING' })
  expect(await decide({ programId: 'none-such' })).toMatchObject({ access: 'hidden' })
  expect(await decide({ kids: true })).toMatchObject({
    access: 'deny',
    reason: expect.stringMatching(/_REFUSED|PREPARING/),
  })
})

describe('an operator', () => {
  test.each(
    [
      '/customers/correct',
      '/customers/block',
      '/customers/unblock',
      '/customers/endDevice',
      '/customers/unlock',
      '/customers/sendSecret',
      '/customers/cancelPlan',
      '/customers/note',
      '/customers/close',
      '/customers/reopen',
      '/customers/hold',
      '/customers/changeNumber',
      '/customers/keepNumber',
      '/customers/export',
    ].map((path) => ({ path })),
  )('makes no change of an account with their own e-mail address: $path', async ({ path }) => {
    const operator = await world.anOperator('care')
    const browser = await world.signIn(operator)
    const input = (await EXAMPLES[path]!(world)) as { accountId: string }
    const email = operator.email.toUpperCase()
    await world.db.updateTable('account').set({ email }).where('account_id', '=', input.accountId).execute()
    expect(await world.call(path, keyed(input), browser)).toMatchObject({
      errorCode: 'NOT_ALLOWED',
      message: problems.customerIsOwn({}),
    })
    expect(await world.call('/customers/show', { accountId: input.accountId }, browser)).toMatchObject({ isOwn: true })
  })

  test('approves none either', async () => {
    const { accountId } = await world.care.aCustomer()
    const decider = await world.anOperator('finance')
    await world.db.updateTable('account').set({ email: decider.email }).where('account_id', '=', accountId).execute()
    const asked = { accountId, bucket: 'recharged', credits: UNAPPROVED_CREDITS + 1 }
    const { approvalId } = await changes(await care())('correct', asked)
    const browser = await world.signIn(decider)
    const decided = await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), browser)
    expect(decided).toMatchObject({ message: problems.customerIsOwn({}) })
  })
})
