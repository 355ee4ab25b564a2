import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addWord,
  decide,
  list,
  listedWords,
  PAUSE_DAYS,
  pause,
  removeWord,
  resume,
  show,
  UNDO_SECONDS,
  undo,
} from '#contract/admin/comments.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { sql } from '#server/kit/db.ts'
import { aComment } from '../../../../test/support/admin-queue-calls.ts'
import { FINE } from '../../../../test/support/comments.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
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

type Made = Awaited<ReturnType<typeof aComment>>

const call = (endpoint: { path: string }, input: object, by = browser) => world.call(endpoint.path, input, by)
const approval = ({ commentId, version }: Made, more: object = {}) => ({ commentId, version, approve: true, ...more })
const rejection = (made: Made, more: object = {}) => ({
  ...approval(made),
  approve: false,
  reasons: ['advert', 'personalData'],
  ...more,
})
const decisions = (...given: object[]) => call(decide, keyed({ decisions: given }))
const stored = (commentId: string) =>
  world.db.selectFrom('comment').selectAll().where('comment_id', '=', commentId).executeTakeFirstOrThrow()
const entriesOf = (commentId: string) =>
  world.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', `comment:${commentId}`)
    .orderBy('audit_entry_id')
    .execute()
const heard = async (accountId: string) =>
  (await world.care.messages.list({ accountId, language: 'en_US', page: 1, pageSize: 20 })).list
    .filter(({ title }) => title.includes('comment'))
    .map(({ title, body }) => `${title}: ${body}`)
const tell = async () => {
  world.clock.advance(`PT${UNDO_SECONDS + 1}S`)
  await world.comments.domainModule.scheduledTasks![0]!.run({} as never)
}
const report = (commentId: string, accountId: string) =>
  sql`insert into comment_report (comment_id, account_id, reason, reported_at)
    values (${commentId}, ${accountId}, 'abuse', ${world.clock.now()})`.execute(world.db)

test('the queue has what waits and what members report, oldest first, page by page, and says why', async () => {
  const text = `${FINE}聯絡 wechat 或致電 9123 4567。`
  const first = await aComment(world, { text, why: ['link', 'word'] })
  world.clock.advance('PT1M')
  const { programId } = first
  const reported = await aComment(world, { programId, status: 'published' })
  await report(reported.commentId, first.accountId)
  await aComment(world, { programId, status: 'published' })
  await aComment(world, { programId, status: 'rejected', why: ['rejected'] })
  const page = await call(list, { filter: { programId }, limit: 1 })
  expect(page).toMatchObject({ total: 2, isMore: false })
  expect(page.list).toMatchObject([
    {
      commentId: first.commentId,
      name: '西環末班車',
      why: ['link', 'word'],
      status: 'waiting',
      reports: [],
      version: 1,
    },
  ])
  const [{ marks }] = page.list
  expect(marks.map(({ from, to }: { from: number; to: number }) => text.slice(from, to))).toEqual([
    'wechat',
    '9123 4567',
  ])
  const next = await call(list, { filter: { programId }, limit: 1, after: page.next })
  expect(next.list).toMatchObject([{ commentId: reported.commentId, reports: [{ reason: 'abuse', count: 1 }] }])
  expect(next.next).toBeNull()
  const found = async (filter: object) => (await call(list, { filter: { programId, ...filter } })).list.length
  expect(await found({ why: 'reported' })).toBe(1)
  expect(await found({ why: 'word' })).toBe(1)
  expect(await found({ text: 'WeChat' })).toBe(1)
  expect(await found({ text: '%' })).toBe(0)
  expect(await found({ state: 'published' })).toBe(2)
  expect(await found({ state: 'rejected' })).toBe(1)
  expect(JSON.stringify(page)).not.toContain(first.accountId)
})

