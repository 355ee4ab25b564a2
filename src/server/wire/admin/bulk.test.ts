import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UNAPPROVED_MAX, type BulkChange } from '#contract/admin/bulk.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

let world: OperatorsWorld
let ann: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
})
beforeEach(async () => {
  ann = await world.signIn(await world.anOperator('catalogue'))
})
afterAll(() => world.close())

const call = (path: string, input: object, browser = ann) => world.call(`/titles/${path}`, input, browser)

/** Published titles that a text finds. */
async function published(count: number, change: Partial<TitleContent> = {}) {
  const mark = newId()
  const { operatorId } = await world.anOperator('catalogue')
  const programIds = Array.from({ length: count }, (_, at) => `${mark}-${at}`)
  for (const programId of programIds)
    await inTransaction(world.db, (tx) =>
      world.titles.publication.publish(
        tx,
        { operatorId, actor: 'operator:ida' },
        { programId, content: aTitleContent({ ...change, title: { zh_HK: '燈', en_US: mark } }), version: undefined },
      ),
    )
  return { programIds, titles: programIds.map((programId) => ({ programId, version: 1 })), filter: { text: mark } }
}

const contentOf = async (programId: string) => (await call('find', { programId })).content as TitleContent

async function start(selection: object, change: BulkChange): Promise<string> {
  const { jobId } = await call('bulk', keyed({ ...selection, change }))
  return jobId as string
}

const HORROR: BulkChange = { field: 'genres', add: ['horror'], remove: [] }

test('a dry run says what would change and what not, and changes nothing; the job then does just that', async () => {
  const { programIds, titles } = await published(4)
  const [same, changed, refused] = programIds as [string, string, string]
  await world.updateTitle(same, { vodTypes: ['PAY PER RENT'], credits: 9 })
  await world.updateTitle(changed, { releaseYear: 1_990 })
  const seen = titles.map((title) => (title.programId === same ? { ...title, version: 2 } : title))
  const draft = newId()
  await call('saveDraft', { programId: draft, draft: aTitleContent(), baseVersion: 0 })
  const selection = { titles: [...seen, { programId: draft, version: 0 }] }
  const change: BulkChange = { field: 'vodTypes', add: ['PAY PER RENT'], remove: ['VIP UNLIMITED WATCH'] }
  const would = await call('tryBulk', { ...selection, change })
  const reasons = { [same]: 'SAME', [changed]: 'CHANGED', [refused]: 'REFUSED', [draft]: 'NEVER_PUBLISHED' }
  expect(would).toMatchObject({ found: 5, changed: 0, skipped: 5 })
  expect(would.skip.map(({ programId, reason }: { programId: string; reason: string }) => [programId, reason])).toEqual(
    expect.arrayContaining(Object.entries(reasons)),
  )
  const jobId = await start(selection, change)
  await world.runBulkChanges()
  const done = await call('bulkJob', { jobId })
  expect(done).toMatchObject({ total: 5, changed: 0, skipped: 5, finishedAt: expect.any(String) })
})

