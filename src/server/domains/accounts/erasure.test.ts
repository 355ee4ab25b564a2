import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApp, createTestAccounts } from '../../../../test/support/accounts.ts'

/** More than are looked for at once. */
const ACCOUNTS = 51

let app: AccountsApp
/** Those that are not ended at a provider. */
const waiting = new Set<string>()

beforeAll(async () => {
  const data = { name: 'third-party', collect: async () => [], erase: async () => undefined }
  app = await createTestAccounts({
    personalData: () => [{ ...data, prepareErasure: async ({ accountId }) => !waiting.has(accountId) }],
  })
})
afterAll(() => app.close())

test('accounts that have to wait for a provider hold no other back, and are erased once they need not', async () => {
  for (let n = 0; n < ACCOUNTS; n++) {
    const { accountId } = await app.aMember(`9100${String(n).padStart(4, '0')}`)
    if (n < ACCOUNTS - 1) waiting.add(accountId)
  }
  const now = app.clock.now()
  await app.db.updateTable('account').set({ closes_at: now }).execute()
  const left = async () => (await app.db.selectFrom('account').select('account_id').execute()).length
  await app.accounts.closing.closeDue()
  expect(await left()).toBe(ACCOUNTS - 1)
  const [free] = waiting
  waiting.delete(free!)
  await app.accounts.closing.closeDue()
  expect(await left()).toBe(ACCOUNTS - 2)
})
