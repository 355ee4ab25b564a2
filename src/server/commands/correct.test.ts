import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type LedgerApp } from '../../../test/support/ledger.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { bookCorrection, type Correction, CORRECT } from './correct.ts'

const CORRECTION: Correction = {
  number: '+85291234567',
  credits: 20,
  bucket: 'recharged',
  reason: 'a double charge',
  actor: 'operator:ann',
  key: 'case-7',
}

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
  await app.aMember('91234567')
})
afterAll(() => app.close())

const ARGUMENTS = ['--number', '+85291234567', '--credits', '20', '--reason', 'a double charge', '--operator', 'ann']

test('the command correct reads its arguments', () => {
  expect(readArguments(CORRECT, [...ARGUMENTS, '--key', 'case-7'])).toEqual(CORRECTION)
  expect(readArguments(CORRECT, [...ARGUMENTS, '--credits=-5', '--bucket', 'monthly'])).toMatchObject({
    credits: -5,
    bucket: 'monthly',
  })
})

test.each([
  ['nothing', []],
  ['an unknown option', [...ARGUMENTS, '--days', '3']],
  ['no credits', [...ARGUMENTS, '--credits', '0']],
  ['a part of a credit', [...ARGUMENTS, '--credits', '1.5']],
  ['another notation', [...ARGUMENTS, '--credits', '0x10']],
  ['more than is sane', [...ARGUMENTS, '--credits', '10001']],
  ['an argument of no option', [...ARGUMENTS, '5']],
  ['another bucket', [...ARGUMENTS, '--bucket', 'voucher']],
  ['no reason', [...ARGUMENTS, '--reason', ' ']],
  ['a number of elsewhere', [...ARGUMENTS, '--number', '+441234567890']],
])('the command correct refuses %s', (_what, args) => {
  expect(() => readArguments(CORRECT, args)).toThrow(UsageError)
})

test('books once for a key, and tells each time in the audit log who did what and why', async () => {
  expect(await bookCorrection(app, CORRECTION)).toBe(20)
  expect(await bookCorrection(app, CORRECTION)).toBe(20)
  expect(await bookCorrection(app, { ...CORRECTION, credits: -5, key: 'case-8' })).toBe(15)
  const entries = await app.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(entries.map(({ actor, action, reason, details }) => ({ actor, action, reason, details }))).toEqual(
    [20, 20, -5].map((credits) => ({
      actor: 'operator:ann',
      action: 'correct',
      reason: 'a double charge',
      details: { bucket: 'recharged', credits },
    })),
  )
  expect((await app.ledger.check())?.differences).toEqual([])
})

test('a number without an account is refused', async () => {
  expect(await refusedWith(bookCorrection(app, { ...CORRECTION, number: '+85290000000' }))).toContain(
    'There is no account',
  )
})

test('more than there is to take, and a key of another correction, are refused with a sentence', async () => {
  await bookCorrection(app, { ...CORRECTION, key: 'case-9' })
  expect(await refusedWith(bookCorrection(app, { ...CORRECTION, credits: -9_000, key: 'case-10' }))).toContain(
    'fewer credits',
  )
  expect(await refusedWith(bookCorrection(app, { ...CORRECTION, credits: 1, key: 'case-9' }))).toContain(
    'another entry',
  )
})
