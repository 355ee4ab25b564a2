import { parseArgs } from 'node:util'
import { AppError } from '#contract/errors.ts'
import { type CreditBucket, CREDIT_BUCKETS } from '#contract/wallet-buckets.ts'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { correct, walletOf } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run correct -- --number +85291234567 --credits 20 --reason "…"

  --credits    what to add, for 30 days, or with a minus to take: --credits=-20
  --bucket     recharged (default) or monthly
  --key        makes a repetition harmless: the same key books once
  --operator   who does it: the account of this computer by default
`

export type Correction = {
  number: string
  credits: number
  bucket: CreditBucket
  reason: string
  actor: string
  key: string
}

/** A correction of more is a mistake. */
const CREDITS_MAX = 10_000

/** The arguments of the command; undefined when they are wrong. */
export function readCorrection(args: readonly string[]): Correction | undefined {
  const string = { type: 'string' } as const
  const options = { number: string, credits: string, bucket: string, reason: string, operator: string, key: string }
  const values = valuesOf(() => parseArgs({ args: [...args], options }).values)
  if (!values) return undefined
  const text = (name: keyof typeof options) => values[name]?.trim() ?? ''
  const bucket = CREDIT_BUCKETS.find((name) => name === (text('bucket') || 'recharged'))
  const credits = /^[+-]?\d{1,5}$/.test(text('credits')) ? Number(text('credits')) : 0
  if (
    credits === 0 ||
    Math.abs(credits) > CREDITS_MAX ||
    !bucket ||
    !/^\+85[23]\d{8}$/.test(text('number')) ||
    text('reason') === ''
  )
    return undefined
  const actor = actorOf(text('operator'))
  return { number: text('number'), credits, bucket, reason: text('reason'), actor, key: text('key') || newId() }
}

/** @returns undefined for what the options do not allow: others, or arguments of no option */
function valuesOf<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/**
 * Books a correction with its audit entry, in one transaction.
 * @returns what the account can spend afterwards
 * @throws CommandError when there is no such account, it has fewer credits, or the key has booked something else
 */
export async function bookCorrection(
  { accounts, ledger, db, clock }: Pick<Domains, 'accounts' | 'ledger'> & { db: Db; clock: Clock },
  { number, credits, bucket, reason, actor, key }: Correction,
): Promise<number> {
  const account = await accounts.find(number)
  if (!account) throw new CommandError(`There is no account with the number ${number}.`)
  const { accountId } = account
  const booked = inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    const booking = { idempotencyKey: `correct:${key}`, actor, reason, at }
    const { transferId } = await correct(tx, { ...booking, walletId, bucket, amount: credits })
    await recordAudit(tx, {
      at,
      actor,
      action: 'correct',
      subject: `transfer:${transferId}`,
      reason,
      details: { bucket, credits },
    })
  })
  await booked.catch(refuse)
  const { pointsMonthly, pointsRecharge } = await ledger.points(accountId)
  return pointsMonthly + pointsRecharge
}

const REFUSALS: Readonly<Record<string, string>> = {
  INSUFFICIENT_CREDITS: 'The account has fewer credits than that.',
  CONFLICT: 'This key has booked something else.',
}

function refuse(error: unknown): never {
  const sentence = error instanceof AppError ? REFUSALS[error.code] : undefined
  throw sentence === undefined ? error : new CommandError(sentence)
}

/** `npm run correct`: a correction of an account's credits, by a booking with a reason. */
export async function correctCommand(config: Config, args: readonly string[]): Promise<number> {
  const correction = readCorrection(args)
  if (!correction) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'correct', async (app) => {
    const left = await bookCorrection({ ...app.domains, db: app.database.db, clock: app.clock }, correction)
    console.log(`Booked. The account has ${left} credits now.`)
    return 0
  })
}
