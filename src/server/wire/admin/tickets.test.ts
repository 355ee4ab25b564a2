import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import { admit, check, codes, taken, undo } from '#contract/admin/tickets.ts'
import { sql } from '#server/kit/db.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aCinemaShowtime, aTicket } from '../../../../test/support/admin-queue-calls.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let browser: Browser
let operator: { operatorId: string; name: string }
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const signedIn = await world.anOperator('care')
  operator = signedIn
  browser = await world.signIn(signedIn)
})

const call = (endpoint: { path: string }, input: object, by = browser) => world.call(endpoint.path, input, by)
const change = (endpoint: { path: string }, input: object, by = browser) => call(endpoint, keyed(input), by)
const entriesOf = (subject: string) =>
  world.db
    .selectFrom('audit_entry')
    .select(['action', 'operator_id', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('audit_entry_id')
    .execute()
const verdictOn = async (code: string, showtimeId?: string) =>
  (await call(check, { code, ...(showtimeId && { showtimeId }) })).verdict as string

test('a code lets one person in, once; a used one says when and by whom, and no answer says whose it is', async () => {
  const { code, ticketId, showtimeId, accountId } = await aTicket(world)
  const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4, 8)}-${code.slice(8)}`
  expect(await call(check, { code: typed })).toMatchObject({
    verdict: 'valid',
    ticket: { showtimeId, admittedAt: null },
  })
  const admitted = await change(admit, { code: typed })
  expect(admitted).toMatchObject({ ticketId, showtimeId, tickets: 1, admitted: 1 })
  expect(await change(admit, { code })).toMatchObject({
    errorCode: 'CONFLICT',
    message: problems.ticketRefused({ verdict: 'used' }),
  })
  const used = await call(check, { code })
  expect(used).toMatchObject({
    verdict: 'used',
    ticket: { admittedAt: admitted.admittedAt, admittedBy: operator.name },
  })
  expect(JSON.stringify([admitted, used])).not.toContain(accountId)
  expect(await entriesOf(`ticket:${ticketId}`)).toMatchObject([
    { action: 'admit ticket', operator_id: operator.operatorId, after: { admittedAt: admitted.admittedAt } },
  ])
})

test('two counters with one code at the same time let one person in', async () => {
  const colleague = await world.signIn(await world.anOperator('care'))
  for (let n = 0; n < 5; n++) {
    const { code, ticketId } = await aTicket(world)
    const answers = await Promise.all([change(admit, { code }), change(admit, { code }, colleague)])
    expect(answers.map(({ errorCode }) => errorCode ?? 'in').toSorted()).toEqual(['CONFLICT', 'in'])
    expect(await entriesOf(`ticket:${ticketId}`)).toHaveLength(1)
  }
})

test('a scan whose answer was lost is not refused when it is sent again', async () => {
  const { code, ticketId } = await aTicket(world)
  const request = keyed({ code })
  const first = await call(admit, request)
  expect(await call(admit, request)).toMatchObject({ result: 'SUCCESS', admittedAt: first.admittedAt })
  expect(await entriesOf(`ticket:${ticketId}`)).toHaveLength(1)
})

test('a code of another showtime, an early, a late, a cancelled, a returned and an unknown one let in to none', async () => {
  const { code, showtimeId } = await aTicket(world)
  const other = await aCinemaShowtime(world)
  expect(await verdictOn(code, other)).toBe('otherShowtime')
  expect(await change(admit, { code, showtimeId: other })).toMatchObject({ errorCode: 'CONFLICT' })
  expect(await verdictOn(code, showtimeId)).toBe('valid')
  const early = await aTicket(world, { showtimeId: await aCinemaShowtime(world, 'PT13H') })
  const over = await aTicket(world, { showtimeId: await aCinemaShowtime(world) })
  await sql`update showtime set starts_at = ${world.clock.now().subtract({ hours: 2 })} where showtime_id = ${over.showtimeId}`.execute(
    world.db,
  )
  const cancelled = await aTicket(world, { showtimeId: await aCinemaShowtime(world) })
  await sql`update showtime set withdrawn = true where showtime_id = ${cancelled.showtimeId}`.execute(world.db)
  expect(await verdictOn(cancelled.code)).toBe('cancelled')
  const cases = [
    [early.code, 'early'],
    [over.code, 'over'],
    ['0000-0000-0000', 'unknown'],
  ] as const
  for (const [shown, verdict] of cases) {
    expect(await verdictOn(shown)).toBe(verdict)
    expect((await change(admit, { code: shown })).result).toBe('FAILED')
  }
  await world.cinema.domainModule.scheduledTasks![1]!.run({ log: { error: () => {} } } as never)
  expect(await verdictOn(cancelled.code)).toBe('returned')
  expect((await change(admit, { code: cancelled.code })).result).toBe('FAILED')
})

test('a check-in is taken back within a minute, by whom it was made; then the code lets in again', async () => {
  const { code, ticketId } = await aTicket(world)
  await change(admit, { code })
  const colleague = await world.signIn(await world.anOperator('care'))
  expect(await change(undo, { ticketId }, colleague)).toMatchObject({
    errorCode: 'NOT_ALLOWED',
    message: problems.ticketOfAnotherCounter({}),
  })
  expect(await change(undo, { ticketId })).toMatchObject({ result: 'SUCCESS' })
  expect(await change(undo, { ticketId })).toMatchObject({ errorCode: 'CONFLICT' })
  expect((await entriesOf(`ticket:${ticketId}`)).map(({ action }) => action)).toEqual([
    'admit ticket',
    'undo check in of ticket',
  ])
  await change(admit, { code })
  world.clock.advance('PT61S')
  expect(await change(undo, { ticketId })).toMatchObject({ message: problems.ticketStaysUsed({}) })
  expect(await verdictOn(code)).toBe('used')
})

test('showtimes come with how many are in; the codes of one are on record', async () => {
  const showtimeId = await aCinemaShowtime(world)
  const [first, second] = [await aTicket(world, { showtimeId }), await aTicket(world, { showtimeId })]
  await change(admit, { code: first.code })
  const page = await call(taken, { filter: { text: 'harbourfront' }, limit: 200 })
  expect(page.list).toContainEqual(expect.objectContaining({ showtimeId, tickets: 2, admitted: 1 }))
  expect((await call(taken, { filter: { text: '100%' } })).list).toEqual([])
  const listed = await call(codes, { showtimeId })
  expect(listed.list).toHaveLength(2)
  expect(listed.list).toContainEqual({ code: second.code, admittedAt: null })
  expect(await entriesOf(showtimeId)).toMatchObject([{ action: 'list ticket codes' }])
  expect(await call(codes, { showtimeId: 'none' })).toMatchObject({ errorCode: 'NOT_FOUND' })
})

test.each<Role>(['catalogue', 'finance', 'administrator'])('%s checks and admits no ticket', async (role) => {
  const { code, showtimeId, ticketId } = await aTicket(world)
  const other = await world.signIn(await world.anOperator(role))
  const calls = [
    [taken, {}],
    [codes, { showtimeId }],
    [check, { code }],
    [admit, keyed({ code })],
    [undo, keyed({ ticketId })],
  ] as const
  for (const [endpoint, input] of calls)
    expect(await call(endpoint, input, other)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
  expect(await verdictOn(code)).toBe('valid')
})
