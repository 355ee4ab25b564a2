import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  answer,
  CASE_KINDS,
  close,
  create,
  handle,
  image,
  list,
  open,
  reopen,
  templates,
} from '#contract/admin/contact.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aCase, aPicturedCase } from '../../../../test/support/admin-queue-calls.ts'
import { A_MESSAGE } from '../../../../test/support/contact.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
  versionOf,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let operator: TestOperator
let browser: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  operator = await world.anOperator('care')
  browser = await world.signIn(operator)
})

const call = (endpoint: { path: string }, input: object, by = browser) => world.call(endpoint.path, input, by)
const change = (endpoint: { path: string }, input: object, by = browser) => call(endpoint, keyed(input), by)
const entriesOf = async (caseNumber: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'operator_id', 'before', 'after', 'details'])
    .where('subject', '=', `contact:${caseNumber}`)
    .orderBy('audit_entry_id')
    .execute()
const rowOf = async (caseNumber: string) => (await call(list, { filter: { caseNumber } })).list[0]
const mailsTo = async (email: string) => {
  await world.care.messages.sendDue()
  return world.care.mail.sent.filter(({ to }) => to === email)
}

test('the list has cases by their due time and nothing of who wrote them; reading one is on record', async () => {
  const { caseNumber } = await aCase(world, { kind: 'dataAccess' })
  const urgent = await aCase(world, { kind: 'incident' })
  const page = await call(list, {})
  const numbers = page.list.map((one: { caseNumber: string }) => one.caseNumber)
  expect(numbers.indexOf(urgent.caseNumber)).toBeLessThan(numbers.indexOf(caseNumber))
  expect(JSON.stringify(page)).not.toMatch(/陳子晴|visitor@|8123/)
  const opened = await call(open, { caseNumber })
  const { name, phone, email, content } = A_MESSAGE
  expect(opened).toMatchObject({ name, phone, email, content, answers: [], kind: 'dataAccess', version: 1 })
  expect(await entriesOf(caseNumber)).toMatchObject([
    { action: 'open contact message', operator_id: operator.operatorId, before: null, after: null },
  ])
  expect(await call(open, { caseNumber: 'NONE-0000' })).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.caseUnknown({ caseNumber: 'NONE-0000' }),
  })
})

test('an answer is mailed in the language of the sender, and kept with the name of its operator', async () => {
  const email = 'reader@example.com'
  const { caseNumber } = await aCase(world, { email, language: 'en_US' })
  expect(await change(answer, { caseNumber, version: 1, text: ' It is mended.\nTry again. ' })).toMatchObject({
    version: 2,
  })
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail!.subject).toContain(caseNumber)
  for (const line of ['It is mended.', 'Try again.']) expect(mail!.text).toContain(line)
  expect(await call(open, { caseNumber })).toMatchObject({
    state: 'answered',
    answers: [{ text: 'It is mended.\nTry again.', by: operator.name }],
  })
  const entries = await entriesOf(caseNumber)
  expect(entries[0]).toMatchObject({ action: 'answer contact message', details: { answers: 1 } })
  expect(JSON.stringify(entries)).not.toContain('mended')
})

test('of two who answer at once one does; the other is told by whom, and sends nothing', async () => {
  const email = 'both@example.com'
  const { caseNumber } = await aCase(world, { email })
  const colleague = await world.signIn(await world.anOperator('care'))
  const answers = await Promise.all([
    change(answer, { caseNumber, version: 1, text: 'One.' }),
    change(answer, { caseNumber, version: 1, text: 'Two.' }, colleague),
  ])
  expect(answers.map(({ errorCode }) => errorCode ?? 'sent').toSorted()).toEqual(['VERSION_CONFLICT', 'sent'])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a case is closed, reopened, and answered again, which opens it', async () => {
  const { caseNumber } = await aCase(world)
  expect(await change(close, { caseNumber })).toMatchObject({ result: 'SUCCESS' })
  expect(await change(close, { caseNumber })).toMatchObject({ message: problems.caseClosed({ caseNumber }) })
  expect(await rowOf(caseNumber)).toMatchObject({ state: 'closed', closedAt: expect.any(String) })
  expect(await change(reopen, { caseNumber })).toMatchObject({ result: 'SUCCESS' })
  expect(await rowOf(caseNumber)).toMatchObject({ state: 'open', closedAt: null })
  expect(await change(reopen, { caseNumber })).toMatchObject({ message: problems.caseNotClosed({ caseNumber }) })
  await change(answer, { caseNumber, version: 3, text: 'Done.' })
  await change(close, { caseNumber })
  await change(reopen, { caseNumber })
  expect(await rowOf(caseNumber)).toMatchObject({ state: 'answered' })
  expect((await entriesOf(caseNumber)).map(({ action }) => action)).toContain('reopen contact message')
})

