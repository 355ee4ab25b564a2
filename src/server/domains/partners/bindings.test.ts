import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCodes, TICKET, VOUCHERS } from '../../../../test/support/codes.ts'
import { giveCredits } from '../../../../test/support/ledger.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'
import { expectBooksToAgree } from '../../../../test/support/books.ts'
import { inTransaction } from '#server/kit/db.ts'

let world: SubscriptionsWorld
let accountId: string
let addresses = 0

beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(hongKong('2026-11-20T14:00'))
  accountId = await world.aMember()
})
afterEach(() => expectBooksToAgree(world.node))

type Partner = 'hgc' | 'clp' | 'suntel'
const aCode = async (partner: Partner = 'hgc', uses = 1) => {
  const { codes } = await makeCodes(world.node.codes, {
    kind: 'partner',
    partner,
    grants: [VOUCHERS, TICKET],
    usesPerCode: uses,
  })
  return codes[0]!
}
const bind = (code: string, { partner = 'hgc' as Partner, by = accountId, node = world.node } = {}) =>
  node.partners.bind({ accountId: by, partner, code, address: `203.0.113.${addresses++ % 250}` })
const partnerOf = async (by = accountId) => (await world.accounts.read(by))!.partner
const bindingsOf = async (by = accountId) =>
  (await world.db.selectFrom('partner_binding').select('partner').where('account_id', '=', by).execute()).map(
    ({ partner }) => partner,
  )
const owned = async (by = accountId) =>
  (await world.node.ledger.balance(by)).spendable.map(({ bucket, amount }) => `${amount} ${bucket}`).toSorted()
const conflict = (of: string) => ({ code: 'CONFLICT', details: { of } })

describe('a code of a telecom partner', () => {
  test('binds an account of the site to it, once, and gives vouchers and tickets', async () => {
    const code = await aCode()
    const first = await bind(code)
    expect(first).toMatchObject({
      tickets: 3,
      grants: [
        { kind: 'voucher', amount: 2 },
        { kind: 'ticket', amount: 1 },
      ],
    })
    expect([await partnerOf(), await bindingsOf()]).toEqual(['hgc', ['hgc']])
    expect(await bind(code)).toEqual(first)
    expect(await owned()).toEqual(['1 ticket', '2 voucher'])
    expect(await bindingsOf()).toEqual(['hgc'])
  })

  test('gives more to who is bound to the partner already', async () => {
    await bind(await aCode())
    expect(await bind(await aCode())).toMatchObject({ tickets: 6 })
    expect(await bindingsOf()).toEqual(['hgc'])
  })

  test('of another partner is refused, and stays unused', async () => {
    await bind(await aCode())
    const code = await aCode('clp')
    await expect(bind(code, { partner: 'clp' })).rejects.toMatchObject(conflict('partner'))
    expect([await partnerOf(), await owned()]).toEqual(['hgc', ['1 ticket', '2 voucher']])
    const other = await world.aMember()
    expect(await bind(code, { partner: 'clp', by: other })).toMatchObject({ tickets: 3 })
  })

  test('is refused to a member of movie6', async () => {
    accountId = await world.aMember('movie6')
    await expect(bind(await aCode())).rejects.toMatchObject(conflict('partner'))
    expect([await partnerOf(), await owned()]).toEqual(['movie6', []])
  })

  test('entered with another partner, or an ordinary code, is wrong', async () => {
    const [code, ordinary] = [await aCode(), (await makeCodes(world.node.codes)).codes[0]!]
    await expect(bind(code, { partner: 'suntel' })).rejects.toMatchObject({ code: 'WRONG_CODE' })
    await expect(bind(ordinary)).rejects.toMatchObject({ code: 'WRONG_CODE' })
    expect([await partnerOf(), await bindingsOf()]).toEqual(['anyplex', []])
  })

  test('that another account has used binds no account', async () => {
    const code = await aCode()
    await bind(code)
    const other = await world.aMember()
    await expect(bind(code, { by: other })).rejects.toMatchObject({ code: 'CODE_USED' })
    expect([await partnerOf(other), await bindingsOf(other), await owned(other)]).toEqual(['anyplex', [], []])
  })

  test('guessed too often is not looked at', async () => {
    const entry = { accountId, partner: 'hgc', address: '198.51.100.7' } as const
    const refusals: string[] = []
    for (let n = 0; n < 12; n++) {
      const refused = await world.node.partners
        .bind({ ...entry, code: `0000-0000-0000-000${n % 10}` })
        .catch((error) => error)
      refusals.push(refused.code)
    }
    expect(refusals.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'WRONG_CODE'))
    expect(refusals.slice(10)).toEqual(['TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
  })
})

describe('an account is not bound while it has', () => {
  afterEach(async () => {
    expect([await partnerOf(), await bindingsOf()]).toEqual(['anyplex', []])
  })

  test('a plan that runs', async () => {
    await inTransaction(world.node.db, (tx) =>
      world.node.subscriptions.give(tx, { accountId, planId: 'staff-pass', months: 1 }),
    )
    await expect(bind(await aCode())).rejects.toMatchObject(conflict('plan'))
  })

  test('an agreement that waits for its payer', async () => {
    await world.start(accountId)
    await expect(bind(await aCode())).rejects.toMatchObject(conflict('agreement'))
  })

  test('a payment that is open', async () => {
    await world.aPrepaid(accountId)
    await expect(bind(await aCode())).rejects.toMatchObject(conflict('payment'))
  })

  test('credits', async () => {
    await giveCredits(world, accountId, 1)
    const code = await aCode()
    await expect(bind(code)).rejects.toMatchObject(conflict('credits'))
    const other = await world.aMember()
    expect(await bind(code, { by: other })).toMatchObject({ tickets: 3 })
  })
})

test('the rewards of a partner’s codes in a month are listed for its invoice, also after an erasure', async () => {
  world.clock.set(hongKong('2031-03-01T00:00'))
  const from = world.clock.now()
  await bind(await aCode())
  await bind(await aCode())
  const until = from.add({ hours: 31 * 24 })
  await world.db.updateTable('code_use').set({ account_id: null }).where('account_id', '=', accountId).execute()
  const rows = [
    { partner: 'hgc', kind: 'ticket', codes: 2, amount: 2 },
    { partner: 'hgc', kind: 'voucher', codes: 2, amount: 4 },
  ]
  expect(await world.node.codes.invoices({ from, until })).toEqual(rows)
  // More than four bytes hold.
  await world.pool.query(
    `update code_use set granted = '[{"kind": "voucher", "amount": 2000000000}]' where used_at >= $1`,
    [from.toString()],
  )
  expect(await world.node.codes.invoices({ from, until })).toEqual([
    { partner: 'hgc', kind: 'voucher', codes: 2, amount: 4_000_000_000 },
  ])
  expect(await world.node.codes.invoices({ from: until, until: until.add({ hours: 1 }) })).toEqual([])
})

test('an account whose plan and credits have ended is bound, and has no free month', async () => {
  await inTransaction(world.node.db, (tx) =>
    world.node.subscriptions.give(tx, { accountId, planId: 'entertainment-pass', months: 1 }),
  )
  // The tick has not run: the plan ends by the clock.
  world.clock.set(hongKong('2026-12-21T00:00'))
  await bind(await aCode())
  expect(await partnerOf()).toBe('hgc')
  const other = await world.aMember()
  await bind(await aCode(), { by: other })
  expect(await world.accounts.customers.isTelecomPartner(other)).toBe(true)
  const viewer = { kind: 'member', accountId: other } as never
  const [offer] = await world.node.plans.subscribable(viewer, { offer: 'standard', canRenew: true })
  expect(offer?.terms.trialMonths).toBe(0)
})

test('of two partners at once one binds the account', { timeout: 60_000 }, async () => {
  const second = world.aNode()
  for (let time = 0; time < 3; time++) {
    const by = await world.aMember()
    const codes = [await aCode('hgc'), await aCode('clp')]
    const ended = await Promise.allSettled([
      bind(codes[0]!, { by }),
      bind(codes[1]!, { by, partner: 'clp', node: second }),
    ])
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await bindingsOf(by)).toEqual([await partnerOf(by)])
    expect(await owned(by)).toEqual(['1 ticket', '2 voucher'])
  }
})

