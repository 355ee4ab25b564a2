import type { Kysely } from 'kysely'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { Log } from '#server/kit/log.ts'
import type { Capability, PersonalData } from '../capability.ts'
import type { Account } from './accounts-model.ts'
import { findAccount, requireAccount } from './accounts.repo.ts'
import { createAccountCreation } from './account-creation.service.ts'
import { createClosing } from './closing.service.ts'
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
import type { AccountBalances, ViewerProfiles, Welcome } from './ports.ts'
import { createRegistration } from './registration.service.ts'
import { createSessions } from './sessions.service.ts'
import { createThrottles } from './throttles.service.ts'

export type AccountsDeps = {
  db: Kysely<Database>
  /** `DbHandle.reads`, for what every request of a member reads. */
  reads?: Kysely<Database>
  clock: Clock
  log: Log
  masterKey: Buffer
  messages: Messages
  /** SMS that leave in a day of Hong Kong, at most. */
  smsPerDay: number
  /** What profiles add to the viewer's statement; without it a session has no profile. */
  profiles?: ViewerProfiles
  /** What an account has bought; without it, nothing. */
  standingOf?: (accountId: string) => Promise<AccountBalances>
  /** Called for each new account, inside its transaction. Read when it is needed: domains that come later may join. */
  welcomes?: readonly Welcome[]
  /** What every domain keeps about people. Asked when it is needed: domains that need accounts are created later. */
  personalData?: () => readonly PersonalData[]
  hasher?: Hasher
}

export type Accounts = ReturnType<typeof createAccounts>

const DUE_EVERY_MS = 60_000

/** Somebody who has bought nothing yet. */
const NOTHING: AccountBalances = {
  contractStatus: 'disabled',
  pointsMonthly: 0,
  pointsRecharge: 0,
  extraCredits: 0,
  ticketList: [],
  hadTrial: false,
}

/** Builds accounts. */
export function createAccounts({ db, reads, clock, log, masterKey, messages, smsPerDay, ...others }: AccountsDeps) {
  const {
    profiles,
    standingOf = async () => NOTHING,
    welcomes = [],
    personalData = () => [],
    hasher = createHasher(),
  } = others
  const key = deriveKey(masterKey, 'accounts')
  const throttles = createThrottles({ clock, key, smsPerDay })
  const guesses = createCredentialChecks({ db, hasher, throttles })
  const codes = createCodes({ db, clock, key })
  const numberCodes = createNumberCodes({ db, throttles, codes, messages })
  const sessions = createSessions({ db, reads, clock, profiles })
  const logins = createLogins({ db, clock, key, guesses })
  const admissions = createAccountCreation({ db, clock, hasher, messages, welcomes })
  const registration = createRegistration({ db, clock, key, codes, numberCodes, logins, admissions, messages })
  const passwords = createPasswords({ db, clock, hasher, guesses, throttles, codes, numberCodes, messages })
  const closing = createClosing({ db, clock, log, messages, passwords, throttles, personalData })

  return {
    registration,
    sessions,
    passwords,
    closing,
    logIn: logins.logIn,
    admit: admissions.admit,
    replaceSecrets: admissions.replaceSecrets,
    customers: createCustomers({ db, clock, standingOf }),
    emails: createEmails({ db, clock, throttles, codes, messages }),
    parental: createParental({ db, throttles, codes, messages }),
    ...createExport({ db, clock, passwords, sessions, personalData }),
    /** For the other secrets of an account, counted and hashed with the same care. */
    guesses,
    throttles,
    hasher,

    /** The account of a number. */
    find: (number: string): Promise<Account | undefined> => findAccount(db, { number }),

    /** An account whose row nobody else changes until the transaction ends: what is counted for it is counted one at a time. */
    hold: (tx: Db, accountId: string): Promise<Account> => requireAccount(tx, accountId),

    runDue,
    capability: { dueWork: [{ name: 'accounts', everyMs: DUE_EVERY_MS, run: runDue }] } satisfies Capability,
  }

  /** Closes the accounts whose time has come, and deletes what has lapsed. */
  async function runDue(): Promise<void> {
    await closing.closeDue()
    await throttles.sweep(db)
    for (const lapsing of [codes, registration, sessions]) await lapsing.sweep()
  }
}
