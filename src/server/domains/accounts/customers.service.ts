import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { isTelecomPartner, type Account, type AccountChange } from './accounts-model.ts'
import { findAccount, findBindings, holdPartner, lockAccount, updateAccount } from './accounts.repo.ts'
import { isPastDay } from './birthdays.rules.ts'
import type { AccountBalances } from './ports.ts'

export type CustomersDeps = {
  db: Kysely<Database>
  clock: Clock
  getBalances: (accountId: string) => Promise<AccountBalances>
}

/** An account with its plan and balances. */
export type Customer = { account: Account; balances: AccountBalances; trialEligible: boolean }

/** The member as a customer: account details and balances. */
export function createCustomers({ db, clock, getBalances }: CustomersDeps) {
  return { find, balances, update, details, isTelecomPartner: ofTelecomPartner }

  async function find({ accountId }: MemberViewer): Promise<Customer> {
    const [account, balances] = await Promise.all([loadAccount(accountId), getBalances(accountId)])
    return { account, balances, trialEligible: !balances.hadTrial && !isTelecomPartner(account.partner) }
  }

  function balances({ accountId }: MemberViewer): Promise<AccountBalances> {
    return getBalances(accountId)
  }

  /** Changes the given fields. A new e-mail address has to be verified again. @throws INVALID_INPUT */
  async function update(viewer: MemberViewer, change: AccountChange): Promise<Customer> {
    const { accountId } = viewer
    const { birthday, genres, agreeMarketing, ...rest } = change
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
        ...(agreeMarketing !== undefined && {
          // Agreeing again keeps the instant of the first time.
          marketing_agreed_at: agreeMarketing ? (account?.marketingAgreedAt ?? clock.now()) : null,
        }),
      }
      await updateAccount(tx, { accountId, set })
    })
    return find(viewer)
  }

  /** The account with its partner bindings. */
  async function details({ accountId }: MemberViewer) {
    const [account, bindings] = await Promise.all([loadAccount(accountId), findBindings(db, accountId)])
    return { account, bindings }
  }

  /** Members of telecom partners are sold neither credits nor plans. In a transaction: the partner does not change until it ends. */
  async function ofTelecomPartner(accountId: string, tx?: Db): Promise<boolean> {
    const partner = tx ? await holdPartner(tx, accountId) : (await loadAccount(accountId)).partner
    return partner === undefined ? throwSessionEnded() : isTelecomPartner(partner)
  }

  async function loadAccount(accountId: string): Promise<Account> {
    return (await findAccount(db, { accountId })) ?? throwSessionEnded()
  }
}

/** The account was erased after the request was authenticated. */
function throwSessionEnded(): never {
  throw new AppError('SESSION_ENDED')
}