test('many are decided at once, each on record with its reasons; the author is told why, a minute later', async () => {
  const [good, bad] = [await aComment(world), await aComment(world)]
  const spoiler = await aComment(world)
  const answer = await decisions(
    approval(good),
    rejection(bad, { note: 'Please leave the number out.' }),
    approval(spoiler, { spoiler: true }),
  )
  expect(answer).toMatchObject({ result: 'SUCCESS', skipped: [] })
  expect(answer.done.toSorted()).toEqual([good, bad, spoiler].map(({ commentId }) => commentId).toSorted())
  expect(await stored(good.commentId)).toMatchObject({ status: 'published', version: 2, spoiler: false })
  expect(await stored(bad.commentId)).toMatchObject({ status: 'rejected', version: 2 })
  expect(await stored(spoiler.commentId)).toMatchObject({ status: 'published', spoiler: true })
  expect(await entriesOf(bad.commentId)).toMatchObject([
    {
      action: 'decide comment',
      operator_id: operator.operatorId,
      before: { status: 'waiting' },
      after: { status: 'rejected' },
      details: { programId: bad.programId, reasons: ['advert', 'personalData'], note: 'Please leave the number out.' },
    },
  ])
  expect(await heard(bad.accountId)).toEqual([])
  await tell()
  await tell()
  const [message, ...others] = await heard(bad.accountId)
  expect(others).toEqual([])
  expect(message).toContain(
    'Reason: promotion or advert, personal data. Note from our team: “Please leave the number out.”',
  )
  expect(await heard(good.accountId)).toHaveLength(1)
})

test('a decision is taken back before its author is told, by its operator alone, with its reports and holds', async () => {
  const made = await aComment(world, { status: 'published' })
  const reader = await world.care.aCustomer()
  await report(made.commentId, reader.accountId)
  const { batchId } = await decisions(rejection(made))
  const colleague = await world.signIn(await world.anOperator('care'))
  expect(await call(undo, keyed({ batchId }), colleague)).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: problems.decisionUnknown({}),
  })
  expect(await call(undo, keyed({ batchId }))).toMatchObject({ done: [made.commentId] })
  expect(await stored(made.commentId)).toMatchObject({ status: 'published', review_reasons: [], version: 3 })
  const queued = await call(list, { filter: { programId: made.programId } })
  expect(queued.list).toMatchObject([{ commentId: made.commentId, reports: [{ count: 1 }] }])
  const holds = world.db.selectFrom('comment_hold').selectAll().where('account_id', '=', made.accountId)
  expect(await holds.execute()).toEqual([])
  expect((await entriesOf(made.commentId)).map(({ action }) => action)).toEqual([
    'decide comment',
    'undo comment decision',
  ])
  await tell()
  expect(await heard(made.accountId)).toEqual([])
  expect(await call(undo, keyed({ batchId }))).toMatchObject({ errorCode: 'CONFLICT' })
})

test('what its author knows is not taken back', async () => {
  const made = await aComment(world)
  const { batchId } = await decisions(approval(made))
  await tell()
  expect(await call(undo, keyed({ batchId }))).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.decisionTold({}),
  })
  expect(await stored(made.commentId)).toMatchObject({ status: 'published' })
})

test('of two who decide at once one does, and the other is told which were skipped', async () => {
  const made = await Promise.all([1, 2, 3].map(() => aComment(world)))
  const colleague = await world.signIn(await world.anOperator('care'))
  const [one, other] = await Promise.all([
    decisions(...made.map((each) => approval(each))),
    call(decide, keyed({ decisions: made.toReversed().map((each) => rejection(each)) }), colleague),
  ])
  expect([one.done.length, other.done.length].toSorted()).toEqual([0, 3])
  const loser = one.done.length === 0 ? one : other
  expect(loser.skipped).toHaveLength(3)
  expect(loser.skipped[0].why).toBe('changed')
  const rows = await Promise.all(made.map(({ commentId }) => stored(commentId)))
  expect(new Set(rows.map(({ status }) => status)).size).toBe(1)
})

test('a comment that is gone, one’s own, and one that was edited are skipped; the others are decided', async () => {
  const [edited, own, good] = await Promise.all([aComment(world), aComment(world), aComment(world)])
  await sql`update comment set version = 2 where comment_id = ${edited.commentId}`.execute(world.db)
  await world.db
    .updateTable('account')
    .set({ email: operator.email.toUpperCase() })
    .where('account_id', '=', own.accountId)
    .execute()
  const gone = { ...edited, commentId: 'gone' }
  const answer = await decisions(...[edited, own, gone, good].map((each) => approval(each)))
  expect(answer.done).toEqual([good.commentId])
  expect(
    Object.fromEntries(answer.skipped.map((one: { commentId: string; why: string }) => [one.commentId, one.why])),
  ).toEqual({
    [edited.commentId]: 'changed',
    [own.commentId]: 'own',
    gone: 'gone',
  })
  expect(await stored(own.commentId)).toMatchObject({ status: 'waiting' })
})

