import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { CREDITS, makeCodes, PLAN } from '../../../../test/support/codes.ts'
import { isFull } from '../../../../test/support/full.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'

/** Each history has some 20 steps on a real database. */
const RUNS = isFull ? 150 : 8
const PAGE = 'https://harbour.test/#/giftcard'
const MEMBERS = 3
const CODES = 3

let world: SubscriptionsWorld
let addresses = 0
beforeAll(async () => {
  world = await createSubscriptionsWorld({ connections: 8 })
})
afterAll(() => world.close())

const member = fc.nat(MEMBERS - 1)
const which = fc.nat(CODES - 1)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('redeem' as const), member, which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('race' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), member, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('preview' as const), member, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which, refused: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), months: fc.constantFrom(1, 13, 37) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'tick' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The members, codes and gift cards of one history. */
interface Scene {
  readonly members: readonly string[]
  readonly codes: readonly string[]
  readonly cards: readonly { orderId: string; code: string }[]
}

async function setUp(): Promise<Scene> {
  world.wechat.reset()
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => world.aMember()))
  const batches = [
    await makeCodes(world.node.codes),
    await makeCodes(world.node.codes, { usesPerCode: 2, grants: [PLAN, CREDITS] }),
    await makeCodes(world.node.codes, { kind: 'sharing', usesPerCode: 3 }),
  ]
  const cards = []
  for (const valueId of ['credits-50', 'gift-pass-1', 'credits-200']) {
    world.clock.advance('PT0.001S')
    const amountCents = { 'credits-50': 5_000, 'gift-pass-1': 8_800 }[valueId] ?? 20_000
    const order = { accountId: members[0]!, purpose: 'giftcard', purposeId: valueId, kind: 'wechat' } as const
    const pages = { continueUrl: PAGE, cancelUrl: PAGE, terminal: 'web', language: 'en_US' } as const
    const { orderId } = await world.node.payments.createOrder({ ...order, ...pages, amountCents })
    world.wechat.approve(orderId)
    await world.node.payments.returned({ accountId: members[0]!, orderId })
    const { list } = await world.node.codes.giftCards.list({ accountId: members[0]!, page: 1, pageSize: 1 })
    cards.push({ orderId, code: list[0]!.code! })
  }
  return { members, codes: batches.map(({ codes }) => codes[0]!), cards }
}

const REFUSALS = ['CODE_USED', 'CODE_EXPIRED', 'NEW_USERS_ONLY', 'CONFLICT']

/** A refusal is an answer; anything else is a fault. */
const tolerate = (error: unknown) => expect(REFUSALS).toContain((error as { code?: string }).code)

/** The provider's message is repeated until the refund has been carried out or refused. */
const repeatLater = (error: Error) => expect(error.message).toBe('a dispute of a payment that is being refunded')

const enter = (accountId: string, code: string, how: 'redeem' | 'preview' = 'redeem') =>
  world.node.codes.redemptions[how]({
    accountId,
    code,
    address: `10.0.${Math.floor(addresses / 250)}.${addresses++ % 250}`,
  }).catch(tolerate)

async function perform(one: Step, { members, codes, cards }: Scene): Promise<void> {
  switch (one.do) {
    case 'redeem':
      return void (await enter(members[one.member]!, codes[one.which]!))
    case 'card':
      return void (await enter(members[one.member]!, cards[one.which]!.code))
    case 'preview':
      return void (await enter(members[one.member]!, codes[one.which]!, 'preview'))
    case 'race':
      await Promise.all(members.flatMap((by) => [enter(by, codes[one.which]!), enter(by, cards[one.which]!.code)]))
      return
    case 'void': {
      const by = { actor: 'operator:ann', reason: 'lost' }
      return world.node.codes.batches.voidOne({ code: codes[one.which]!, ...by }).catch((error: unknown) => {
        expect(error).toEqual(operatorRefusal({ is: 'codeVoided' }))
      })
    }
    case 'refund':
      world.wechat.refuses.refund = one.refused
      await world.node.payments.refund({ orderId: cards[one.which]!.orderId, reason: 'asked', actor: 'test' })
      return
    case 'dispute': {
      const paymentReference = `paid-${cards[one.which]!.orderId}`
      return world.node
        .handleCallback('payments', { of: 'dispute', paymentReference, event: 'disputeLost' })
        .catch(repeatLater)
    }
    case 'wait':
      world.clock.advance(`PT${one.months * 31 * 24}H`)
      return
    case 'tick':
      return world.node.runDue()
  }
}

async function expectInvariants(): Promise<void> {
  await expectBooksToAgree(world.node)
  // Uses that were taken are uses that were made, and never more than there are.
  const codes = await world.db
    .selectFrom('code')
    .innerJoin('code_batch', 'code_batch.batch_id', 'code.batch_id')
    .leftJoin('code_use', 'code_use.code_id', 'code.code_id')
    .select(({ fn }) => ['code.code_id', 'uses_left', 'uses_per_code', fn.count<number>('use_id').as('uses')])
    .groupBy(['code.code_id', 'uses_left', 'uses_per_code'])
    .execute()
  for (const { uses_left, uses_per_code, uses } of codes) expect(uses_left + uses).toBe(uses_per_code)
  // What is owed for gift cards, or set aside, is what was paid for those that are open.
  const open = await world.db
    .selectFrom('gift_card')
    .select(({ fn }) => fn.sum<string | null>('paid_cents').as('cents'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const booked = await world.db
    .selectFrom('posting')
    .select(({ fn }) => fn.sum<string | null>('amount').as('cents'))
    .where('ledger_account', 'in', ['deferred_gift_cards', 'refund_hold'])
    .where('commodity', '=', 'HKD_CENT')
    .executeTakeFirstOrThrow()
  expect(Number(open.cents) + Number(booked.cents)).toBe(0)
  // Each use of credits has one lot, and each lot of a code one use.
  const uses = await world.db.selectFrom('code_use').select('granted').execute()
  const granted = uses.flatMap((use) => use.granted as unknown as { lotId?: number }[])
  const lots = granted.flatMap(({ lotId }) => lotId ?? [])
  const transfers = await world.db.selectFrom('transfer').select('transfer_id').where('kind', '=', 'code').execute()
  expect(new Set(lots).size).toBe(lots.length)
  expect(transfers).toHaveLength(lots.length)
}

test('whatever happens to codes and gift cards, in whatever order, nothing is given or owed twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const scene = await setUp()
      for (const one of steps) {
        await perform(one, scene)
        await expectInvariants()
      }
      world.wechat.refuses.refund = false
      world.clock.advance(`PT${37 * 31 * 24}H`)
      for (let n = 0; n < 3; n++) await world.node.runDue()
      await expectInvariants()
      // Everything that was sold is over by now: redeemed, returned, charged back or expired.
      const left = await world.db.selectFrom('gift_card').select('order_id').where('closed_at', 'is', null).execute()
      expect(left).toEqual([])
    }),
    { numRuns: RUNS, seed: 20_261_122, endOnFailure: true },
  )
}, 300_000)
