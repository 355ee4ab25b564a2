import { expect } from 'vitest'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Payments } from '#server/domains/payments/index.ts'

export interface Books {
  readonly ledger: Pick<Ledger, 'check'>
  readonly payments: Pick<Payments, 'differences'>
}

/** After each test of money: every transfer is balanced, and what was booked is what the orders say. */
export async function expectBooksToAgree({ ledger, payments }: Books): Promise<void> {
  expect(await ledger.check()).toMatchObject({ differences: [] })
  expect(await payments.differences()).toEqual([])
}
