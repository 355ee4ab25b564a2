import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { file, giftCards, list, listUses, look, make, show, tryBatch, voidCodes } from '#contract/admin/codes.ts'
import { operatorProblems as problems } from '#text/en_US/operators.ts'
import { aBatchDraft } from '../../../../test/support/admin-code-calls.ts'
import { makeCodes } from '../../../../test/support/codes.ts'
import {
  type Browser,
  createOperatorsWorld,
  keyed,
  type OperatorsWorld,
  type TestOperator,
} from '../../../../test/support/operators.ts'

let world: OperatorsWorld
let [one, other]: [Browser, Browser] = [] as never
let [maker, second]: [TestOperator, TestOperator] = [] as never
beforeAll(async () => {
  world = await createOperatorsWorld()
})
afterAll(() => world.close())
/** New ones: what was made before counts. */
beforeEach(async () => {
  ;[maker, second] = [await world.anOperator('finance'), await world.anOperator('finance')]
  ;[one, other] = [await world.signIn(maker), await world.signIn(second)]
})

const call = (endpoint: { path: string }, input: object, browser: Browser = one) =>
  world.call(endpoint.path, input, browser)
const makeBatch = (more: Parameters<typeof aBatchDraft>[0] = {}, browser: Browser = one) =>
  call(make, keyed({ ...aBatchDraft(more), reason: 'a campaign' }), browser)
const runJobs = () => world.orders.codes.operatorBatches.makeDue()
const fetchFile = (batchId: string, requestKey: string = randomUUID(), browser: Browser = one) =>
  call(file, { batchId, requestKey }, browser)
const redeem = (accountId: string, code: string) =>
  world.orders.codes.redemptions.redeem({ accountId, code, address: '203.0.113.9' })
const partsOf = async (batchId: string) =>
  (await world.pool.query('select sealed from code_file_part where batch_id = $1', [batchId])).rows as {
    sealed: Buffer
  }[]
const auditOf = async (subject: string) =>
  (
    await world.db
      .selectFrom('audit_entry')
      .select(['action', 'operator_id as operatorId', 'reason', 'details'])
      .where('subject', '=', subject)
      .orderBy('audit_entry_id')
      .execute()
  ).map(({ details, ...entry }) => ({ ...entry, details: details as unknown as Record<string, unknown> }))

/** Made and not fetched. */
async function aReadyBatch(more: Parameters<typeof aBatchDraft>[0] = {}): Promise<string> {
  const { batchId } = await makeBatch(more)
  await runJobs()
  return batchId as string
}

