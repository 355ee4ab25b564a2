import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandError } from '#server/kit/command-error.ts'
import { createSubscriptionsWorld, type SubscriptionsWorld } from '../../../test/support/subscriptions.ts'
import { readArguments, UsageError } from './command.ts'
import { batchOf, CODES, type CodesMaking, type CodesVoiding, formatBatch, makeCodes, voidCodes } from './codes.ts'
import { hongKong } from '../../../test/support/hong-kong.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'

let world: SubscriptionsWorld
let folder: string
beforeAll(async () => {
  world = await createSubscriptionsWorld()
  folder = await mkdtemp(join(tmpdir(), 'harbour-codes-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const BY = ['--reason', 'a campaign', '--operator', 'ann']
const MAKE = ['make', '--kind', 'promotion', '--name', 'Spring', '--count', '3', '--credits', '50', ...BY]
const make = (...more: string[]) =>
  readArguments(CODES, [...MAKE, '--file', join(folder, 'codes.csv'), ...more]) as CodesMaking

test('the command codes reads its arguments', () => {
  expect(batchOf(make())).toEqual({
    kind: 'promotion',
    name: 'Spring',
    count: 3,
    grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
    usesPerCode: 1,
    newUsersOnly: false,
    partner: null,
    startsAt: undefined,
    expiresAt: null,
    reason: 'a campaign',
    actor: 'operator:ann',
  })
  expect(make().file).toBe(join(folder, 'codes.csv'))
  const dates = ['--starts', '2026-12-01', '--expires', '2026-12-31']
  expect(
    batchOf(make('--plan', 'entertainment-pass:2', '--days', '30', '--uses', '9', '--new-users', ...dates)),
  ).toMatchObject({
    grants: [
      { kind: 'plan', planId: 'entertainment-pass', amount: 2 },
      { kind: 'credits', amount: 50, expiresInDays: 30 },
    ],
    usesPerCode: 9,
    newUsersOnly: true,
    startsAt: hongKong('2026-12-01T00:00'),
    expiresAt: hongKong('2027-01-01T00:00'),
  })
  expect(readArguments(CODES, ['void', '--batch', 'b1', ...BY])).toMatchObject({ action: 'void', batch: 'b1' })
  expect(readArguments(CODES, ['void', '--code', 'ABCD', ...BY])).toMatchObject({ action: 'void', code: 'ABCD' })
  expect(readArguments(CODES, ['list'])).toEqual({ action: 'list' })
})

test.each([
  ['nothing', []],
  ['another action', ['erase']],
  ['a batch without a file', MAKE],
  ['an unknown option', [...MAKE, '--file', 'f', '--price', '3']],
  ['a gift card', [...MAKE, '--file', 'f', '--kind', 'giftcard']],
  ['no codes', [...MAKE, '--file', 'f', '--count', '0']],
  ['a part of a credit', [...MAKE, '--file', 'f', '--credits', '1.5']],
  ['a plan without months', [...MAKE, '--file', 'f', '--plan', 'entertainment-pass']],
  ['a day that does not exist', [...MAKE, '--file', 'f', '--expires', '2026-02-30']],
  ['no reason', ['make', '--kind', 'redeem', '--name', 'x', '--count', '1', '--credits', '1', '--file', 'f']],
  ['voiding nothing', ['void', ...BY]],
  ['voiding two things', ['void', '--code', 'a', '--batch', 'b', ...BY]],
  ['a list of something', ['list', '--batch', 'b']],
])('the command codes refuses %s', (_what, args) => {
  expect(() => readArguments(CODES, args)).toThrow(UsageError)
})

test('writes the codes to a file that only its owner can read, and the batch to the audit log', async () => {
  const command = make()
  const batchId = await makeCodes(world.node, command)
  expect((await stat(command.file)).mode & 0o777).toBe(0o600)
  const [head, first, second, third, end] = (await readFile(command.file, 'utf8')).split('\r\n')
  expect([head, end]).toEqual(['code', ''])
  const accountId = await world.aMember()
  const redeem = (code: string) => world.node.codes.redemptions.redeem({ accountId, code, address: '203.0.113.9' })
  expect(await redeem(first!)).toMatchObject({ kind: 'promotion', grants: [{ amount: 50 }] })

  const by = { action: 'void', code: undefined, batch: undefined, reason: 'lost', actor: 'operator:ben' } as const
  await voidCodes(world.node, { ...by, code: second })
  await expect(redeem(second!)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
  await voidCodes(world.node, { ...by, batch: batchId })
  await expect(redeem(third!)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })

  const [row] = await world.node.codes.batches.list()
  expect(formatBatch(row!)).toBe(
    `${batchId}  promotion  “Spring”: 50 credits; 3 codes, 1 redeemed, voided; operator:ann`,
  )
  const entries = await world.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(entries.map(({ actor, action, reason }) => ({ actor, action, reason }))).toEqual([
    { actor: 'operator:ann', action: 'codes make', reason: 'a campaign' },
    { actor: 'operator:ben', action: 'codes void', reason: 'lost' },
    { actor: 'operator:ben', action: 'codes void', reason: 'lost' },
  ])
  expect(JSON.stringify(entries)).not.toContain(first)
})

test('never writes over a file, and leaves none when nothing was made', async () => {
  const command = make()
  const before = await readFile(command.file, 'utf8')
  await expect(makeCodes(world.node, command)).rejects.toThrow('There is a file')
  expect(await readFile(command.file, 'utf8')).toBe(before)
  expect(await refusedWith(makeCodes(world.node, { ...command, count: 100_001 }))).toContain('100000 codes')
  expect(await readFile(command.file, 'utf8')).toBe(before)
  const file = join(folder, 'impossible.csv')
  const impossible = { ...command, file, plan: { kind: 'plan', planId: 'unknown', amount: 1 } } as const
  expect(await refusedWith(makeCodes(world.node, impossible))).toContain('There is no plan unknown')
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a folder that does not exist is said in one sentence', async () => {
  const missing = join(folder, 'missing')
  const command = { ...make(), file: join(missing, 'codes.csv') }
  await expect(makeCodes(world.node, command)).rejects.toThrow(new CommandError(`There is no folder ${missing}.`))
})

test('refuses to void an unknown code or batch', async () => {
  const by = { action: 'void', code: undefined, batch: undefined, reason: 'lost', actor: 'operator:ben' } as const
  const targets: Partial<CodesVoiding>[] = [{ code: 'ABCD' }, { batch: 'unknown' }]
  for (const target of targets)
    expect(await refusedWith(voidCodes(world.node, { ...by, ...target }))).toContain('There is no')
})