test('all of a filter are changed by several workers, once each, with an entry of the log; undo puts back what none changed since', async () => {
  const { programIds, filter } = await published(12)
  expect(await call('bulk', keyed({ filter, expected: 11, change: HORROR }))).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.bulkCount({ expected: 11, found: 12 }),
  })
  expect(await call('tryBulk', { filter, expected: 12, change: HORROR })).toMatchObject({ changed: 12, skipped: 0 })
  const jobId = await start({ filter, expected: 12 }, HORROR)
  expect(await call('undoBulk', keyed({ jobId }))).toMatchObject({ message: problems.bulkRuns({}) })
  await Promise.all([1, 2, 3].map(() => world.runBulkChanges()))
  expect(await call('bulkJob', { jobId })).toMatchObject({ total: 12, changed: 12, skipped: 0 })
  for (const programId of programIds) expect((await contentOf(programId)).genres).toEqual(['drama', 'horror'])
  const entries = await world.db.selectFrom('audit_entry').selectAll().where('bulk_id', '=', jobId).execute()
  expect(entries).toHaveLength(12)
  expect(entries[0]).toMatchObject({ action: 'change title', before: { version: 1 }, after: { version: 2 } })

  await world.updateTitle(programIds[0]!, { releaseYear: 1_961 })
  const undo = await call('undoBulk', keyed({ jobId }))
  expect(await call('undoBulk', keyed({ jobId }))).toMatchObject({ message: problems.bulkUndone({}) })
  await world.runBulkChanges()
  expect(await call('bulkJob', { jobId: undo.jobId })).toMatchObject({
    changed: 11,
    skipped: 1,
    skip: [{ programId: programIds[0], reason: 'CHANGED' }],
  })
  expect(await call('bulkJob', { jobId })).toMatchObject({ undoneBy: undo.jobId })
  expect((await contentOf(programIds[0]!)).genres).toEqual(['drama', 'horror'])
  expect(await contentOf(programIds[1]!)).toMatchObject({ genres: ['drama'], title: { en_US: filter.text } })
})

test('titles are withdrawn together and come back together; a withdrawn one stays so when its genre changes', async () => {
  const { programIds, titles } = await published(2)
  const jobId = await start({ titles }, { field: 'state', state: 'withdrawn' })
  await world.runBulkChanges()
  expect(await call('find', { programId: programIds[0] })).toMatchObject({ state: 'withdrawn', version: 2 })
  await start({ titles: [{ programId: programIds[1], version: 2 }] }, HORROR)
  await world.runBulkChanges()
  expect(await call('find', { programId: programIds[1] })).toMatchObject({ state: 'withdrawn', version: 3 })
  await call('undoBulk', keyed({ jobId }))
  await world.runBulkChanges()
  expect(await call('find', { programId: programIds[0] })).toMatchObject({ state: 'live', version: 3 })
  expect(await call('find', { programId: programIds[1] })).toMatchObject({ state: 'withdrawn' })
})

test('a price of more than fifty titles waits for finance', async () => {
  const { programIds, filter } = await published(UNAPPROVED_MAX + 1)
  const change: BulkChange = { field: 'credits', credits: 40 }
  const alone = await call('bulk', keyed({ filter, expected: UNAPPROVED_MAX + 1, change }))
  expect(alone).toMatchObject({ approvalId: expect.any(String) })
  await world.runBulkChanges()
  expect((await contentOf(programIds[0]!)).credits).toBe(0)
  const finance = await world.signIn(await world.anOperator('finance'))
  await world.call('/approvals/decide', keyed({ id: alone.approvalId, approve: true }), finance)
  await world.runBulkChanges()
  expect((await contentOf(programIds[0]!)).credits).toBe(40)
  expect(await call('bulk', keyed({ titles: [{ programId: programIds[0], version: 2 }], change }))).toMatchObject({
    jobId: expect.any(String),
  })
})

test('titles of a filter that have changed since it was asked for are not changed; asked again, they are', async () => {
  const { programIds, filter, titles } = await published(UNAPPROVED_MAX + 1)
  const request = () =>
    call(
      'bulk',
      keyed({ filter, expected: UNAPPROVED_MAX + 1, change: { field: 'credits', credits: 40 } satisfies BulkChange }),
    )
  const finance = await world.signIn(await world.anOperator('finance'))
  const approve = (id: unknown) => world.call('/approvals/decide', keyed({ id, approve: true }), finance)
  const first = await request()
  await start({ titles: titles.slice(0, 1) }, HORROR)
  await world.runBulkChanges()
  expect(await approve(first.approvalId)).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.approvalChanged({}),
  })
  const second = await request()
  expect(await approve(first.approvalId)).toMatchObject({ message: problems.approvalClosed({}) })
  expect(await approve(second.approvalId)).toMatchObject({ outcome: 'approved' })
  await world.runBulkChanges()
  expect((await contentOf(programIds[0]!)).credits).toBe(40)
})

