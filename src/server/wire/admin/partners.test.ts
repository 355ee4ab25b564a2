import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkCustomers,
  checkStaff,
  importCustomers,
  importStaff,
  invoice,
  lists,
  removeStaff,
} from '#contract/admin/partners.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aList } from '../../../../test/support/admin-code-calls.ts'
import { makeCodes, TICKET } from '../../../../test/support/codes.ts'
import { type Browser, createOperatorsWorld, keyed, type OperatorsWorld } from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [one, other]: [Browser, Browser] = [] as never
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  one = await world.signIn(await world.anOperator('finance'))
  other = await world.signIn(await world.anOperator('finance'))
})

const call = (endpoint: { path: string }, input: object, browser: Browser = one) =>
  world.call(endpoint.path, input, browser)
const check = (partner: string, csv: string) => call(checkCustomers, { partner, ...aList(csv) })
const replace = (partner: string, csv: string, seen: string, browser = one) =>
  call(importCustomers, keyed({ partner, ...aList(csv), seen, reason: 'the list of November' }), browser)
async function listOf(partner: string, csv: string): Promise<void> {
  const { seen } = await check(partner, csv)
  expect(await replace(partner, csv, seen)).toMatchObject({ result: 'SUCCESS' })
}

describe('a customer list', () => {
  test('may be large when it is compressed', async () => {
    const list = aList(Array.from({ length: 800 }, () => randomBytes(2_500).toString('hex')).join('\n'))
    expect(list.content.length).toBeGreaterThan(2 * 1024 * 1024)
    expect(await call(checkCustomers, { partner: 'clp', ...list })).toMatchObject({ result: 'SUCCESS', wrong: 800 })
  })

  test('is compared with the one before, and replaced as it was checked', async () => {
    await listOf('clp', 'mobile,name\n61110001,Chan\n61110002,Lee\n')
    const csv = '61110002\n+852 6111 0003\n61110003\n\n'
    const checked = await check('clp', csv)
    expect(checked).toMatchObject({ before: 2, after: 2, added: 1, removed: 1, repeated: 1, wrong: 0, problems: [] })
    world.clock.advance('PT1M')
    expect(await replace('clp', csv, checked.seen)).toMatchObject({ before: 2, after: 2, added: 1, removed: 1 })
    const { customers } = await call(lists, {})
    expect(customers.find(({ partner }: { partner: string }) => partner === 'clp')).toMatchObject({ customers: 2 })
    const entry = await world.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subject', '=', 'partner:clp')
      .orderBy('audit_entry_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'import customers',
      reason: 'the list of November',
      before: { customers: 2 },
      after: { customers: 2 },
      details: { added: 1, removed: 1 },
    })
    expect(JSON.stringify(entry)).not.toContain('6111')
  })

  test('with wrong lines is shown line by line, and replaces nothing', async () => {
    await listOf('hgc', '61110011\n')
    const csv = '61110012\nhello\n21234567,a landline\n'
    const checked = await check('hgc', csv)
    expect(checked).toMatchObject({
      wrong: 2,
      problems: [
        { line: 2, text: 'hello' },
        { line: 3, text: '21234567,a landline' },
      ],
    })
    expect(await replace('hgc', csv, checked.seen)).toMatchObject({
      message: problems.customerLines({ lines: [2, 3] }),
    })
    expect(await replace('hgc', 'mobile\n', checked.seen)).toMatchObject({ message: problems.listEmpty({}) })
    expect(await check('hgc', '61110011\n')).toMatchObject({ before: 1, added: 0, removed: 0 })
  })

  test('that two operators replace at once is replaced by one of them', async () => {
    await listOf('suntel', '61110021\n')
    const { seen } = await check('suntel', '')
    world.clock.advance('PT1M')
    const answers = await Promise.all([
      replace('suntel', '61110022\n61110023\n', seen),
      replace('suntel', '61110024\n61110025\n61110026\n', seen, other),
    ])
    expect(answers.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'SUCCESS'])
    expect(answers.find(({ result }) => result === 'FAILED')).toMatchObject({ message: problems.listReplaced({}) })
    const { after } = answers.find(({ result }) => result === 'SUCCESS')!
    expect(await check('suntel', '')).toMatchObject({ before: after })
  })

  test.each([
    ['no file', { content: 'AAAA' }],
    ['a picture', { content: aList('\u0000\u0001PNG').content }],
    ['what is no base64', { content: '?' }],
  ])('of %s is refused', async (_what, given) => {
    const answer = await call(checkCustomers, { partner: 'clp', name: 'list.csv', ...given })
    expect(answer).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })

  test('belongs to a partner that has one', async () => {
    expect(await check('anyplex', '61110001\n')).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })
})

