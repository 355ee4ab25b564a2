import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCodes, PLAN } from '../../../../test/support/codes.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

const REDEEMERS = 100
const ROUNDS = isFull ? 100 : 2

let world: SubscriptionsWorld
let accounts: string[]
beforeAll(async () => {
  world = await createSubscriptionsWorld({ connections: 10 })
  accounts = []
  for (let n = 0; n < REDEEMERS; n++) accounts.push(await world.aMember())
})
afterAll(() => world.close())

/** All at once, on two nodes, all from one address. @returns who got it */
async function race(codes: readonly string[]): Promise<string[]> {
  const nodes = [world.node, other]
  const outcomes = await Promise.allSettled(
    accounts.map((accountId, n) =>
      nodes[n % 2]!.codes.redemptions.redeem({ accountId, code: codes[n % codes.length]!, address: '203.0.113.7' }),
    ),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CODE_USED' })
  }
  return accounts.filter((_, n) => outcomes[n]!.status === 'fulfilled')
}

let other: SubscriptionsWorld['node']
beforeAll(() => {
  other = world.aNode(10)
})

const owned = async (accountId: string) =>
  (await world.node.ledger.balance(accountId)).spendable.reduce((sum, { amount }) => sum + amount, 0)
const total = async () => (await Promise.all(accounts.map(owned))).reduce((sum, amount) => sum + amount, 0)

test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))(
  'of 100 redeemers of one code, one wins (round %i)',
  async () => {
    const before = await total()
    const { codes } = await makeCodes(world.node.codes)
    expect(await race(codes)).toHaveLength(1)
    expect(await total()).toBe(before + 50)
    await expectBooksToAgree(world.node)
  },
)

test('a code of a plan for 7 accounts gives 7 of 100 the plan', async () => {
  const { codes } = await makeCodes(world.node.codes, { kind: 'plan', grants: [PLAN], usesPerCode: 7 })
  const winners = await race(codes)
  expect(winners).toHaveLength(7)
  const held = await Promise.all(accounts.map((accountId) => world.node.subscriptions.starts.hasHeldPlan(accountId)))
  expect(accounts.filter((_, n) => held[n])).toEqual(winners)
})

test('a code that one account redeems ten times at once gives its rewards once', async () => {
  const accountId = await world.aMember()
  const { codes } = await makeCodes(world.node.codes, { usesPerCode: 5 })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? other : world.node).codes.redemptions.redeem({ accountId, code: codes[0]!, address: '203.0.113.8' }),
    ),
  )
  for (const { grants } of answers) expect(grants).toEqual(answers[0]!.grants)
  expect(answers.filter(({ redeemedAt }) => redeemedAt === undefined)).toHaveLength(1)
  expect(await owned(accountId)).toBe(50)
})

test('a batch that is voided while its codes are redeemed gives nothing afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    const { batchId, codes } = await makeCodes(world.node.codes, { count: 20 })
    const before = await total()
    const attempts = codes.map((code, n) =>
      world.node.codes.redemptions.redeem({ accountId: accounts[n]!, code, address: '203.0.113.9' }),
    )
    const voiding = other.codes.batches.voidAll({ batchId, actor: 'operator:ann', reason: 'leaked' })
    const outcomes = await Promise.allSettled(attempts)
    await voiding
    const redeemed = outcomes.filter(({ status }) => status === 'fulfilled').length
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CODE_EXPIRED' })
    }
    expect(await total()).toBe(before + redeemed * 50)
    const late = { accountId: accounts.at(-1)!, code: codes.at(-1)!, address: '203.0.113.9' }
    const isTaken = outcomes.at(-1)!.status === 'fulfilled'
    await expect(world.node.codes.redemptions.redeem(late)).rejects.toMatchObject({
      code: isTaken ? 'CODE_USED' : 'CODE_EXPIRED',
    })
  }
})