describe('a batch', () => {
  test('is made by a job; its codes are redeemed, and nothing but their one answer has them', async () => {
    const { batchId } = await makeBatch()
    expect(await call(show, { batchId })).toMatchObject({ state: 'making', made: 0, wanted: 3, file: 'making' })
    expect(await fetchFile(batchId)).toMatchObject({ message: problems.batchFileGone({ file: 'making' }) })
    await runJobs()
    expect(await call(show, { batchId })).toMatchObject({ state: 'open', made: 3, file: 'ready', isOwn: true, uses: 0 })
    const { codes } = await fetchFile(batchId)
    expect(new Set(codes).size).toBe(3)
    const accountId = await world.orders.aCustomer()
    expect(await redeem(accountId, codes[0])).toMatchObject({ grants: [{ kind: 'credits', amount: 50 }] })
    expect(await call(show, { batchId })).toMatchObject({ uses: 1, file: 'fetched' })
    expect(await call(listUses, { filter: { batchId } })).toMatchObject({
      total: 1,
      list: [{ accountId, granted: [{ kind: 'credits', amount: 50 }] }],
    })
    const entries = await auditOf(`code batch:${batchId}`)
    expect(entries).toMatchObject([
      { action: 'codes make', operatorId: maker.operatorId, reason: 'a campaign', details: { codes: 3 } },
      { action: 'download codes', details: { codes: 3 } },
    ])
    const kept = await world.pool.query('select answer from operator_request')
    expect(JSON.stringify([entries, kept.rows])).not.toContain(codes[1])
  })

  test('of many codes grows part by part, sealed; a worker that dies in a part leaves none of it', async () => {
    const { approvalId } = await makeBatch({ count: 12_000, name: 'Many' })
    await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), other)
    const { batchId } = (await call(list, { filter: { text: 'Many' } })).list[0]
    await world.pool.query(`alter table code_file_part add constraint stop check (part < 1)`)
    await expect(runJobs()).rejects.toThrow('stop')
    expect(await call(show, { batchId })).toMatchObject({ state: 'making', made: 5_000 })
    await world.pool.query(`alter table code_file_part drop constraint stop`)
    await Promise.all([runJobs(), runJobs()])
    expect(await call(show, { batchId })).toMatchObject({ made: 12_000, file: 'ready' })
    const { codes } = await fetchFile(batchId)
    expect(new Set(codes).size).toBe(12_000)
    const sealed = (await partsOf(batchId)).map((part) => part.sealed.toString('latin1')).join('')
    expect(sealed).not.toContain(codes[0].replaceAll('-', ''))
  })

  test('is found by its name, kind, state and partner', async () => {
    const partner = 'hgc'
    const ticket = [{ kind: 'ticket', amount: 1, expiresInDays: 90 }] as const
    const batchId = await aReadyBatch({ kind: 'partner', name: '100% festival', partner, grants: [...ticket] })
    const found = async (filter: object) => {
      const { list: rows } = await call(list, { filter })
      return rows.map((row: { batchId: string }) => row.batchId)
    }
    for (const filter of [{ text: '100%' }, { text: batchId }, { kind: 'partner' }, { partner }])
      expect(await found(filter)).toContain(batchId)
    expect(await found({ text: batchId, state: 'open' })).toEqual([batchId])
    for (const filter of [{ text: '100_ fest' }, { text: batchId, state: 'voided' }, { text: batchId, partner: 'clp' }])
      expect(await found(filter)).toEqual([])
  })

  test.each([
    ['nothing', { grants: [] }],
    [
      'credits and tickets',
      {
        grants: [
          { kind: 'credits', amount: 1, expiresInDays: 1 },
          { kind: 'ticket', amount: 1, expiresInDays: 1 },
        ],
      },
    ],
    ['an unknown plan', { grants: [{ kind: 'plan', planId: 'unknown', amount: 1 }] }],
    ['too many codes', { count: 100_001 }],
    ['gift cards', { kind: 'giftcard' }],
    ['an expiry before its start', { startsAt: '2030-02-01T00:00:00+08:00', expiresAt: '2030-01-01T00:00:00+08:00' }],
  ])('of %s is refused, also when it is only tried', async (_what, more) => {
    for (const answer of [await makeBatch(more as never), await call(tryBatch, aBatchDraft(more as never))])
      expect(answer.result).toBe('FAILED')
  })
})

describe('a batch of the greatest worth', () => {
  const draft = (amount: number) => ({
    count: 100_000,
    usesPerCode: 100_000,
    grants: [{ kind: 'credits' as const, amount, expiresInDays: 365 }],
  })

  test('is listed; above it a batch is refused with a sentence, also when it is only tried', async () => {
    const { approvalId } = await makeBatch({ ...draft(1), name: 'Greatest' })
    const decided = await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), other)
    expect(decided).toMatchObject({ outcome: 'approved' })
    const { list: rows } = await call(list, { filter: { text: 'Greatest' } })
    expect(rows).toMatchObject([{ wanted: 100_000 }])
    await call(voidCodes, keyed({ batchId: rows[0].batchId, reason: 'a test' }))
    const message = problems.batchWorth({ maxCents: 1_000_000_000_000 })
    for (const answer of [await makeBatch(draft(2)), await call(tryBatch, aBatchDraft(draft(2)))])
      expect(answer).toMatchObject({ errorCode: 'INVALID_INPUT', message })
  })
})

