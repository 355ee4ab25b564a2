import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'

let app: AccountsApp
beforeAll(async () => {
  app = await createTestAccounts()
})
afterAll(() => app.close())
// Each test starts after the limits of the others have expired.
beforeEach(() => app.clock.advance('PT2H'))

let accounts = 0
const anAccount = () => `account ${accounts++}`
const wrong = (address: string, accountId?: string) =>
  app.accounts.findCode({ accountId, address }, async () => undefined)
const right = (address: string, accountId?: string) =>
  app.accounts.findCode({ accountId, address }, async () => 'found')
const repeat = async (times: number, attempt: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < times; n++) await attempt(n)
}

test('an account has ten wrong codes an hour, from wherever', async () => {
  const accountId = anAccount()
  await repeat(10, async (n) => expect(await wrong(`203.0.113.${n}`, accountId)).toBeUndefined())
  const refused = { code: 'TOO_MANY_TRIES', details: { retryAfter: 3_600 } }
  await expect(wrong('203.0.113.99', accountId)).rejects.toMatchObject(refused)
  // Nor is the right one looked up.
  await expect(right('203.0.113.99', accountId)).rejects.toMatchObject(refused)
  app.clock.advance('PT59M59S')
  await expect(wrong('203.0.113.99', accountId)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  app.clock.advance('PT1S')
  expect(await right('203.0.113.99', accountId)).toBe('found')
})

test('another person cannot use up the tries of a member, not even behind the same address', async () => {
  await repeat(30, () => wrong('203.0.113.1'))
  await expect(wrong('203.0.113.1')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  const member = anAccount()
  await repeat(10, async () => expect(await wrong('203.0.113.1', member)).toBeUndefined())
  await expect(wrong('203.0.113.1', member)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await right('203.0.113.1', anAccount())).toBe('found')
  // Nor do members use up those of visitors.
  expect(await right('203.0.113.2')).toBe('found')
  await repeat(40, () => wrong('203.0.113.2', anAccount()))
  expect(await right('203.0.113.2')).toBe('found')
})

test('a visitor whose device has logged in before has ten of their own, whatever others at the address did', async () => {
  const device = { deviceSerial: 'living room' }
  const address = '203.0.113.60'
  await app.aMember('96660001')
  const find = (visitor: object, found?: string) => app.accounts.findCode({ address, ...visitor }, async () => found)
  // Of an unknown device only the address is counted: serials cost nothing.
  await repeat(30, (n) => find({ deviceSerial: `made up ${n}` }))
  await expect(find(device)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await app.signIn('96660001', device.deviceSerial)
  await repeat(10, async () => expect(await find(device)).toBeUndefined())
  await expect(find(device, 'found')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await expect(find({ ...device, address: '203.0.113.61' })).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  // A serial is made up in a moment: all devices of an account share its tries.
  await app.signIn('96660001', 'another serial')
  await expect(find({ deviceSerial: 'another serial' })).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  app.clock.advance('PT1H')
  expect(await find(device, 'found')).toBe('found')
})

test('who registers a number has ten with it, whatever others at the address did', async () => {
  const find = (number?: string) => app.accounts.findCode({ number, address: '203.0.113.62' }, async () => undefined)
  await repeat(30, () => find())
  await expect(find()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  await repeat(10, () => find('+85296660002'))
  await expect(find('+85296660002')).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  expect(await find('+85296660003')).toBeUndefined()
})

test.each([
  ['an address', 30, () => '203.0.113.5'],
  ['the networks of a /56', 60, (n: number) => `2001:db8:1:1${(n % 3) + 1}::1`],
  ['the networks of a /48', 120, (n: number) => `2001:db8:2:${n % 5}00::1`],
])('visitors at %s have %i wrong codes in ten minutes', async (_what, limit, addressOf) => {
  await repeat(limit, (n) => wrong(addressOf(n)))
  await expect(wrong(addressOf(0))).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  app.clock.advance('PT10M')
  expect(await wrong(addressOf(0))).toBeUndefined()
})

test('members at an address have ten times as many', async () => {
  await repeat(300, () => wrong('203.0.113.6', anAccount()))
  await expect(wrong('203.0.113.6', anAccount())).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('right codes count nothing, also between wrong ones', async () => {
  const accountId = anAccount()
  await repeat(9, () => wrong('203.0.113.20', accountId))
  await repeat(50, async () => expect(await right('203.0.113.20', accountId)).toBe('found'))
  expect(await wrong('203.0.113.20', accountId)).toBeUndefined()
  await expect(wrong('203.0.113.20', accountId)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
})

test('of many at once no more are looked up than the limit allows', async () => {
  const accountId = anAccount()
  let looked = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      app.accounts.findCode({ accountId, address: '203.0.113.30' }, async () => {
        looked += 1
        return undefined
      }),
    ),
  )
  expect(looked).toBe(10)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('many right ones at once are all found', async () => {
  const found = await Promise.all(Array.from({ length: 60 }, () => right('203.0.113.40', anAccount())))
  expect(found.every((one) => one === 'found')).toBe(true)
})

test('a failed lookup counts nothing', async () => {
  const accountId = anAccount()
  const broken = () =>
    app.accounts.findCode({ accountId, address: '203.0.113.50' }, async () => {
      throw new Error('the database is away')
    })
  await repeat(12, () => expect(broken()).rejects.toThrow('away'))
  expect(await right('203.0.113.50', accountId)).toBe('found')
})
