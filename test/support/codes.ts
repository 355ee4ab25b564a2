import { formatCode } from '#server/domains/codes/code-format.rules.ts'
import { createGiftCardSecrets } from '#server/domains/codes/gift-cards.rules.ts'
import type { Codes, CodeReward, NewBatch } from '#server/domains/codes/index.ts'

export const CREDITS: CodeReward = { kind: 'credits', amount: 50, expiresInDays: 365 }
export const PLAN: CodeReward = { kind: 'plan', planId: 'entertainment-pass', amount: 1 }
export const VOUCHERS: CodeReward = { kind: 'voucher', amount: 2, expiresInDays: 90 }
export const TICKET: CodeReward = { kind: 'ticket', amount: 1, expiresInDays: 90 }

/** Makes a batch; of 50 credits and for everybody by default. @returns its id and codes */
export const makeCodes = (codes: Codes, { count = 1, ...batch }: Partial<NewBatch> & { count?: number } = {}) =>
  codes.batches.make({
    kind: 'redeem',
    name: 'a batch',
    grants: [CREDITS],
    usesPerCode: 1,
    newUsersOnly: false,
    partner: null,
    expiresAt: null,
    ...batch,
    count,
    actor: 'operator:ann',
    reason: 'a test',
  })

/** What its SMS or e-mail says: the buyer sees the codes of their own cards only. */
export const giftCardCode = (orderId: string): string =>
  formatCode(createGiftCardSecrets(Buffer.alloc(32, 7)).codeOf(orderId))
