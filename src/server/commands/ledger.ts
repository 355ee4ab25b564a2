import { parseArgs } from 'node:util'
import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { blockPurchases, walletOf } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { CommandError } from '#server/kit/command-error.ts'
import { actorOf } from './operator.ts'
import { withApp } from './with-app.ts'

const USAGE = `Usage:
  npm run ledger -- check
      adds all postings again and compares balances, lots, rentals and payments with them.
  npm run ledger -- block|unblock --number +85291234567 --reason <text>
      stops the purchases of an account, or allows them again: a payment that its payer's bank took back has stopped them.
`

/** Whose purchases are stopped or allowed, and why. */
export interface Blocking {
  readonly name: 'block' | 'unblock'
  readonly number: string
  readonly reason: string
}

type Command = { readonly name: 'check' } | Blocking

/** `npm run ledger`: `check` exits with 1 when the ledger differs from its postings. */
export async function ledgerCommand(config: Config, args: readonly string[]): Promise<number> {
  const command = commandOf(args)
  if (!command) {
    console.error(USAGE)
    return args[0] === '--help' ? 0 : 2
  }
  return withApp(config, 'ledger', async (app) => {
    if (command.name === 'check') return await check(app.domains)
    await setBlocked({ ...app.domains, db: app.database.db, clock: app.clock }, command)
    console.log(command.name === 'block' ? 'The account cannot buy any more.' : 'The account can buy again.')
    return 0
  })
}

async function check({ ledger, rentals, payments }: Domains): Promise<number> {
  const result = await ledger.check()
  if (!result) {
    console.error('Another check is running. Try again later.')
    return 1
  }
  const differences = [...result.differences, ...(await rentals.differences()), ...(await payments.differences())]
  console.log(`${result.postings} postings added again in ${(result.milliseconds / 1000).toFixed(1)} s.`)
  console.log(differences.length === 0 ? 'The ledger agrees with its postings.' : differences.join('\n'))
  return differences.length === 0 ? 0 : 1
}

/**
 * Stops or allows the purchases of an account with its audit entry, in one transaction.
 * @throws CommandError when there is no such account
 */
export async function setBlocked(
  { accounts, db, clock }: Pick<Domains, 'accounts'> & { db: Db; clock: Clock },
  { name, number, reason }: Blocking,
): Promise<void> {
  const account = await accounts.find(number)
  if (!account) throw new CommandError(`There is no account with the number ${number}.`)
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, account.accountId, at)
    await blockPurchases(tx, { walletId, at: name === 'block' ? at : null })
    const actor = actorOf()
    await recordAudit(tx, { at, actor, action: `${name} purchases`, subject: `wallet:${walletId}`, reason })
  })
}

/** @returns undefined for wrong arguments */
export function commandOf(args: readonly string[]): Command | undefined {
  try {
    const options = { number: { type: 'string' }, reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name, ...rest] = positionals
    if (rest.length > 0) return undefined
    const { number, reason } = values
    if (name === 'check') return number === undefined && reason === undefined ? { name } : undefined
    if ((name !== 'block' && name !== 'unblock') || !/^\+85[23]\d{8}$/.test(number ?? '') || !reason?.trim())
      return undefined
    return { name, number: number!, reason: reason.trim() }
  } catch {
    return undefined
  }
}
