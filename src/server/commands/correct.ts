import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { type CreditBucket, CREDIT_BUCKETS } from '#contract/wallet-buckets.ts'
import { createApp, type Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { correct, walletOf } from '#server/domains/ledger/index.ts'
import { type Clock, systemClock } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { masterKeyOf } from './master-key.ts'
import { withDatabase } from './migrate.ts'

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
  operator: string
  key: string
}

/** The arguments of the command; undefined when they are wrong. */
export function readCorrection(args: readonly string[]): Correction | undefined {
  const string = { type: 'string' } as const
  const options = { number: string, credits: string, bucket: string, reason: string, operator: string, key: string }
  const { values } = parseArgs({ args: [...args], options, strict: false }) as { values: Record<string, unknown> }
  const text = (name: string) => (typeof values[name] === 'string' ? values[name].trim() : '')
  if (Object.keys(values).some((name) => !Object.hasOwn(options, name))) return undefined
  const bucket = CREDIT_BUCKETS.find((name) => name === (text('bucket') || 'recharged'))
  const credits = Number(text('credits') || 'none')
  const isWhole = Number.isSafeInteger(credits) && credits !== 0
  if (!isWhole || !bucket || !/^\+85[23]\d{8}$/.test(text('number')) || text('reason') === '') return undefined
  const operator = text('operator') || userInfo().username
  return { number: text('number'), credits, bucket, reason: text('reason'), operator, key: text('key') || newId() }
}

/**
 * Books a correction with its audit entry, in one transaction.
 * @returns what the account can spend afterwards
 * @throws Refusal when there is no such account
 */
export async function bookCorrection(
  { accounts, ledger, clock }: Pick<Domains, 'accounts' | 'ledger'> & { clock: Clock },
  { number, credits, bucket, reason, operator, key }: Correction,
): Promise<number> {
  const account = await accounts.find(number)
  if (!account) throw new Refusal(`There is no account with the number ${number}.`)
  const { accountId } = account
  await ledger.transaction(async (tx) => {
    const at = clock.now()
    const actor = `operator:${operator}`
    const walletId = await walletOf(tx, accountId, at)
    const booking = { idempotencyKey: `correct:${key}`, actor, reason, at }
    const { transferId } = await correct(tx, { ...booking, walletId, bucket, amount: credits })
    await ledger.audit(tx, {
      at,
      actor,
      action: 'correct',
      subject: `transfer:${transferId}`,
      reason,
      details: { bucket, credits },
    })
  })
  const { pointsMonthly, pointsRecharge } = await ledger.points(accountId)
  return pointsMonthly + pointsRecharge
}

/** `npm run correct`: a correction of an account's credits, by a booking with a reason. */
export async function correctCommand(config: Config, args: readonly string[]): Promise<number> {
  const correction = readCorrection(args)
  if (!correction) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withDatabase(config, 'npm run correct', async (databaseUrl) => {
    const log = createLog({ level: config.LOG_LEVEL, role: 'correct' })
    const masterKey = await masterKeyOf(config)
    const app = await createApp({ config, log, clock: systemClock, databaseUrl, masterKey, queue: idleQueue })
    try {
      const left = await bookCorrection({ ...app.domains, clock: app.clock }, correction)
      console.log(`Booked. The account has ${left} credits now.`)
      return 0
    } finally {
      await app.close()
    }
  })
}