test('an approval of before, which names a number of titles only, is carried out', async () => {
  const { programIds, filter } = await published(UNAPPROVED_MAX + 1)
  const change: BulkChange = { field: 'credits', credits: 40 }
  const { approvalId } = await call('bulk', keyed({ filter, expected: UNAPPROVED_MAX + 1, change }))
  await world.pool.query(`update approval set consequence = consequence - 'seen' where approval_id = $1`, [approvalId])
  const finance = await world.signIn(await world.anOperator('finance'))
  const decided = await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), finance)
  expect(decided).toMatchObject({ outcome: 'approved' })
  await world.runBulkChanges()
  expect((await contentOf(programIds[0]!)).credits).toBe(40)
})

test('none, too many and unknown ones are refused', async () => {
  expect(await call('bulk', keyed({ titles: [], change: HORROR }))).toMatchObject({ message: problems.bulkEmpty({}) })
  expect(await call('bulkJob', { jobId: newId() })).toMatchObject({ errorCode: 'NOT_FOUND' })
  expect(await call('undoBulk', keyed({ jobId: newId() }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  const many = Array.from({ length: 5_001 }, () => ({ programId: newId(), version: 1 }))
  expect(await call('bulk', keyed({ titles: many, change: HORROR }))).toMatchObject({ errorCode: 'INVALID_INPUT' })
})

test('prices of fifty titles in a day are changed alone: several changes gain nothing, and an approved one counts in none', async () => {
  const person = await world.anOperator('catalogue')
  const ida = await world.signIn(person)
  const { titles } = await published(UNAPPROVED_MAX + 1)
  const change: BulkChange = { field: 'credits', credits: 30 }
  const send = (from: number, to: number, by = ida) =>
    call('bulk', keyed({ titles: titles.slice(from, to), change }), by)
  expect(await send(0, 30)).toHaveProperty('jobId')
  expect(await call('bulk', keyed({ titles: titles.slice(30), change: HORROR }), ida)).toHaveProperty('jobId')
  const { approvalId } = await send(30, UNAPPROVED_MAX + 1)
  expect(approvalId).toEqual(expect.any(String))
  const free: BulkChange = { field: 'vodTypes', add: ['FREE TO WATCH'], remove: [] }
  expect(await call('bulk', keyed({ titles, change: free }), ida)).toHaveProperty('approvalId')
  expect(await send(30, UNAPPROVED_MAX + 1, ann)).toHaveProperty('jobId')
  const finance = await world.signIn(await world.anOperator('finance'))
  await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), finance)
  expect(await send(30, UNAPPROVED_MAX)).toHaveProperty('jobId')
  expect(await send(UNAPPROVED_MAX, UNAPPROVED_MAX + 1)).toHaveProperty('approvalId')
  world.clock.advance('PT24H')
  const later = await world.signIn(person)
  expect(await send(0, UNAPPROVED_MAX, later)).toHaveProperty('jobId')
})

test('prices are taken back as they are changed: one’s own of the day alone, those of others within the limit, more with a second person', async () => {
  const [person, other] = [await world.anOperator('catalogue'), await world.anOperator('catalogue')]
  const finance = await world.signIn(await world.anOperator('finance'))
  const [ida, bea] = [await world.signIn(person), await world.signIn(other)]
  const { programIds, titles, filter } = await published(UNAPPROVED_MAX + 1)
  const undo = (jobId: string, by: Browser) => call('undoBulk', keyed({ jobId }), by)
  const priceOf = async (at: number) => (await contentOf(programIds[at]!)).credits
  const run = () => world.runBulkChanges()
  const approve = (id: string) => world.call('/approvals/decide', keyed({ id, approve: true }), finance)

  // A mistake is put right at once, and counts once.
  const own = await call('bulk', keyed({ titles: titles.slice(0, 30), change: { field: 'credits', credits: 30 } }), ida)
  await run()
  expect(await undo(own.jobId, ida)).toHaveProperty('jobId')
  await run()
  expect(await priceOf(0)).toBe(0)
  const seen = titles.slice(30, UNAPPROVED_MAX).map((title) => ({ ...title }))
  expect(await call('bulk', keyed({ titles: seen, change: { field: 'credits', credits: 20 } }), ida)).toHaveProperty(
    'jobId',
  )
  await run()

  // What finance approved is taken back with finance alone.
  const all = { filter, expected: UNAPPROVED_MAX + 1 }
  const { approvalId } = await call('bulk', keyed({ ...all, change: { field: 'credits', credits: 9 } }), ida)
  await approve(approvalId)
  await run()
  const { rows } = await world.pool.query(
    `select job_id from bulk_job where approved_by is not null and operator_id = $1`,
    [person.operatorId],
  )
  const approved = rows[0]!.job_id as string
  expect(await undo(approved, ida)).toHaveProperty('approvalId')
  const asked = await undo(approved, bea)
  expect(asked).toHaveProperty('approvalId')
  await run()
  expect(await priceOf(UNAPPROVED_MAX)).toBe(9)
  await approve(asked.approvalId)
  await run()
  expect(await priceOf(UNAPPROVED_MAX)).toBe(0)

  // Of another operator it counts as one's own.
  const { titles: more } = await published(UNAPPROVED_MAX + 1)
  const first = await call(
    'bulk',
    keyed({ titles: more.slice(0, UNAPPROVED_MAX), change: { field: 'credits', credits: 5 } }),
    bea,
  )
  await run()
  const cay = await world.signIn(await world.anOperator('catalogue'))
  expect(await undo(first.jobId, cay)).toHaveProperty('jobId')
  const [, last] = [await run(), more[UNAPPROVED_MAX]!]
  expect(await call('bulk', keyed({ titles: [last], change: { field: 'credits', credits: 5 } }), cay)).toHaveProperty(
    'approvalId',
  )
})

test('that titles are free no more is decided by a second person, as is taking it back', async () => {
  const finance = await world.signIn(await world.anOperator('finance'))
  const ida = await world.signIn(await world.anOperator('catalogue'))
  const { titles } = await published(UNAPPROVED_MAX + 1, { vodTypes: ['FREE TO WATCH'] })
  const change: BulkChange = { field: 'vodTypes', add: ['VIP UNLIMITED WATCH'], remove: ['FREE TO WATCH'] }
  const { approvalId } = await call('bulk', keyed({ titles, change }), ida)
  await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), finance)
  await world.runBulkChanges()
  const { rows } = await world.pool.query(
    `select job_id from bulk_job where approved_by is not null and change @> '{"remove": ["FREE TO WATCH"]}'`,
  )
  expect(await call('undoBulk', keyed({ jobId: rows[0]!.job_id as string }), ida)).toHaveProperty('approvalId')
})

test('titles that are free no more count with those that become free', async () => {
  const ida = await world.signIn(await world.anOperator('catalogue'))
  const { titles } = await published(UNAPPROVED_MAX + 1, { vodTypes: ['FREE TO WATCH'] })
  const remove: BulkChange = { field: 'vodTypes', add: ['VIP UNLIMITED WATCH'], remove: ['FREE TO WATCH'] }
  expect(await call('bulk', keyed({ titles: titles.slice(0, 30), change: remove }), ida)).toHaveProperty('jobId')
  const { titles: paid } = await published(UNAPPROVED_MAX + 1)
  const add: BulkChange = { field: 'vodTypes', add: ['FREE TO WATCH'], remove: [] }
  expect(await call('bulk', keyed({ titles: paid.slice(0, 21), change: add }), ida)).toHaveProperty('approvalId')
  expect(await call('bulk', keyed({ titles: paid.slice(0, 20), change: add }), ida)).toHaveProperty('jobId')
})
