import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLedger, type LedgerApp } from '../../../test/support/ledger.ts'
import { refusedWith } from '../../../test/support/refused-with.ts'
import { readArguments, UsageError } from './command.ts'
import { LEDGER, setBlocked } from './ledger.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
})
afterAll(() => app.close())

const NUMBER = '+85291234567'
const BY = { actor: 'operator:ann' }
const OPERATOR = expect.stringMatching(/^operator:./)

test('stops the purchases of an account and allows them again, each with its audit entry', async () => {
  const { accountId } = await app.aMember('91234567')
  const { walletId } = await app.give(accountId, 5)
  const blockedAt = async () =>
    (await app.db.selectFrom('wallet').select('blocked_at').where('wallet_id', '=', walletId).executeTakeFirstOrThrow())
      .blocked_at
  await setBlocked(app, { ...BY, action: 'block', number: NUMBER, reason: 'a chargeback' })
  expect(await blockedAt()).toEqual(app.clock.now())
  await setBlocked(app, { ...BY, action: 'unblock', number: NUMBER, reason: 'paid after all' })
  expect(await blockedAt()).toBeNull()
  const entries = await app.db.selectFrom('audit_entry').selectAll().orderBy('audit_entry_id').execute()
  expect(entries.map(({ actor, action, subject, reason }) => ({ actor, action, subject, reason }))).toEqual([
    { actor: BY.actor, action: 'block purchases', subject: `wallet:${walletId}`, reason: 'a chargeback' },
    { actor: BY.actor, action: 'unblock purchases', subject: `wallet:${walletId}`, reason: 'paid after all' },
  ])
})

test('a number without an account is refused', async () => {
  const blocking = setBlocked(app, { ...BY, action: 'unblock', number: '+85290000000', reason: 'r' })
  expect(await refusedWith(blocking)).toContain('There is no account')
})

test.each([
  ['nothing', []],
  ['no number', ['unblock', '--reason', 'r']],
  ['a number of elsewhere', ['unblock', '--number', '+441234567890', '--reason', 'r']],
  ['no reason', ['unblock', '--number', NUMBER]],
  ['an empty reason', ['unblock', '--number', NUMBER, '--reason', ' ']],
  ['another word', ['unblock', 'now', '--number', NUMBER, '--reason', 'r']],
  ['an unknown option', ['unblock', '--number', NUMBER, '--reason', 'r', '--days', '3']],
  ['a check of one number', ['check', '--number', NUMBER]],
])('the command ledger refuses %s', (_what, args) => {
  expect(() => readArguments(LEDGER, args)).toThrow(UsageError)
})

test('the command ledger reads its arguments', () => {
  expect(readArguments(LEDGER, ['check'])).toEqual({ action: 'check' })
  expect(readArguments(LEDGER, ['block', '--number', NUMBER, '--reason', 'a chargeback'])).toEqual({
    action: 'block',
    actor: OPERATOR,
    number: NUMBER,
    reason: 'a chargeback',
  })
})