describe('the limits of one operator', () => {
  test('count codes of 24 hours together: the rest waits for another one of finance, who sees what it is worth', async () => {
    await makeBatch({ count: 150 })
    expect(await call(tryBatch, aBatchDraft({ count: 51 }))).toMatchObject({ worthCents: 255_000, way: 'second' })
    const { approvalId } = await makeBatch({ count: 51 })
    expect(await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), one)).toMatchObject({
      errorCode: 'NOT_ALLOWED',
    })
    const { list: waiting } = await world.call('/approvals/list', {}, other)
    expect(waiting.find((one: { approvalId: string }) => one.approvalId === approvalId)).toMatchObject({
      consequence: { codes: 51, worthCents: 255_000, batchName: 'Winter gifts' },
    })
    expect(await world.call('/approvals/decide', keyed({ id: approvalId, approve: true }), other)).toMatchObject({
      result: 'SUCCESS',
    })
    await runJobs()
    const { list: rows } = await call(list, {})
    const approved = rows.find(({ wanted, isOwn }: { wanted: number; isOwn: boolean }) => wanted === 51 && isOwn)
    expect(approved).toMatchObject({ madeBy: `operator:${maker.name}`, file: 'ready' })
    // Who approved it is not its maker.
    expect(await fetchFile(approved.batchId, randomUUID(), other)).toMatchObject({
      errorCode: 'NOT_ALLOWED',
      message: problems.batchOfAnother({}),
    })
    // What was approved counts in no limit.
    expect(await call(tryBatch, aBatchDraft({ count: 50 }))).toMatchObject({ way: 'alone' })
    world.clock.advance('PT24H1S')
    const renewed = await world.signIn(maker)
    expect(await call(tryBatch, aBatchDraft({ count: 200 }), renewed)).toMatchObject({ way: 'alone' })
  })

  test('refuse to approve a batch that is worth something else by now', async () => {
    const grants = [{ kind: 'plan' as const, planId: 'entertainment-pass', amount: 2 }]
    const { approvalId } = await makeBatch({ kind: 'plan', count: 201, grants })
    const decide = (approve: boolean) =>
      world.call('/approvals/decide', keyed({ id: approvalId, approve, reason: 'a test' }), other)
    const worth = (cents: number) =>
      world.pool.query(
        `update approval set consequence = jsonb_set(consequence, '{worthCents}',
          to_jsonb((consequence->>'worthCents')::int + $2::int)) where approval_id = $1`,
        [approvalId, cents],
      )
    await worth(-100)
    expect(await decide(true)).toMatchObject({ errorCode: 'CONFLICT', message: problems.approvalChanged({}) })
    await worth(100)
    expect(await decide(true)).toMatchObject({ outcome: 'approved' })
  })

  test('count the worth of all uses, plans at their price', async () => {
    const shared = aBatchDraft({ count: 1, usesPerCode: 201 })
    expect(await call(tryBatch, shared)).toMatchObject({ worthCents: 1_005_000, way: 'second' })
    const months = aBatchDraft({
      kind: 'plan',
      count: 10,
      grants: [{ kind: 'plan', planId: 'entertainment-pass', amount: 2 }],
    })
    expect(await call(tryBatch, months)).toMatchObject({ worthCents: 176_000, way: 'alone' })
  })

  test('hold when two windows make batches at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => makeBatch({ count: 100 })))
    expect(answers.filter(({ batchId }) => batchId !== undefined)).toHaveLength(2)
    expect(answers.filter(({ approvalId }) => approvalId !== undefined)).toHaveLength(1)
    expect(answers.filter(({ errorCode }) => errorCode === 'CONFLICT')).toHaveLength(1)
  })
})

describe('the codes of a batch are fetched', () => {
  test('once: the same request again for ten minutes, another one never', async () => {
    const batchId = await aReadyBatch()
    const key = randomUUID()
    const [first, again] = [await fetchFile(batchId, key), await fetchFile(batchId, key)]
    expect(again.codes).toEqual(first.codes)
    const gone = { errorCode: 'CONFLICT', message: problems.batchFileGone({ file: 'fetched' }) }
    expect(await fetchFile(batchId)).toMatchObject(gone)
    world.clock.advance('PT10M')
    await world.orders.codes.operatorBatches.deleteFiles()
    expect(await fetchFile(batchId, key, await world.signIn(maker))).toMatchObject(gone)
    expect(await partsOf(batchId)).toEqual([])
  })

  test('by one of two windows that ask at once', async () => {
    const batchId = await aReadyBatch()
    const answers = await Promise.all([fetchFile(batchId), fetchFile(batchId)])
    expect(answers.map(({ result }) => result).toSorted()).toEqual(['FAILED', 'SUCCESS'])
  })

  test('within 24 hours: then they are destroyed', async () => {
    const batchId = await aReadyBatch()
    world.clock.advance('PT23H59M59S')
    await world.orders.codes.operatorBatches.deleteFiles()
    expect(await partsOf(batchId)).toHaveLength(1)
    world.clock.advance('PT1S')
    const browser = await world.signIn(maker)
    expect(await fetchFile(batchId, randomUUID(), browser)).toMatchObject({
      message: problems.batchFileGone({ file: 'expired' }),
    })
    await world.orders.codes.operatorBatches.deleteFiles()
    expect(await partsOf(batchId)).toEqual([])
  })

  test('not any more once the operator is disabled: the batch is void', async () => {
    const batchId = await aReadyBatch()
    const admin = await world.signIn(await world.anOperator('administrator'))
    const { list: found } = await world.call('/operators/list', { filter: { text: maker.email } }, admin)
    await world.call('/operators/disable', keyed({ id: maker.operatorId, version: found[0].version }), admin)
    expect(await call(show, { batchId }, other)).toMatchObject({ state: 'voided', isOwn: false })
  })
})

