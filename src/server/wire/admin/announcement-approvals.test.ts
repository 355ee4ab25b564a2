import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { list, send, show, tryOut, UNAPPROVED_MAX } from '#contract/admin/announcements.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import {
  anAnnouncement,
  aWording,
  createMember,
  createMembers,
  forgetMembers,
} from '../../../../test/support/admin-announcement-calls.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [one, admin]: [Browser, Browser] = [] as never
let writer: TestOperator
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await forgetMembers(world)
  writer = await world.anOperator('care')
  ;[one, admin] = [await world.signIn(writer), await world.signIn(await world.anOperator('administrator'))]
})

const call = (endpoint: { path: string }, input: object) => world.call(endpoint.path, input, one)
const announce = (more: Parameters<typeof anAnnouncement>[0] = {}) =>
  call(send, keyed({ ...anAnnouncement(more), reason: 'a test' }))
const aMember = () => createMember(world)
const many = (count: number) => createMembers(world, count)
const run = async () => {
  await world.announcements.sendDue()
  await world.announcing.messages.sendDue()
}

test('a second person approves above a thousand recipients of a day, and sees how many and which words', async () => {
  await aMember()
  await many(UNAPPROVED_MAX)
  expect(await call(tryOut, { ...anAnnouncement() })).toMatchObject({ recipients: 1_001, way: 'second' })
  const { approvalId } = await announce()
  expect(approvalId).toBeTruthy()
  await run()
  const reached = async () =>
    (
      await world.pool.query(
        `select count(*)::int as count from inbox_message where template = 'announcement' and account_id in (select account_id from account)`,
      )
    ).rows[0]!.count
  expect(await reached()).toBe(0)
  const { list: waiting } = await world.call('/approvals/list', { filter: {} }, admin)
  expect(
    JSON.parse(JSON.stringify(waiting)).find((one: object) => JSON.stringify(one).includes(approvalId)),
  ).toMatchObject({ consequence: { recipients: 1_001, titleEn: aWording().title.en_US } })
  const decided = await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), admin)
  expect(decided.result).toBe('SUCCESS')
  await run()
  expect(await reached()).toBe(1_001)
})

/** Asked for more than a thousand, when so many more members have joined it is approved. */
async function approvedAfter(joined: number, startsAt?: string) {
  await aMember()
  await many(UNAPPROVED_MAX)
  const { approvalId } = await announce(startsAt === undefined ? {} : { startsAt })
  await world.pool.query(`delete from account where account_id like 'many-%'`)
  await many(UNAPPROVED_MAX + joined)
  return world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), admin)
}

test('a second person that approved a number is asked again when many more would get it', async () => {
  expect(await approvedAfter(200)).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.announcementGrew({ recipients: 1_201, approved: 1_001 }),
  })
  await run()
  expect((await call(list, { filter: {} })).list).not.toContainEqual(expect.objectContaining({ counted: 1_201 }))
})

test('a second person approves a few more as well; later no more than that are reached, however many join', async () => {
  const startsAt = world.clock.now().add({ hours: 1 }).toString()
  expect(await approvedAfter(50, startsAt)).toMatchObject({ outcome: 'approved' })
  await world.pool.query(`delete from account where account_id like 'many-%'`)
  await many(UNAPPROVED_MAX + 500)
  world.clock.advance('PT1H')
  await run()
  one = await world.signIn(writer)
  const { list: all } = await call(list, { filter: { state: 'limited' } })
  expect(all[0]).toMatchObject({ counted: 1_051, recipients: 1_102, isApproved: true })
})

test('a second person is needed as well when the sum of several is above it, also at once', async () => {
  await aMember()
  await many(599)
  const answers = await Promise.all([announce(), announce()])
  expect(answers.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(1)
})

test('one who announced alone reaches no more than that, however many join', async () => {
  await aMember()
  await many(9)
  const startsAt = world.clock.now().add({ hours: 1 }).toString()
  const { announcementId } = await announce({ startsAt })
  await world.pool.query(`delete from account where account_id like 'many-%'`)
  await many(30)
  world.clock.advance('PT1H')
  await run()
  one = await world.signIn(writer)
  expect(await call(show, { announcementId })).toMatchObject({ state: 'limited', counted: 10, recipients: 11 })
})
