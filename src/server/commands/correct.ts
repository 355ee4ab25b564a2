import { CREDIT_BUCKETS } from '#contract/wallet.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { correct, walletOf } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { type ArgumentKind, type Arguments, defineCommand, mobileNumber, named, oneOf } from './command.ts'
import { accountOf, runOnApp } from './with-app.ts'

/** A correction of more is a mistake. */
const CREDITS_MAX = 10_000

const creditChange: ArgumentKind<number> = {
  shown: '<number>',
  mustBe: `a whole number from 1 to ${CREDITS_MAX}, or with a minus`,
  read: (text) =>
    /^[+-]?\d{1,5}$/.test(text) && Number(text) !== 0 && Math.abs(Number(text)) <= CREDITS_MAX
      ? Number(text)
      : undefined,
}

export const CORRECT = defineCommand({
  name: 'correct',
  actions: {
    '': {
      help: 'corrects the credits of an account by a booking with a reason.',
      options: {
        number: { kind: mobileNumber, required: true, help: 'whose credits' },
        credits: { kind: creditChange, required: true, help: 'what to add, for 30 days, or to take: --credits=-20' },
        bucket: { kind: oneOf(CREDIT_BUCKETS), fallback: 'recharged', help: CREDIT_BUCKETS.join(' or ') },
        key: { kind: named('<key>'), help: 'makes a repetition harmless: the same key books once' },
      },
      audited: 'reason required',
    },
  },
})

export type Correction = Arguments<typeof CORRECT>

/**
 * Books a correction with its audit entry, in one transaction.
 * @returns what the account can spend afterwards
 * @throws NOT_FOUND, INSUFFICIENT_CREDITS; CONFLICT when the key has booked something else
 */
export async function bookCorrection(
  { accounts, ledger, db, clock }: Pick<Domains, 'accounts' | 'ledger'> & { db: Db; clock: Clock },
  { number, credits, bucket, reason, actor, key = newId() }: Correction,
): Promise<number> {
  const accountId = await accountOf(accounts, number)
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    const booking = { idempotencyKey: `correct:${key}`, actor, reason, at }
    const { transferId } = await correct(tx, { ...booking, walletId, bucket, amount: credits })
    const details = { bucket, credits }
    await recordAudit(tx, { at, actor, action: 'correct', subject: `transfer:${transferId}`, reason, details })
  })
  const { pointsMonthly, pointsRecharge } = await ledger.points(accountId)
  return pointsMonthly + pointsRecharge
}

export const correctCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(
    CORRECT,
    { config, args },
    async ({ domains: { accounts, ledger }, database: { db }, clock }, correction) => {
      const left = await bookCorrection({ accounts, ledger, db, clock }, correction)
      return [`Booked. The account has ${left} credits now.`]
    },
  )
