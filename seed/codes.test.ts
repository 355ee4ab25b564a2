import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../test/support/subscriptions.ts'
import { readDemoCodes } from './codes.file.ts'
import { seedCodes } from './codes.ts'

let world: SubscriptionsWorld
let dataDir: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'harbour-demo-codes-'))
  return () => rm(dataDir, { recursive: true })
})

const seed = (isOwnDatabase = true) => seedCodes({ codes: world.node.codes, dataDir, isOwnDatabase })

test('every start lists the same codes, which can be redeemed; the file is readable by its owner only', async () => {
  const codes = await seed()
  expect(await seed()).toEqual(codes)
  expect(await readDemoCodes(dataDir)).toEqual(codes)
  expect((await stat(join(dataDir, 'demo-codes.json'))).mode & 0o777).toBe(0o600)
  const [members, telecom] = [await world.aMember(), await world.aMember('hgc')]
  const newcomer = await world.aMember()
  const redeem = (n: number, accountId: string) =>
    world.node.codes.redemptions.redeem({ accountId, code: codes[n]!.code, address: '203.0.113.9' })
  expect(await redeem(0, members)).toMatchObject({ grants: [{ kind: 'credits', amount: 50 }] })
  expect(await redeem(1, members)).toMatchObject({ grants: [{ kind: 'plan', amount: 1 }] })
  expect(await redeem(2, newcomer)).toMatchObject({ kind: 'sharing' })
  expect(await redeem(3, telecom)).toMatchObject({ grants: [{ kind: 'voucher', amount: 2 }] })
  await world.node.codes.redemptions.check({
    accountId: newcomer,
    code: codes[4]!.code,
    partner: 'suntel',
    address: '203.0.113.9',
  })
})

test('a new database gets new codes', async () => {
  const codes = await seed()
  const other = await createSubscriptionsWorld()
  try {
    const made = await seedCodes({ codes: other.node.codes, dataDir, isOwnDatabase: true })
    expect(made.map(({ name }) => name)).toEqual(codes.map(({ name }) => name))
    expect(made.map(({ code }) => code).filter((code) => codes.some((one) => one.code === code))).toEqual([])
  } finally {
    await other.close()
  }
})

test('in a database of several nodes only the one with the file has codes', async () => {
  expect(await seed(false)).toEqual([])
})