test.each([
  ['a rejection without a reason', { approve: false, reasons: [] }],
  ['an approval with one', { approve: true, reasons: ['advert'] }],
  ['a reason that there is not', { approve: false, reasons: ['dull'] }],
  ['a note too long', { approve: false, reasons: ['other'], note: 'x'.repeat(201) }],
])('%s is refused', async (_, more) => {
  const made = await aComment(world)
  expect(await decisions({ ...approval(made), ...more })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  expect(await stored(made.commentId)).toMatchObject({ status: 'waiting' })
})

test('the record of an author has their decisions, reports and other comments, and no number or address', async () => {
  const made = await aComment(world)
  const before = await aComment(world, { accountId: made.accountId, programId: made.programId })
  await decisions(rejection(before))
  const reportedOne = await aComment(world)
  await report(reportedOne.commentId, made.accountId)
  await decisions(rejection({ ...reportedOne }))
  const shown = await call(show, { commentId: made.commentId })
  expect(shown.title).toMatchObject({ programId: made.programId, votes: 0, name: { en_US: expect.any(String) } })
  expect(shown.author).toMatchObject({
    accountId: made.accountId,
    published: 0,
    rejected: 1,
    waiting: 1,
    reports: 1,
    upheld: 1,
    recent: [{ commentId: before.commentId, status: 'rejected', reasons: ['advert', 'personalData'] }],
  })
  expect(JSON.stringify(shown)).not.toMatch(/@|\+852/)
  expect((await call(show, { commentId: before.commentId })).decisions).toMatchObject([
    { status: 'rejected', reasons: ['advert', 'personalData'], note: null, isUndone: false },
  ])
  expect(await call(show, { commentId: 'gone' })).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('words are listed, added and removed, on record', async () => {
  expect(await call(addWord, keyed({ word: ' Bad Film！' }))).toMatchObject({ word: 'badfilm' })
  expect((await call(listedWords, {})).list).toContain('badfilm')
  expect(await call(removeWord, keyed({ word: 'bad film' }))).toMatchObject({ word: 'badfilm' })
  expect((await call(listedWords, {})).list).not.toContain('badfilm')
  expect(await call(removeWord, keyed({ word: 'bad film' }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await call(addWord, keyed({ word: '。a' }))).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('an author who is paused is told, is said to be, and writes again once the days are over or an operator lets them', async () => {
  const { accountId, commentId } = await aComment(world)
  const pausedUntil = async () => (await call(show, { commentId })).author.pausedUntil as string | null
  expect(await pausedUntil()).toBeNull()
  expect(await call(resume, keyed({ accountId, reason: 'a mistake' }))).toMatchObject({
    message: problems.authorNotPaused({}),
  })
  const paused = await call(pause, keyed({ accountId, reason: 'adverts' }))
  expect(await pausedUntil()).toBe(paused.pausedUntil)
  expect(Date.parse(paused.pausedUntil) - world.clock.nowMs()).toBe(PAUSE_DAYS * 86_400_000)
  expect(await heard(accountId)).toEqual([expect.stringContaining('can’t post or edit comments until')])
  await call(resume, keyed({ accountId, reason: 'a mistake' }))
  expect(await pausedUntil()).toBeNull()
  const entries = await world.db
    .selectFrom('audit_entry')
    .select(['action', 'reason', 'after'])
    .where('subject', '=', `customer:${accountId}`)
    .orderBy('audit_entry_id')
    .execute()
  expect(entries).toMatchObject([
    { action: 'pause author', reason: 'adverts', after: { pausedUntil: paused.pausedUntil } },
    { action: 'resume author', after: { pausedUntil: null } },
  ])
  expect(await call(pause, keyed({ accountId: 'none', reason: 'adverts' }))).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test('no operator pauses or resumes the author with their own address', async () => {
  const { accountId } = await aComment(world)
  await world.db.updateTable('account').set({ email: operator.email }).where('account_id', '=', accountId).execute()
  for (const endpoint of [pause, resume])
    expect(await call(endpoint, keyed({ accountId, reason: 'me' }))).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})
