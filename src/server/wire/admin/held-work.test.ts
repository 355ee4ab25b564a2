import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNAPPROVED_MAX } from '#contract/admin/bulk.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { anAnnouncement, createMember } from '../../../../test/support/admin-announcement-calls.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
  versionOf,
} from '../../../../test/support/operators.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'

/** Jobs of operators who are disabled or lost the role. */
let world: OperatorsWorld
let admin: Browser
beforeAll(async () => {
  world = await createOperatorsWorld()
  admin = await world.signIn(await world.anOperator('administrator'))
})
afterAll(() => world.close())

async function someone(...roles: Role[]): Promise<{ operator: TestOperator; browser: Browser }> {
  const operator = await world.anOperator(...roles)
  return { operator, browser: await world.signIn(operator) }
}

const disable = async ({ operatorId }: TestOperator) =>
  expect(await world.call('/operators/disable', keyed({ id: operatorId }), admin)).toMatchObject({ result: 'SUCCESS' })

async function published(count: number) {
  const mark = newId()
  const programIds = Array.from({ length: count }, (_, at) => `${mark}-${at}`)
  const content = aTitleContent({ title: { zh_HK: '燈', en_US: mark } })
  for (const programId of programIds)
    await inTransaction(world.db, (tx) =>
      world.titles.publication.publish(
        tx,
        { operatorId: '', actor: 'operator:ida' },
        { programId, content, version: undefined },
      ),
    )
  return programIds.map((programId) => ({ programId, version: 1 }))
}

const priceOf = async (programId: string, browser: Browser) =>
  (await world.call('/titles/find', { programId }, browser)).content.credits
const heldJobs = async (browser: Browser) =>
  (await world.call('/titles/heldBulk', {}, browser)).list.map(({ jobId }: { jobId: string }) => jobId)
const auditOf = async (subject: string) =>
  (
    await world.pool.query(
      `select action, operator_id as "operatorId" from audit_entry where subject = $1 order by audit_entry_id`,
      [subject],
    )
  ).rows as { action: string; operatorId: string }[]

test('a change of titles waits when its operator is disabled, and goes on in the name of the one who continues it', async () => {
  const [ida, bea] = [await someone('catalogue'), await someone('catalogue')]
  const titles = await published(3)
  const change = { field: 'credits', credits: 30 }
  const { jobId } = await world.call('/titles/bulk', keyed({ titles, change }), ida.browser)
  expect(await world.call('/titles/continueBulk', keyed({ jobId }), bea.browser)).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.workNotHeld({}),
  })
  await disable(ida.operator)
  await world.runBulkChanges()
  expect(await priceOf(titles[0]!.programId, bea.browser)).toBe(0)
  expect(await heldJobs(bea.browser)).toContain(jobId)
  const finance = await someone('finance')
  expect(await world.call('/titles/continueBulk', keyed({ jobId }), finance.browser)).toMatchObject({
    errorCode: 'NOT_ALLOWED',
  })
  expect(await world.call('/titles/continueBulk', keyed({ jobId }), bea.browser)).toMatchObject({ result: 'SUCCESS' })
  expect(await heldJobs(bea.browser)).not.toContain(jobId)
  await world.runBulkChanges()
  expect(await priceOf(titles[0]!.programId, bea.browser)).toBe(30)
  expect(await auditOf(`title:${titles[0]!.programId}`)).toContainEqual({
    action: 'change title',
    operatorId: bea.operator.operatorId,
  })
  expect(await auditOf(`titles:${jobId}`)).toMatchObject([
    { action: 'change titles', operatorId: ida.operator.operatorId },
    { action: 'continue change of titles', operatorId: bea.operator.operatorId },
  ])
})

test('prices that are continued count as one’s own: above the limit finance approves', async () => {
  const [ida, bea, finance] = [await someone('catalogue'), await someone('catalogue'), await someone('finance')]
  const titles = await published(UNAPPROVED_MAX + 1)
  const change = { field: 'credits', credits: 30 }
  const { jobId } = await world.call(
    '/titles/bulk',
    keyed({ titles: titles.slice(0, UNAPPROVED_MAX), change }),
    ida.browser,
  )
  await disable(ida.operator)
  const last = { titles: titles.slice(UNAPPROVED_MAX), change }
  expect(await world.call('/titles/bulk', keyed(last), bea.browser)).toHaveProperty('jobId')
  const asked = await world.call('/titles/continueBulk', keyed({ jobId }), bea.browser)
  expect(asked).toHaveProperty('approvalId')
  await world.runBulkChanges()
  expect(await priceOf(titles[0]!.programId, bea.browser)).toBe(0)
  await world.call('/approvals/decide', keyed({ id: asked.approvalId, approve: true }), finance.browser)
  // It has a second person now: it goes on whatever becomes of the one who asked.
  await disable(bea.operator)
  await world.runBulkChanges()
  const cay = await someone('catalogue')
  expect(await priceOf(titles[0]!.programId, cay.browser)).toBe(30)
})

