import type { Domains } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { blockPurchases, walletOf } from '#server/domains/ledger/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import { type Arguments, defineCommand, mobileNumber } from './command.ts'
import { accountOf, runOnApp } from './with-app.ts'

const ACCOUNT = { number: { kind: mobileNumber, required: true, help: 'whose purchases' } } as const

export const LEDGER = defineCommand({
  name: 'ledger',
  actions: {
    check: { help: 'adds all postings again and compares balances, lots, rentals and payments with them.' },
    block: { options: ACCOUNT, audited: 'reason required', help: 'stops the purchases of an account.' },
    unblock: {
      options: ACCOUNT,
      audited: 'reason required',
      help: 'allows them again: a payment that its payer’s bank took back has stopped them.',
    },
  },
})

type Blocking = Extract<Arguments<typeof LEDGER>, { action: 'block' | 'unblock' }>

/** `npm run ledger`: `check` exits with 1 when the ledger differs from its postings. */
export const ledgerCommand = (config: Config, args: readonly string[]): Promise<number> =>
  runOnApp(LEDGER, { config, args }, async ({ domains, database, clock }, given) => {
    if (given.action === 'check') return check(domains)
    await setBlocked({ accounts: domains.accounts, db: database.db, clock }, given)
    return [given.action === 'block' ? 'The account cannot buy any more.' : 'The account can buy again.']
  })

/** @returns undefined while another check runs */
export async function differencesOf(domains: Domains): Promise<string[] | undefined> {
  return (await checkAll(domains))?.differences
}

async function checkAll({ ledger, rentals, payments }: Domains) {
  const result = await ledger.check()
  if (!result) return undefined
  const differences = [...result.differences, ...(await rentals.differences()), ...(await payments.differences())]
  return { ...result, differences }
}

async function check(domains: Domains): Promise<number> {
  const result = await checkAll(domains)
  if (!result) {
    console.error('Another check is running. Try again later.')
    return 1
  }
  const { differences } = result
  console.log(`${result.postings} postings added again in ${(result.milliseconds / 1000).toFixed(1)} s.`)
  console.log(differences.length === 0 ? 'The ledger agrees with its postings.' : differences.join('\n'))
  return differences.length === 0 ? 0 : 1
}

/** Stops or allows the purchases of an account with its audit entry, in one transaction. @throws NOT_FOUND */
export async function setBlocked(
  { accounts, db, clock }: Pick<Domains, 'accounts'> & { db: Db; clock: Clock },
  { action, number, reason, actor }: Blocking,
): Promise<void> {
  const accountId = await accountOf(accounts, number)
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    await blockPurchases(tx, { walletId, at: action === 'block' ? at : null })
    await recordAudit(tx, { at, actor, action: `${action} purchases`, subject: `wallet:${walletId}`, reason })
  })
}