test('an operator takes a case, gives it back and says what it is about, which moves its due time', async () => {
  const { caseNumber } = await aCase(world)
  const { dueAt } = await rowOf(caseNumber)
  await change(handle, { caseNumber, version: 1, isMine: true })
  expect(await rowOf(caseNumber)).toMatchObject({ owner: { operatorId: operator.operatorId, name: operator.name } })
  const mine = await call(list, { filter: { owner: 'mine' } })
  expect(mine.list.map((one: { caseNumber: string }) => one.caseNumber)).toEqual([caseNumber])
  await change(handle, { caseNumber, version: 2, kind: 'correction' })
  const moved = await rowOf(caseNumber)
  expect(moved).toMatchObject({ kind: 'correction', owner: { operatorId: operator.operatorId } })
  expect(Date.parse(moved.dueAt) - Date.parse(dueAt)).toBe(37 * 86_400_000)
  await change(handle, { caseNumber, version: 3, isMine: false })
  expect(await rowOf(caseNumber)).toMatchObject({ owner: null })
  expect((await entriesOf(caseNumber))[1]).toMatchObject({
    action: 'change contact case',
    before: { kind: 'question' },
    after: { kind: 'correction' },
  })
})

test.each(['disabled', 'care no more'])('the open cases of an operator who is %s have no owner', async (why) => {
  const [taken, closed] = [await aCase(world, {}), await aCase(world, {})]
  for (const { caseNumber } of [taken, closed]) await change(handle, { caseNumber, version: 1, isMine: true })
  await change(close, { caseNumber: closed.caseNumber })
  const admin = await world.signIn(await world.anOperator('administrator'))
  const of = { id: operator.operatorId, version: await versionOf(world, operator), reason: 'left' }
  const [path, input] =
    why === 'disabled' ? ['/operators/disable', of] : ['/operators/roles', { ...of, roles: ['catalogue'] }]
  expect(await world.call(path as string, keyed(input as object), admin)).toMatchObject({ result: 'SUCCESS' })
  browser = await world.signIn(await world.anOperator('care'))
  expect(await rowOf(taken.caseNumber)).toMatchObject({ owner: null })
  expect(await rowOf(closed.caseNumber)).toMatchObject({ owner: { operatorId: operator.operatorId } })
})

test('a case that is opened by hand is the operator’s own, and its sender is answered', async () => {
  const { accountId } = await world.care.aCustomer()
  const given = {
    kind: 'dataAccess',
    theme: 'other',
    senderLanguage: 'en_US',
    name: 'Chan Tai Man',
    phone: '',
    accountId,
    email: 'letter@example.com',
    content: 'Asked for a copy by letter.',
  }
  const { caseNumber } = await change(create, given)
  expect(await rowOf(caseNumber)).toMatchObject({
    owner: { operatorId: operator.operatorId },
    openedBy: operator.name,
    isMember: true,
    language: 'en_US',
  })
  expect(await change(create, { ...given, accountId: 'nobody' })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await change(create, { ...given, email: 'letter' })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  const entries = await entriesOf(caseNumber)
  expect(entries).toMatchObject([{ action: 'open contact case', after: { kind: 'dataAccess', theme: 'other' } }])
  expect(JSON.stringify(entries)).not.toMatch(/Chan|letter@/)
})

test('a picture is shown once it is asked for, on record; a case without one says so', async () => {
  const { caseNumber } = await aPicturedCase(world)
  const shown = await call(image, { caseNumber })
  expect(shown.contentType).toBe('image/jpeg')
  expect(Buffer.from(shown.content, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(await entriesOf(caseNumber)).toMatchObject([{ action: 'open contact image' }])
  const plain = await aCase(world)
  expect(await call(image, plain)).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await entriesOf(plain.caseNumber)).toEqual([])
})

test('every kind has a template in both languages, which an administrator changes', async () => {
  const { list: found } = await call(templates, {})
  expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(CASE_KINDS)
  for (const { text } of found)
    expect(text).toMatchObject({ zh_HK: expect.stringMatching(/./), en_US: expect.stringMatching(/./) })
  const administrator = await world.signIn(await world.anOperator('administrator'))
  const { answers } = world.settings.current()
  const value = { ...answers, refund_en_US: 'Hi,\n\nyour money is back.' }
  const { list: settings } = await call({ path: '/settings/find' }, {}, administrator)
  const { version } = settings.find(({ name }: { name: string }) => name === 'answers')
  expect(await change({ path: '/settings/save' }, { name: 'answers', value, version }, administrator)).toMatchObject({
    result: 'SUCCESS',
  })
  await world.settings.refresh()
  const { list: changed } = await call(templates, {})
  expect(changed.find(({ kind }: { kind: string }) => kind === 'refund').text.en_US).toBe('Hi,\n\nyour money is back.')
})
