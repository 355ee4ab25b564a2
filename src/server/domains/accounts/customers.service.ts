import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { isTelecomPartner, type Account, type AccountChange } from './accounts-model.ts'
import { findAccount, findBindings, lockAccount, updateAccount } from './accounts.repo.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { AccountBalances } from './ports.ts'

export type CustomersDeps = {
  db: Kysely<Database>
  clock: Clock
  standingOf: (accountId: string) => Promise<AccountBalances>
}

/** An account with what it has bought. */
export type Customer = { account: Account; standing: AccountBalances; trialEligible: boolean }

/** The member as a customer: details and standing. */
export function createCustomers({ db, clock, standingOf }: CustomersDeps) {
  return { find, standing, update, details }

  async function find({ accountId }: MemberViewer): Promise<Customer> {
    const [account, standing] = await Promise.all([required(accountId), standingOf(accountId)])
    return { account, standing, trialEligible: !standing.hadTrial && !isTelecomPartner(account.partner) }
  }

  function standing({ accountId }: MemberViewer): Promise<AccountBalances> {
    return standingOf(accountId)
  }

  /** Changes what is given; another e-mail address has to be verified again. @throws INVALID_INPUT */
  async function update(viewer: MemberViewer, change: AccountChange): Promise<Customer> {
    const { accountId } = viewer
    const { birthday, genres, ...rest } = change
    if (birthday !== undefined && !isPastDay(birthday, clock.now())) {
      throw new AppError('INVALID_INPUT', { fields: { birthday: 'BIRTHDAY' satisfies FieldRule } })
    }
    await db.transaction().execute(async (tx) => {
      const account = await lockAccount(tx, { accountId })
      const isNewEmail = change.email !== undefined && change.email !== account?.email
      const set = {
        ...rest,
        birthday,
        genres: genres && [...new Set(genres)],
        ...(isNewEmail && { email_valid_at: null }),
      }
      await updateAccount(tx, { accountId, set })
    })
    return find(viewer)
  }

  /** The account with the partners that it is bound to. */
  async function details({ accountId }: MemberViewer) {
    const [account, bindings] = await Promise.all([required(accountId), findBindings(db, accountId)])
    return { account, bindings }
  }

  async function required(accountId: string): Promise<Account> {
    return (await findAccount(db, { accountId })) ?? gone()
  }
}

/** The account was closed between the request's beginning and now. */
function gone(): never {
  throw new AppError('SESSION_ENDED')
}