describe('staff lists', () => {
  const replaceStaff = (csv: string, seen: string) =>
    call(importStaff, keyed({ ...aList(csv), seen, reason: 'the list of November' }))

  test('are replaced by company; others stay, and one is removed alone', async () => {
    const first = 'Harbour Bank,A1\nHarbour Bank,A2\nOld Bank,9\n'
    await replaceStaff(first, (await call(checkStaff, aList(first))).seen)
    const second = 'company,number\nHARBOUR BANK,A-2\nHarbour  Bank,A3\nHarbour Bank,a3\n'
    const checked = await call(checkStaff, aList(second))
    expect(checked).toMatchObject({
      companies: [{ company: 'harbour bank', before: 2, after: 2, added: 1, removed: 1 }],
      repeated: 1,
      wrong: 0,
    })
    expect(await replaceStaff(second, 'harbour bank 0 ')).toMatchObject({ message: problems.listReplaced({}) })
    expect(await replaceStaff(second, checked.seen)).toMatchObject({ companies: 1, numbers: 2 })
    const { companies } = await call(lists, {})
    expect(companies).toMatchObject([
      { company: 'harbour bank', numbers: 2, plans: 0 },
      { company: 'old bank', numbers: 1 },
    ])
    const remove = () => call(removeStaff, keyed({ company: 'old bank', reason: 'left' }))
    expect(await remove()).toMatchObject({ numbers: 1 })
    expect(await remove()).toMatchObject({ message: problems.companyUnknown({ company: 'old bank' }) })
    expect((await call(lists, {})).companies).toHaveLength(1)
  })

  test('with wrong lines are shown line by line', async () => {
    expect(await call(checkStaff, aList('Harbour Bank\n,A1\nHarbour Bank,A1,more\n'))).toMatchObject({
      wrong: 3,
      problems: [{ line: 1 }, { line: 2 }, { line: 3 }],
      companies: [],
    })
  })
})

test('the invoice of a month has what partners’ codes gave in it, by Hong Kong’s months', async () => {
  const { codes } = await makeCodes(world.orders.codes, { kind: 'partner', partner: 'hgc', grants: [TICKET], count: 1 })
  const accountId = await world.orders.aCustomer()
  await world.orders.partners.bind({ accountId, address: '203.0.113.9', partner: 'hgc', code: codes[0]! })
  const month = world.clock.now().toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toPlainYearMonth()
  const of = (at: Temporal.PlainYearMonth) => call(invoice, { month: at.toString() })
  expect((await of(month)).list).toEqual([{ partner: 'hgc', kind: 'ticket', codes: 1, amount: 1 }])
  expect((await of(month.subtract({ months: 1 }))).list).toEqual([])
  expect(await call(invoice, { month: '2026-13' })).toMatchObject({ errorCode: 'INVALID_INPUT' })
  const { headers, body } = await world.app.inject({
    url: '/api_admin/partners/exportInvoice',
    query: { query: JSON.stringify({ month: month.toString() }) },
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  expect(headers).toMatchObject({ 'x-row-count': '1' })
  expect(body).toMatch(/^.*(?:Partner|夥伴).*\r\n"hgc","ticket",1,1/)
})

test.each(['care', 'catalogue', 'administrator'] as const)('%s has no partners', async (role) => {
  const browser = await world.signIn(await world.anOperator(role))
  for (const [endpoint, input] of [
    [lists, {}],
    [checkCustomers, { partner: 'clp', ...aList('61110001\n') }],
    [invoice, { month: '2026-11' }],
  ] as const)
    expect(await call(endpoint, input, browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})
