import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { bookCorrection } from '#server/commands/correct.ts'
import { setBlocked } from '#server/commands/ledger.ts'
import { readArguments } from '#server/commands/command.ts'
import { PLANS, type PlanPublication, publishPlan } from '#server/commands/plans.ts'
import { importCustomers } from '#server/domains/accounts/index.ts'
import { importStaff } from '#server/domains/partners/index.ts'
import { digestOf, withoutAuditLog } from './support/audit-log.ts'
import { aCampaign, createCampaignsWorld } from './support/campaigns.ts'
import { makeCodes } from './support/codes.ts'
import { createTestComments } from './support/comments.ts'
import { createContactWorld } from './support/contact.ts'
import { A_LOCKER, A_SALE, createSalesWorld, someGoods } from './support/sales.ts'
import { createSubscriptionsWorld } from './support/subscriptions.ts'

/**
 * What operators change by commands that end in a domain. Payments and refunds are in money-commands.test.ts, webhooks in webhooks.test.ts.
 */
const BY = { actor: 'operator:ann', reason: 'a test' }
const PUBLISH = ['publish', '--plan', 'entertainment-pass', '--price', '99', '--reason', 'a test', '--operator', 'ann']
const masterKey = Buffer.alloc(32, 7)

type World = { pool: Pool; close(): Promise<void> }
type Change = readonly [what: string, change: () => Promise<unknown>]

/** Makes each change on a database that cannot write the audit log, then on one that can. @returns what is wrong with any of them */
async function problemsOf<W extends World>(create: () => Promise<W>, changesOf: (world: W) => Promise<Change[]>) {
  const world = await create()
  const problems: string[] = []
  try {
    for (const [what, change] of await changesOf(world)) {
      const { audit_entry: entries, ...rows } = await digestOf(world.pool)
      const error = await withoutAuditLog(world.pool, change).catch((reason: unknown) => reason)
      if (!String(error).includes('no audit log')) problems.push(`${what} wrote no entry: ${String(error)}`)
      const { audit_entry: _, ...left } = await digestOf(world.pool)
      if (!isDeepStrictEqual(left, rows)) problems.push(`${what} is kept without its entry`)
      await change()
      const { audit_entry: added, ...changed } = await digestOf(world.pool)
      if (added === entries || isDeepStrictEqual(changed, rows)) problems.push(`${what} changed nothing`)
    }
  } finally {
    await world.close()
  }
  return problems
}

test('codes, plans, corrections, blocked purchases and lists of partners are changed with their entry or not at all', async () => {
  const problems = await problemsOf(createSubscriptionsWorld, async ({ node, accounts, db, clock, aMember }) => {
    const { codes, plans, ledger } = node
    const made = await makeCodes(codes, { count: 2 })
    const number = (await accounts.read(await aMember()))!.number
    const deps = { db, clock, accounts, ledger, plans, masterKey }
    const correction = { number, credits: 5, bucket: 'recharged', key: 'once', ...BY } as const
    return [
      ['make codes', () => makeCodes(codes)],
      ['void a code', () => codes.batches.voidOne({ code: made.codes[0]!, ...BY })],
      ['void a batch', () => codes.batches.voidAll({ batchId: made.batchId, ...BY })],
      ['correct', () => bookCorrection(deps, correction)],
      ['block', () => setBlocked(deps, { action: 'block', number, ...BY })],
      ['unblock', () => setBlocked(deps, { action: 'unblock', number, ...BY })],
      ['publish a plan', () => publishPlan(deps, readArguments(PLANS, PUBLISH) as PlanPublication)],
      ['import customers', () => importCustomers(deps, { partner: 'clp', csv: '61110001\n', ...BY })],
      ['import staff', () => importStaff(deps, { csv: 'Harbour Bank,A1\n', ...BY })],
    ]
  })
  expect(problems).toEqual([])
})

test('comments and listed words are decided with their entry or not at all', async () => {
  const problems = await problemsOf(createTestComments, async ({ comments, anAuthor, write }) => {
    const text = '節奏由慢轉快，燈光與配樂互相呼應。'
    const { commentId } = await write(await anAuthor(), text)
    const decision = { commentId, version: 1, ...BY }
    return [
      ['approve', () => comments.review.approve(decision)],
      ['reject', () => comments.review.reject({ ...decision, version: 2 })],
      ['add a word', () => comments.review.addWord({ word: '劇透', ...BY })],
      ['remove a word', () => comments.review.removeWord({ word: '劇透', ...BY })],
    ]
  })
  expect(problems).toEqual([])
})

test('messages to the operators are answered and closed with their entry or not at all', async () => {
  const problems = await problemsOf(createContactWorld, async ({ contact, write }) => {
    const action = { caseNumber: await write(), ...BY }
    return [
      ['answer', () => contact.cases.answer({ ...action, text: 'It is mended.' })],
      ['close', () => contact.cases.close(action)],
    ]
  })
  expect(problems).toEqual([])
})

test('campaigns are imported and submissions deleted with their entry or not at all', async () => {
  const problems = await problemsOf(createCampaignsWorld, async ({ campaigns, put, send }) => {
    await put(aCampaign(['film', 'other']))
    const submissionNumber = await send()
    return [
      ['delete a submission', () => campaigns.operators.remove({ submissionNumber, ...BY })],
      ['import', () => put(aCampaign(['film'], { codeName: 'SECOND' }))],
    ]
  })
  expect(problems).toEqual([])
})

test('orders of goods are sent, delivered and restocked with their entry or not at all', async () => {
  const problems = await problemsOf(createSalesWorld, async ({ sales, put, buy }) => {
    await put(A_SALE, A_LOCKER, someGoods('disc', 5))
    const orderId = await buy([{ goodsId: 'disc', quantity: 1 }])
    return [
      ['send', () => sales.deliveries.markSent({ orderId, ...BY })],
      ['deliver', () => sales.deliveries.markDelivered({ orderId, ...BY })],
      ['restock', () => sales.deliveries.restock({ orderId, ...BY })],
      ['import', () => put(someGoods('poster', 3))],
    ]
  })
  expect(problems).toEqual([])
})
