import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import { campaigns, exportAll, image, list, open, remove } from '#contract/admin/submissions.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aCampaignPage, aSubmission } from '../../../../test/support/admin-queue-calls.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let browser: Browser
let operatorId: string
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const operator = await world.anOperator('care')
  operatorId = operator.operatorId
  browser = await world.signIn(operator)
})

const call = (endpoint: { path: string }, input: object, by = browser) => world.call(endpoint.path, input, by)
const rowsOf = async (filter: object, by = browser) => (await call(list, { filter }, by)).list
const entriesOf = (subject: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'operator_id', 'reason', 'details'])
    .where('subject', '=', subject)
    .orderBy('audit_entry_id')
    .execute()
const count = async () =>
  (await world.db.selectFrom('campaign_submission').select('submission_number').execute()).length

test('the list says nothing of who sent what; opening one needs a reason, is on record, and ends its being new', async () => {
  const { accountId } = await world.care.aCustomer()
  const { submissionNumber, codeName } = await aSubmission(world, { accountId, penName: '小樁' })
  const page = await call(list, { filter: { codeName } })
  expect(page).toMatchObject({ total: 1, list: [{ submissionNumber, isMember: true, openedAt: null }] })
  expect(JSON.stringify(page)).not.toMatch(/小樁|student@/)
  expect(JSON.stringify(page)).not.toContain(accountId)
  expect(await call(open, { submissionNumber })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(await entriesOf(`submission:${submissionNumber}`)).toEqual([])
  expect(await call(open, { submissionNumber: submissionNumber.toLowerCase(), reason: 'judging' })).toMatchObject({
    submissionNumber,
    accountId,
    answers: [{ name: 'penName', value: '小樁' }, { value: 'student@example.com' }],
  })
  expect(await entriesOf(`submission:${submissionNumber}`)).toMatchObject([
    { action: 'open campaign submission', operator_id: operatorId, reason: 'judging' },
  ])
  expect(await rowsOf({ codeName, state: 'new' })).toEqual([])
  expect(await rowsOf({ codeName, state: 'opened' })).toMatchObject([{ openedAt: expect.any(String) }])
  expect(await call(open, { submissionNumber: 'NONE-0000', reason: 'judging' })).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.submissionUnknown({ submissionNumber: 'NONE-0000' }),
  })
})

test('pages go on by time and number while submissions come, without one twice or left out', async () => {
  const codeName = await aCampaignPage(world)
  const at = world.clock.now()
  const sent = []
  for (let n = 0; n < 7; n++) sent.push((await aSubmission(world, { codeName, at })).submissionNumber)
  const seen: string[] = []
  let after: string | undefined
  for (;;) {
    const page = await call(list, { filter: { codeName }, sort: 'submittedAt', limit: 3, ...(after && { after }) })
    seen.push(...page.list.map((one: { submissionNumber: string }) => one.submissionNumber))
    if (page.next === null) break
    after = page.next
    if (seen.length === 3) await aSubmission(world, { codeName, at: at.subtract({ hours: 1 }) })
  }
  expect(seen.toSorted()).toEqual(sent.toSorted())
})

test('a picture is shown with a reason, of its field only', async () => {
  const { submissionNumber } = await aSubmission(world, { hasImage: true })
  const reason = 'judging'
  const shown = await call(image, { submissionNumber, field: 'drawing', reason })
  expect(shown).toMatchObject({ contentType: expect.stringMatching(/^image\//) })
  expect(Buffer.from(shown.content, 'base64').length).toBeGreaterThan(20)
  expect(await call(image, { submissionNumber, field: 'other', reason })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await entriesOf(`submission:${submissionNumber}`)).toMatchObject([
    { action: 'open campaign image', details: { field: 'drawing' } },
  ])
})

test('a file has a column for each question, and no cell that a spreadsheet would compute', async () => {
  const { codeName } = await aSubmission(world, { penName: '=1+1' })
  await aSubmission(world, { codeName, penName: '海' })
  const file = await call(exportAll, { codeName, reason: 'the jury' })
  expect(file).toMatchObject({ submissions: 2, isMore: false })
  const [head, ...rows] = (file.csv as string).trimEnd().split('\r\n')
  expect(head).toContain('"Pen name","Email"')
  expect(rows).toHaveLength(2)
  expect(file.csv).toContain(`"'=1+1"`)
  const at = world.clock.now().toZonedDateTimeISO('Asia/Hong_Kong')
  expect(rows[0]).toContain(`,${at.toString({ smallestUnit: 'second', timeZoneName: 'never' })},`)
  expect(await entriesOf(`campaign:${codeName}`)).toMatchObject([
    { action: 'export campaign submissions', reason: 'the jury', details: { submissions: 2 } },
  ])
  expect(await rowsOf({ codeName, state: 'new' })).toEqual([])
  expect(await call(exportAll, { codeName: 'NONE', reason: 'the jury' })).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('a file and a deletion ask for a fresh code of the authenticator', async () => {
  const { submissionNumber, codeName } = await aSubmission(world)
  world.clock.advance('PT11M')
  const reason = 'asked for'
  expect(await call(exportAll, { codeName, reason })).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
  expect(await call(remove, keyed({ submissionNumber, reason }))).toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
  expect(await rowsOf({ submissionNumber })).toHaveLength(1)
})

test('a submission is deleted with its pictures once, also by two at once; the same request answers the same', async () => {
  const { submissionNumber } = await aSubmission(world, { hasImage: true })
  const before = await count()
  const colleague = await world.signIn(await world.anOperator('care'))
  const request = keyed({ submissionNumber, reason: 'its sender asks for it' })
  const answers = await Promise.all([
    call(remove, request),
    call(remove, keyed({ submissionNumber, reason: 'its sender asks for it' }), colleague),
  ])
  expect(answers.map(({ errorCode }) => errorCode ?? 'deleted').toSorted()).toEqual(['NOT_FOUND', 'deleted'])
  if (answers[0].result === 'SUCCESS') expect(await call(remove, request)).toMatchObject({ result: 'SUCCESS' })
  expect(await count()).toBe(before - 1)
  const links = await world.db
    .selectFrom('campaign_upload')
    .select('upload_id')
    .where('submission_number', '=', submissionNumber)
    .execute()
  expect(links).toEqual([])
})

test.each<Role>(['catalogue', 'finance', 'administrator'])('%s sees and deletes no submission', async (role) => {
  const { submissionNumber, codeName } = await aSubmission(world, { penName: '小樁', hasImage: true })
  const other = await world.signIn(await world.anOperator(role))
  const reason = 'curious'
  const calls = [
    [campaigns, {}],
    [list, { filter: { codeName } }],
    [open, { submissionNumber, reason }],
    [image, { submissionNumber, field: 'drawing', reason }],
    [exportAll, { codeName, reason }],
    [remove, keyed({ submissionNumber, reason })],
  ] as const
  for (const [endpoint, input] of calls) {
    const answer = await call(endpoint, input, other)
    expect(answer).toMatchObject({ errorCode: 'NOT_ALLOWED' })
    expect(JSON.stringify(answer)).not.toMatch(/小樁|student@/)
  }
  expect(await rowsOf({ submissionNumber })).toMatchObject([{ openedAt: null }])
})
