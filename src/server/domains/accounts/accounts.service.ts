import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { Log } from '#server/kit/log.ts'
import type { DomainModule, PersonalData } from '../domain-module.ts'
import type { Account } from './accounts-model.ts'
import { findAccount, requireAccount } from './accounts.repo.ts'
import { createAccountCreation } from './account-creation.service.ts'
import { bindPartner } from './bindings.service.ts'
import { createClosing } from './closing.service.ts'
import { createContactCodes } from './contact-codes.service.ts'
import { createCodes } from './codes.service.ts'
import { createCustomers } from './customers.service.ts'
import { createEmails } from './emails.service.ts'
import { createExport } from './export.service.ts'
import { createCredentialChecks } from './credential-checks.service.ts'
import { createHasher, type Hasher } from './hasher.ts'
import { createLogins } from './logins.service.ts'
import { createNumberCodes } from './number-codes.service.ts'
import { createParental } from './parental.service.ts'
import { createPasswords } from './passwords.service.ts'
import type { AccountBalances, ViewerProfiles, AccountCreatedHook, PromotionCodes } from './ports.ts'
import { createRedemptionChecks } from './redemption-checks.service.ts'
import { createRegistration } from './registration.service.ts'
import { createSessions } from './sessions.service.ts'
import { createThrottles } from './throttles.service.ts'

export type AccountsDeps = {
  db: Kysely<Database>
  /** `DbHandle.reads`, for the viewer query of every member request. */
  reads?: Kysely<Database>
  clock: Clock
  log: Log
  masterKey: Buffer
  messages: Messages
  /** Maximum SMS per day (Hong Kong time). */
  smsPerDay: number
  /** SQL that the profiles domain adds to the viewer query; without it a session has no profile. */
  profiles?: ViewerProfiles
  /** Reads of an account's plan and balances what there is; the rest is empty. */
  getBalances?: (accountId: string) => Promise<Partial<AccountBalances>>
  /** Called for each new account, inside its transaction. Read on each call: domains created later may add to the list. */
  onAccountCreated?: readonly AccountCreatedHook[]
  /** The personal data of every domain. Read on each call: domains that depend on accounts are created later. */
  personalData?: () => readonly PersonalData[]
  hasher?: Hasher
  /** Codes that are redeemed with a registration. Read on each call: that domain is created later. */
  promotionCodes?: () => PromotionCodes
}

export type Accounts = ReturnType<typeof createAccounts>

const DUE_EVERY_MS = 60_000

/** The balances of an account without purchases. */
const NO_BALANCES: AccountBalances = {
  pointsMonthly: 0,
  pointsRecharge: 0,
  ticketList: [],
  hadTrial: false,
}

/** Accounts, for other domains. */
const createAccountReads = (db: Kysely<Database>) => ({
  find: (number: string): Promise<Account | undefined> => findAccount(db, { number }),

  /** Reads an account, without a lock. */
  read: (accountId: string, tx: Db = db): Promise<Account | undefined> => findAccount(tx, { accountId }),

  /** What the page of a payment provider demands of the payer. */
  payerOf: async (accountId: string): Promise<{ name: string; email: string; phone: string }> => {
    const account = await findAccount(db, { accountId })
    if (!account) throw new Error('the payer has no account')
    const { name, email, number: phone } = account
    return { name, email, phone }
  },

  /** Locks the account's row until the transaction ends; serializes changes that depend on counts. */
  lock: (tx: Db, accountId: string): Promise<Account> => requireAccount(tx, accountId),

  /**
   * Binds an account of the site to a telecom partner, once.
   * @returns `bound` now, `same` when it was bound to this one, `other` when it belongs to another partner
   * @throws SESSION_ENDED when the account is gone
   */
  bindPartner,
})

function noPromotionCodes(): never {
  throw new AppError('UNAVAILABLE')
}

export function createAccounts({ db, reads, clock, log, masterKey, messages, smsPerDay, ...optional }: AccountsDeps) {
  const {
    profiles,
    getBalances = async () => ({}),
    onAccountCreated = [],
    personalData = () => [],
    hasher = createHasher(),
    promotionCodes = noPromotionCodes,
  } = optional
  const key = deriveKey(masterKey, 'accounts')
  const throttles = createThrottles({ clock, key, smsPerDay })
  const credentialChecks = createCredentialChecks({ db, hasher, throttles })
  const codes = createCodes({ db, clock, key, throttles })
  const numberCodes = createNumberCodes({ db, key, throttles, codes, messages })
  const sessions = createSessions({ db, reads, clock, profiles })
  const logins = createLogins({ db, clock, key, credentialChecks })
  const accountCreation = createAccountCreation({ db, clock, hasher, messages, onAccountCreated })
  const parts = { db, clock, key, codes, numberCodes, logins, accountCreation, messages }
  const registration = createRegistration({ ...parts, promotionCodes })
  const passwords = createPasswords({
    db,
    clock,
    key,
    hasher,
    credentialChecks,
    throttles,
    codes,
    numberCodes,
    messages,
  })
  const closing = createClosing({ db, clock, log, messages, passwords, throttles, personalData })

  return {
    registration,
    sessions,
    passwords,
    closing,
    logIn: logins.logIn,
    createAccount: accountCreation.createAccount,
    replaceSecrets: accountCreation.replaceSecrets,
    customers: createCustomers({
      db,
      clock,
      getBalances: async (accountId) => ({ ...NO_BALANCES, ...(await getBalances(accountId)) }),
    }),
    emails: createEmails({ db, clock, key, throttles, codes, messages }),
    contactCodes: createContactCodes({ db, key, throttles, codes, messages }),
    parental: createParental({ db, key, throttles, codes, messages }),
    ...createExport({ db, clock, passwords, sessions, personalData }),
    /** Also used for the parental code: same throttling and hashing. */
    credentialChecks,
    throttles,
    hasher,
    redemptionChecks: createRedemptionChecks({ db, key, throttles }),
    ...createAccountReads(db),
    runDue,
    domainModule: { scheduledTasks: [{ name: 'accounts', everyMs: DUE_EVERY_MS, run: runDue }] } satisfies DomainModule,
  }

  /** Closes due accounts and deletes expired throttles, codes, registrations and sessions. */
  async function runDue(): Promise<void> {
    await closing.closeDue()
    await throttles.sweep(db)
    for (const store of [codes, registration, sessions]) await store.sweep()
  }
}
