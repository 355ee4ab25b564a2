import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#server/kit/db.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { from, PASSWORD } from '../../../../test/support/accounts.ts'
import { aNewNumber } from '../../../../test/support/admin-number-calls.ts'
import { silentWorker } from '../../../../test/support/ledger.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())

const REASON = 'lost the SIM'
const signedInAs = async (...roles: ('care' | 'administrator')[]) => world.signIn(await world.anOperator(...roles))
const requestNumber = (accountId: string, given: object, browser: Browser) =>
  world.call('/customers/changeNumber', keyed({ accountId, reason: REASON, ...given }), browser)
const decide = async (id: string, browser: Browser) =>
  world.call('/approvals/decide', keyed({ id, approve: true }), browser)
const accountOf = (accountId: string) =>
  world.db.selectFrom('account').select(['number']).where('account_id', '=', accountId).executeTakeFirstOrThrow()
const runDue = () => world.care.customers.numbers.carryOutDue(silentWorker)
const entriesOf = async (accountId: string) =>
  (
    await world.db
      .selectFrom('audit_entry')
      .select(['action', 'before', 'after', 'details'])
      .where('subject', '=', `customer:${accountId}`)
      .orderBy('audit_entry_id')
      .execute()
  ).filter(({ action }) => /number/.test(action))
const logIn = (mobileno: string) =>
  world.care.accounts.sessions.logIn({ mobileno, areaCode: '852', password: PASSWORD }, from())
const smsTo = async (number: string) => {
  await world.care.messages.sendDue()
  return world.care.sms.sent.filter(({ to }) => to === number).map(({ text }) => text)
}

/** Asked for by customer care, approved by an administrator. */
async function approved(accountId: string, given: object): Promise<void> {
  const { approvalId } = await requestNumber(accountId, given, await signedInAs('care'))
  expect(await decide(approvalId, await signedInAs('administrator'))).toMatchObject({ result: 'SUCCESS' })
}