test('what a second person has approved goes on; one who has lost the role is as one who is disabled', async () => {
  const [ida, finance] = [await someone('catalogue'), await someone('finance')]
  const titles = await published(UNAPPROVED_MAX + 1)
  const change = { field: 'credits', credits: 30 }
  const { approvalId } = await world.call('/titles/bulk', keyed({ titles, change }), ida.browser)
  await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), finance.browser)
  const own = await published(1)
  const alone = await world.call(
    '/titles/bulk',
    keyed({ titles: own, change: { field: 'kids', kids: true } }),
    ida.browser,
  )
  const { operatorId } = ida.operator
  await world.call(
    '/operators/roles',
    keyed({ id: operatorId, version: await versionOf(world, { operatorId }), roles: ['care'] }),
    admin,
  )
  await world.runBulkChanges()
  const bea = await someone('catalogue')
  expect(await priceOf(titles[0]!.programId, bea.browser)).toBe(30)
  expect(await heldJobs(bea.browser)).toContain(alone.jobId)
})

test('an import waits when its operator is disabled, and goes on in the name of the one who continues it', async () => {
  const [ida, bea] = [await someone('catalogue'), await someone('catalogue')]
  const reference = newId()
  const text = `reference,titleZh,titleEn,class\n${reference},燈,Lamp,IIA`
  const file = { name: 'titles.csv', content: gzipSync(text).toString('base64'), images: [] }
  const { importId } = await world.call('/imports/start', keyed(file), ida.browser)
  await disable(ida.operator)
  await world.runTitleImports()
  const find = () => world.call('/imports/find', { importId }, bea.browser)
  expect(await find()).toMatchObject({ isHeld: true, added: 0, finishedAt: null })
  expect(await world.call('/imports/continue', keyed({ importId }), bea.browser)).toMatchObject({ result: 'SUCCESS' })
  await world.runTitleImports()
  expect(await find()).toMatchObject({ isHeld: false, added: 1, by: `operator:${bea.operator.name}` })
  expect(await world.call('/imports/continue', keyed({ importId }), bea.browser)).toMatchObject({
    errorCode: 'CONFLICT',
  })
  const { rows } = await world.pool.query(
    `select operator_id from audit_entry where bulk_id = $1 and action = 'import title'`,
    [importId],
  )
  expect(rows).toEqual([{ operator_id: bea.operator.operatorId }])
})

const imported = (references: readonly string[], more = '') =>
  [`reference,titleZh,titleEn,class,film`, ...references.map((one) => `${one},燈,Lamp,IIA,${more}`)].join('\n')
const fileOf = (text: string) => ({ name: 'titles.csv', content: gzipSync(text).toString('base64'), images: [] })

test('an import that a colleague tries again is theirs: it runs in their name, and counts once', async () => {
  const [ida, bea] = [await someone('catalogue'), await someone('catalogue')]
  const reference = newId()
  const file = fileOf(imported([reference], `${reference}.mp4`))
  const { importId } = await world.call('/imports/start', keyed(file), ida.browser)
  await world.runTitleImports()
  await disable(ida.operator)
  await mkdir(world.importFolder, { recursive: true })
  await writeFile(join(world.importFolder, `${reference}.mp4`), 'a film')
  expect(await world.call('/imports/retry', keyed({ importId }), bea.browser)).toMatchObject({ titles: 1 })
  await world.runTitleImports()
  expect(await world.call('/imports/find', { importId }, bea.browser)).toMatchObject({
    isHeld: false,
    by: `operator:${bea.operator.name}`,
    added: 1,
    finishedAt: expect.any(String),
  })
})