describe('voiding', () => {
  test('a batch while its codes are redeemed leaves what was redeemed, and stops the rest', async () => {
    const batchId = await aReadyBatch({ count: 12 })
    const { codes } = await fetchFile(batchId)
    const accounts: string[] = []
    for (const _code of codes) accounts.push(await world.orders.aCustomer())
    const attempts = codes.map((code: string, n: number) => redeem(accounts[n]!, code))
    const voiding = call(voidCodes, keyed({ batchId, reason: 'leaked' }), other)
    const outcomes = await Promise.allSettled(attempts)
    expect(await voiding).toMatchObject({ result: 'SUCCESS' })
    const redeemed = outcomes.filter(({ status }) => status === 'fulfilled').length
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await call(show, { batchId })).toMatchObject({ state: 'voided', uses: redeemed })
    for (const [n, accountId] of accounts.entries())
      expect(await world.orders.credits(accountId)).toBe(outcomes[n]!.status === 'fulfilled' ? 50 : 0)
    expect(await call(voidCodes, keyed({ batchId, reason: 'leaked' }))).toMatchObject({ errorCode: 'NOT_FOUND' })
  })

  test('a batch that is being made stops its making, and is not fetched', async () => {
    const { batchId } = await makeBatch()
    await call(voidCodes, keyed({ batchId, reason: 'a mistake' }))
    await runJobs()
    expect(await call(show, { batchId })).toMatchObject({ state: 'voided', made: 0 })
    expect(await fetchFile(batchId)).toMatchObject({ errorCode: 'CONFLICT' })
  })

  test('one code, which is looked up by its letters', async () => {
    const { codes, batchId } = await makeCodes(world.orders.codes, { count: 2 })
    const accountId = await world.orders.aCustomer()
    await redeem(accountId, codes[0]!)
    expect(await call(look, { code: codes[0]!.toLowerCase() })).toMatchObject({
      batchId,
      state: 'redeemed',
      usesLeft: 0,
      outTradeNo: null,
      uses: [{ accountId }],
    })
    const { codeId } = await call(look, { code: codes[1]! })
    expect(await call(voidCodes, keyed({ code: codes[1]!, reason: 'printed twice' }))).toMatchObject({
      result: 'SUCCESS',
    })
    expect(await call(look, { code: codes[1]! })).toMatchObject({ state: 'voided' })
    expect(JSON.stringify(await auditOf(`code:${codeId}`))).not.toContain(codes[1])
    expect(await call(look, { code: 'AAAA-BBBB-CCCC-DDDD' })).toMatchObject({ errorCode: 'NOT_FOUND' })
    expect(await call(voidCodes, keyed({ reason: 'nothing' }))).toMatchObject({ errorCode: 'INVALID_INPUT' })
  })
})

test('gift cards are listed with their state, and without code or recipient', async () => {
  const { orders } = world
  const buyer = await orders.aCustomer()
  const { orderId, orderNumber } = await orders.payments.createOrder({
    accountId: buyer,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: 'credits-100',
    kind: 'alipay',
    amountCents: 10_000,
    details: { recipient: '+85261234567', message: 'Happy birthday' },
    continueUrl: 'https://harbour.test/',
    cancelUrl: 'https://harbour.test/',
    terminal: 'web',
  })
  orders.alipay.approve(orderId, { amountCents: 10_000 })
  await orders.payments.returned({ accountId: buyer, orderId })
  const answer = await call(giftCards, { filter: { text: orderNumber } })
  expect(answer.list).toMatchObject([
    { outTradeNo: orderId, state: 'unused', paidCents: 10_000, isRefunded: false, grants: [{ amount: 100 }] },
  ])
  expect(JSON.stringify(answer)).not.toMatch(/61234567|birthday/)
  expect((await call(giftCards, { filter: { text: orderNumber, state: 'redeemed' } })).list).toEqual([])
  world.clock.advance('PT26400H')
  const later = await world.signIn(maker)
  expect((await call(giftCards, { filter: { state: 'expired' } }, later)).list).toHaveLength(1)
})

test.each(['care', 'catalogue', 'administrator'] as const)('%s sees no codes', async (role) => {
  const browser = await world.signIn(await world.anOperator(role))
  for (const [endpoint, input] of [
    [list, {}],
    [tryBatch, aBatchDraft()],
    [giftCards, {}],
  ] as const)
    expect(await call(endpoint, input, browser)).toMatchObject({ errorCode: 'NOT_ALLOWED' })
})