test('another number needs a second person and a day; then sessions end and both numbers are told', async () => {
  const { accountId, number, mobileno } = await world.care.aCustomer()
  const given = aNewNumber()
  const next = `+852${given.mobileno}`
  const before = await logIn(mobileno)
  const { approvalId } = await requestNumber(accountId, given, await signedInAs('care'))
  expect(approvalId).toBeTruthy()
  const asked = async () => {
    const query = { filter: {}, sort: '-askedAt' }
    const { list } = await world.call('/approvals/list', query, await signedInAs('administrator'))
    const { input } = await world.db
      .selectFrom('approval')
      .select('input')
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow()
    return { shown: JSON.stringify(list), input: JSON.stringify(input) }
  }
  expect(await asked()).toEqual({
    shown: expect.not.stringContaining(given.mobileno),
    input: expect.stringContaining(given.mobileno),
  })
  world.clock.advance('PT1H')
  await runDue()
  expect(await smsTo(number)).not.toContainEqual(expect.stringMatching(/另一手提電話號碼/))
  expect(await decide(approvalId, await signedInAs('administrator'))).toMatchObject({ result: 'SUCCESS' })
  expect((await asked()).input).not.toContain(given.mobileno)
  expect(await smsTo(number)).toContainEqual(expect.stringMatching(/另一手提電話號碼/))
  expect(await smsTo(next)).toContainEqual(expect.stringMatching(/起用作帳戶登入/))
  world.clock.advance('PT23H59M')
  await runDue()
  expect(await accountOf(accountId)).toEqual({ number })
  world.clock.advance('PT1M')
  await Promise.all([runDue(), runDue()])
  expect(await accountOf(accountId)).toEqual({ number: next })
  await expect(
    world.care.accounts.sessions.viewer('token' in before ? before.token : '', { language: 'zh_HK', region: 'HK' }),
  ).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  await expect(logIn(mobileno)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  expect(await logIn(given.mobileno)).toMatchObject({ userId: accountId })
  for (const to of [number, next]) expect((await smsTo(to)).filter((text) => text.includes('已更改'))).toHaveLength(1)
  const entries = await entriesOf(accountId)
  expect(entries.map(({ action }) => action)).toEqual([
    'ask for another number of customer',
    'change number of customer',
  ])
  expect(entries[0]).toMatchObject({ details: { proofs: ['email', 'order'], approvedBy: expect.any(String) } })
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${mobileno}|${given.mobileno}`))
})

test('a number that has an account, or is about to get one, that of the account itself and none are refused', async () => {
  const [{ accountId, mobileno }, other] = [await world.care.aCustomer(), await world.care.aCustomer()]
  const browser = await signedInAs('care')
  const given = aNewNumber()
  const refused = async (change: object) =>
    (await requestNumber(accountId, { ...given, ...change }, browser)).message as string
  expect(await refused({ mobileno: other.mobileno })).toBe(problems.customerNumberTaken({}))
  expect(await refused({ mobileno })).toBe(problems.customerNumberSame({}))
  for (const wrong of [
    { mobileno: '12345678' },
    { mobileno: '' },
    { proofs: ['email'] },
    { proofs: ['email', 'email'] },
  ])
    expect(await requestNumber(accountId, { ...given, ...wrong }, browser)).toMatchObject({
      errorCode: 'INVALID_INPUT',
    })
  await approved(other.accountId, given)
  const { approvalId } = await requestNumber(accountId, given, browser)
  expect(await decide(approvalId, await signedInAs('administrator'))).toMatchObject({
    message: problems.customerNumberTaken({}),
  })
  expect(await requestNumber(other.accountId, aNewNumber(), browser)).toMatchObject({
    message: problems.customerNumberChanging({}),
  })
})

test('who registers the number meanwhile has it: the account keeps its own, and its member is told', async () => {
  const { accountId, number } = await world.care.aCustomer()
  const given = aNewNumber()
  await approved(accountId, given)
  const { accountId: registered } = await world.care.aCustomer()
  await sql`update account set number = ${`+852${given.mobileno}`} where account_id = ${registered}`.execute(world.db)
  const before = await logIn(number.slice(4))
  world.clock.advance('PT24H')
  await runDue()
  expect(await accountOf(accountId)).toEqual({ number })
  expect(before).toMatchObject({ userId: accountId })
  expect((await entriesOf(accountId)).at(-1)).toMatchObject({ action: 'fail to change number of customer' })
})

test('a registration that commits during the change wins, and no account loses its number', async () => {
  const { accountId, number } = await world.care.aCustomer()
  const given = aNewNumber()
  await approved(accountId, given)
  const { accountId: registered } = await world.care.aCustomer()
  world.clock.advance('PT24H')
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('update account set number = $1 where account_id = $2', [`+852${given.mobileno}`, registered])
  const running = runDue()
  await vi.waitFor(async () => {
    const { rows } = await client.query('select from pg_locks where not granted')
    expect(rows.length).toBeGreaterThan(0)
  })
  await client.query('commit')
  client.release()
  await running
  await runDue()
  expect(await accountOf(accountId)).toEqual({ number })
  expect(await accountOf(registered)).toEqual({ number: `+852${given.mobileno}` })
  expect((await entriesOf(accountId)).at(-1)).toMatchObject({ action: 'fail to change number of customer' })
})

test('a member who objects keeps their number, once', async () => {
  const { accountId, number } = await world.care.aCustomer()
  const browser = await signedInAs('care')
  await approved(accountId, aNewNumber())
  expect(await world.call('/customers/show', { accountId }, browser)).toMatchObject({
    newNumber: { maskedNumber: expect.stringMatching(/^\+852 6•••/), dueAt: expect.any(String) },
  })
  const keep = () => world.call('/customers/keepNumber', keyed({ accountId, reason: 'objects' }), browser)
  expect(await keep()).toMatchObject({ result: 'SUCCESS' })
  expect(await keep()).toMatchObject({ message: problems.customerNumberNotChanging({}) })
  world.clock.advance('PT25H')
  await runDue()
  expect(await accountOf(accountId)).toEqual({ number })
  expect(await world.call('/customers/show', { accountId }, await signedInAs('care'))).toMatchObject({
    newNumber: null,
  })
})

test('an account that is being closed gets no other number', async () => {
  const { accountId } = await world.care.aCustomer()
  await world.care.accounts.closing.schedule(world.db, { accountId })
  expect(await requestNumber(accountId, aNewNumber(), await signedInAs('care'))).toMatchObject({
    message: problems.customerClosing({}),
  })
})

test('finance and catalogue ask for no other number', async () => {
  const { accountId } = await world.care.aCustomer()
  for (const role of ['finance', 'catalogue'] as const) {
    const browser = await world.signIn(await world.anOperator(role))
    for (const path of ['changeNumber', 'keepNumber'])
      expect(
        await world.call(`/customers/${path}`, keyed({ accountId, reason: REASON, ...aNewNumber() }), browser),
      ).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  }
})
