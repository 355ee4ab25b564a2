import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { details, from } from '../../../../test/support/accounts.ts'
import { CREDITS, makeCodes, PLAN, VOUCHERS } from '../../../../test/support/codes.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../../test/support/subscriptions.ts'
import type { NewBatch } from './index.ts'

let world: SubscriptionsWorld
let numbers = 0
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
// The limits of SMS and of wrong codes expire.
beforeEach(() => world.clock.advance('PT25H'))

const aNumber = () => `6222${String(numbers++).padStart(4, '0')}`
const aCode = async (batch?: Partial<NewBatch>) =>
  (await makeCodes(world.node.codes, { kind: 'promotion', ...batch })).codes[0]!

/** Steps 1 and 2. */
async function verifiedToken(mobileno = aNumber()): Promise<string> {
  const { registration } = world.accounts
  const number = { mobileno, areaCode: '852' as const }
  await registration.start(number, { ...from({ address: `198.51.100.${numbers}` }), language: 'en_US' })
  const code = await world.lastCode(`+852${mobileno}`)
  return (await registration.verify({ ...number, code, partner: 'anyplex' }, from())).verificationToken
}

const complete = (token: string, promotionCode?: string) =>
  world.accounts.registration.complete(details(token, { promotionCode }), { ...from(), language: 'en_US' })
const owned = async (accountId: string) =>
  (await world.node.ledger.balance(accountId)).spendable.map(({ bucket, amount }) => `${amount} ${bucket}`)
const countAccounts = async () => (await world.db.selectFrom('account').select('account_id').execute()).length

test('a registration without a code gives nothing', async () => {
  const { userId, grants } = await complete(await verifiedToken())
  expect([await owned(userId), grants]).toEqual([[], []])
})

test.each([['promotion'], ['sharing'], ['redeem']] as const)(
  'a code of kind %s is redeemed with the registration, and answered',
  async (kind) => {
    const code = await aCode({ kind, grants: [CREDITS, PLAN], newUsersOnly: true })
    const { userId, grants } = await complete(await verifiedToken(), code)
    expect(grants).toMatchObject([
      { kind: 'credits', amount: 50 },
      { kind: 'plan', amount: 1 },
    ])
    expect(await owned(userId)).toEqual(['60 monthly', '50 recharged'])
    expect(await world.node.subscriptions.starts.hasHeldPlan(userId)).toBe(true)
  },
)

describe('a code that cannot be redeemed is a wrong field: nothing is made, and nothing is lost', () => {
  test.each<[string, string, () => Promise<string>]>([
    ['wrong', 'PROMOTION_CODE', async () => 'ABCD-EFGH'],
    [
      'expired',
      'PROMOTION_CODE_EXPIRED',
      async () => {
        const code = await aCode({ expiresAt: world.clock.now().add({ seconds: 1 }) })
        world.clock.advance('PT2S')
        return code
      },
    ],
    ['of vouchers', 'PROMOTION_CODE_REFUSED', () => aCode({ grants: [VOUCHERS] })],
    ['of a partner', 'PROMOTION_CODE_REFUSED', () => aCode({ kind: 'partner', partner: 'hgc', grants: [VOUCHERS] })],
  ])('one that is %s', async (_what, rule, makeCode) => {
    const code = await makeCode()
    const token = await verifiedToken()
    const before = await countAccounts()
    await expect(complete(token, code)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { promotionCode: rule } },
    })
    expect(await countAccounts()).toBe(before)
    // The same token, with a right code.
    expect((await complete(token, await aCode())).grants).toHaveLength(1)
  })

  test('for new members, with a number that has redeemed before its erasure', async () => {
    const mobileno = aNumber()
    await complete(await verifiedToken(mobileno), await aCode())
    await world.accounts.closing.erase(`+852${mobileno}`)
    world.clock.advance('PT25H')
    const token = await verifiedToken(mobileno)
    await expect(complete(token, await aCode({ kind: 'sharing' }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: { promotionCode: 'PROMOTION_CODE_NEW_ONLY' } },
    })
    expect(await complete(token)).toMatchObject({ grants: [] })
  })

  test('used up: CODE_USED, and the token stays', async () => {
    const code = await aCode()
    await complete(await verifiedToken(), code)
    const token = await verifiedToken()
    const before = await countAccounts()
    await expect(complete(token, code)).rejects.toMatchObject({ code: 'CODE_USED' })
    expect(await countAccounts()).toBe(before)
    expect(await complete(token)).toMatchObject({ grants: [] })
  })
})

test('of several registrations at once with one code one is made; the others can go on without it', async () => {
  const code = await aCode()
  const tokens: string[] = []
  for (let n = 0; n < 6; n++) tokens.push(await verifiedToken())
  const before = await countAccounts()
  const outcomes = await Promise.allSettled(tokens.map((token) => complete(token, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CODE_USED' })
  }
  expect(await countAccounts()).toBe(before + 1)
  const left = tokens.filter((_, n) => outcomes[n]!.status === 'rejected')
  for (const token of left) expect(await complete(token)).toMatchObject({ grants: [] })
  expect(await countAccounts()).toBe(before + 6)
})

test('wrong codes are counted by the number that is registered', async () => {
  const token = await verifiedToken()
  for (let n = 0; n < 10; n++) await expect(complete(token, 'ABCD')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(complete(token, await aCode())).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  // Of another number, at the same address.
  expect((await complete(await verifiedToken(), await aCode())).grants).toHaveLength(1)
  world.clock.advance('PT10M')
  expect((await complete(token, await aCode())).grants).toHaveLength(1)
})