test('of a binding and a code of credits at once, one holds', { timeout: 60_000 }, async () => {
  const second = world.aNode()
  for (let time = 0; time < 12; time++) {
    const by = await world.aMember()
    const code = await aCode()
    const { codes } = await makeCodes(world.node.codes)
    const redeem = () => second.codes.redemptions.redeem({ accountId: by, code: codes[0]!, address: '203.0.113.251' })
    // Who comes first is tried both ways.
    const attempts = time % 2 ? [redeem(), bind(code, { by })] : [bind(code, { by }), redeem()]
    const refusals = (await Promise.allSettled(attempts)).flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
    )
    const isBound = (await partnerOf(by)) === 'hgc'
    expect(refusals).toEqual([isBound ? 'NOT_ALLOWED' : 'CONFLICT'])
    expect(await owned(by)).toEqual(isBound ? ['1 ticket', '2 voucher'] : ['50 recharged'])
    expect(await bindingsOf(by)).toEqual(isBound ? ['hgc'] : [])
    // What was not redeemed here belongs to another account.
    const other = await world.aMember()
    if (isBound)
      await world.node.codes.redemptions.redeem({ accountId: other, code: codes[0]!, address: '203.0.113.252' })
    else await bind(code, { by: other })
  }
})

test('a payment for credits or a plan that its payer approves once the account is bound is refunded', async () => {
  const orderId = await world.aPrepaid(accountId)
  // A payment that began while the account was being bound: it was not seen.
  await world.db.updateTable('account').set({ partner: 'hgc' }).where('account_id', '=', accountId).execute()
  world.wechat.approve(orderId)
  await world.node.payments.returned({ accountId, orderId })
  await world.node.runDue()
  await world.node.runDue()
  expect((await world.orders(accountId)).map(({ state }) => state)).toEqual(['refunded'])
  expect(await world.rows(accountId)).toEqual([])
})
