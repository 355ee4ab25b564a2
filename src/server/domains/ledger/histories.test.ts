import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../../../../test/support/full.ts'
import { histories, modelLots, runHistory, type Step } from '../../../../test/support/ledger-history.ts'
import { createTestLedger, type LedgerApp } from '../../../../test/support/ledger.ts'

const RUNS = isFull ? 200 : 25
const LENGTH = isFull ? 40 : 25
const START = Temporal.Instant.from('2026-11-21T04:00:00Z')

let app: LedgerApp
beforeAll(async () => {
  app = await createTestLedger()
})
afterAll(() => app.close())

/** Runs a history from the same instant. @returns the lots by the model and by the database, the latter without ids */
async function lotsAfter(steps: readonly Step[]) {
  app.clock.set(START)
  const { model, accountId } = await runHistory(app, steps)
  const stored = await app.db
    .selectFrom('lot')
    .innerJoin('wallet', 'wallet.wallet_id', 'lot.wallet_id')
    .select(['bucket', 'granted', 'remaining', 'expires_at as expiresAt'])
    .where('account_id', '=', accountId)
    .orderBy('lot_id')
    .execute()
  const plain = (lots: readonly (typeof stored)[number][]) =>
    lots.map((lot) => ({ ...lot, expiresAt: String(lot.expiresAt) }))
  return { model: plain(modelLots(model) as typeof stored), stored: plain(stored) }
}

test(
  'whatever is granted, spent, held, restored, corrected and expired, with crashes and repetitions, every credit is accounted for',
  { timeout: isFull ? 900_000 : 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories(LENGTH), async (steps) => {
        const once = await lotsAfter(steps)
        // 3. granted = remaining + spent − restored + expired + removed + held, by a model that counts each apart
        expect(once.stored).toEqual(once.model)
        // 1. and 2. transfers are balanced, lots and balances are the sums of their postings
        expect((await app.ledger.check())?.differences).toEqual([])
        const again = await lotsAfter(steps.map((step) => ({ ...step, crashes: !step.crashes })))
        expect(again.stored).toEqual(once.stored)
      }),
      { numRuns: RUNS },
    )
  },
)