test('held work is found behind any number of newer imports', async () => {
  const [ida, bea] = [await someone('catalogue'), await someone('catalogue')]
  const { importId } = await world.call('/imports/start', keyed(fileOf(imported([newId()]))), ida.browser)
  await disable(ida.operator)
  world.clock.advance('PT1S')
  await world.call('/imports/start', keyed(fileOf(imported([newId()]))), bea.browser)
  const list = async (filter: object) =>
    (await world.call('/imports/list', { filter, limit: 1 }, bea.browser)).list.map(
      (one: { importId: string }) => one.importId,
    )
  expect(await list({})).not.toContain(importId)
  expect(await list({ isHeld: true })).toEqual([importId])
})

test('the continuation of a change that takes back says so, and is approved by the titles that were seen', async () => {
  const [ida, bea, finance] = [await someone('catalogue'), await someone('catalogue'), await someone('finance')]
  const titles = await published(UNAPPROVED_MAX + 1)
  const change = { field: 'credits', credits: 30 }
  const first = { titles: titles.slice(0, UNAPPROVED_MAX), change }
  const { jobId } = await world.call('/titles/bulk', keyed(first), ida.browser)
  await world.runBulkChanges()
  const undo = await world.call('/titles/undoBulk', keyed({ jobId }), ida.browser)
  await disable(ida.operator)
  await world.call('/titles/bulk', keyed({ titles: titles.slice(UNAPPROVED_MAX), change }), bea.browser)
  const asked = await world.call('/titles/continueBulk', keyed({ jobId: undo.jobId }), bea.browser)
  const { list } = await world.call('/approvals/list', { filter: { state: 'waiting' } }, finance.browser)
  const found = list.find(({ approvalId }: { approvalId: string }) => approvalId === asked.approvalId)
  expect(found.consequence).toMatchObject({ titles: UNAPPROVED_MAX, isUndo: true, change })
  await world.pool.query(`update bulk_row set version = version + 1 where job_id = $1 and position = 1`, [undo.jobId])
  const decide = keyed({ id: asked.approvalId, approve: true })
  expect(await world.call('/approvals/decide', decide, finance.browser)).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.approvalChanged({}),
  })
})

test('who takes back a change that a colleague continued changes titles of that colleague, which count', async () => {
  const [ida, bea] = [await someone('catalogue'), await someone('catalogue')]
  const setRoles = async (...roles: Role[]) => {
    const input = { id: ida.operator.operatorId, version: await versionOf(world, ida.operator), roles }
    expect(await world.call('/operators/roles', keyed(input), admin)).toMatchObject({ result: 'SUCCESS' })
  }
  const titles = await published(UNAPPROVED_MAX + 1)
  const change = { field: 'credits', credits: 30 }
  const many = { titles: titles.slice(0, UNAPPROVED_MAX), change }
  const { jobId } = await world.call('/titles/bulk', keyed(many), ida.browser)
  await setRoles('care')
  await world.call('/titles/continueBulk', keyed({ jobId }), bea.browser)
  await world.runBulkChanges()
  await setRoles('catalogue')
  const browser = await world.signIn(ida.operator)
  const one = { titles: titles.slice(UNAPPROVED_MAX), change }
  expect(await world.call('/titles/bulk', keyed(one), browser)).toHaveProperty('jobId')
  expect(await world.call('/titles/undoBulk', keyed({ jobId }), browser)).toHaveProperty('approvalId')
  // To the colleague they are counted already.
  expect(await world.call('/titles/undoBulk', keyed({ jobId }), bea.browser)).toHaveProperty('jobId')
})

test('an announcement waits when its operator is disabled; continued, it is sent', async () => {
  const [ida, bea] = [await someone('care'), await someone('care')]
  await createMember(world)
  const startsAt = world.clock.now().add({ hours: 1 }).toString()
  const input = { ...anAnnouncement({ startsAt }), reason: 'a test' }
  const { announcementId } = await world.call('/announcements/send', keyed(input), ida.browser)
  await disable(ida.operator)
  world.clock.advance('PT1H')
  await world.announcements.sendDue()
  const browser = await world.signIn(bea.operator)
  const shown = () => world.call('/announcements/show', { announcementId }, browser)
  expect(await shown()).toMatchObject({ isHeld: true, state: 'planned', recipients: 0 })
  expect(await world.call('/announcements/continue', keyed({ announcementId }), browser)).toMatchObject({
    result: 'SUCCESS',
  })
  await world.announcements.sendDue()
  expect(await shown()).toMatchObject({ isHeld: false, state: 'sent', recipients: 1 })
})
