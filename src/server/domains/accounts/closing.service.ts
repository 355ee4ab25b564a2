import { CLOSING_DAYS } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { MemberViewer } from '../viewer.ts'
import {
  lockAccount,
  requireLockedAccount,
  updateAccount,
  deleteAccount,
  type DueClosing,
  findAccount,
  findClosing,
  deleteRegistrations,
} from './accounts.repo.ts'
import { smsThrottles } from './codes.service.ts'
import type { Passwords } from './passwords.service.ts'
import type { Throttles } from './throttles.rules.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { PersonalData } from '../domain-module.ts'
import { type Account, personOf } from './accounts-model.ts'
import { deleteCodes } from './codes.repo.ts'
import type { AccountsParts } from './ports.ts'
import { hongKongDay } from '#server/kit/instants.ts'

const BATCH = 50

const isDue = (closesAt: Temporal.Instant, clock: Clock): boolean =>
  Temporal.Instant.compare(closesAt, clock.now()) <= 0

export function createClosing({
  db,
  clock,
  log,
  messages,
  passwords,
  throttles,
  personalData,
}: AccountsParts & { passwords: Passwords; throttles: Throttles }) {
  return { close, schedule, reopen, closeDue, erase }

  /** A repeated request keeps the date. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function close(
    viewer: MemberViewer,
    { password, address }: { password: string; address: string },
  ): Promise<Temporal.Instant> {
    const { accountId, number } = await passwords.confirm(viewer, password)
    const sendsSms = await consumeSmsQuota(number, address)
    return schedule(db, { accountId, language: viewer.language, sendsSms })
  }

  type Closing = { accountId: string; language?: Language; sendsSms?: boolean }

  /** Without a password. By default the member is told, in the account's language. @returns the date, which a repetition keeps */
  function schedule(on: Db, { accountId, language, sendsSms = true }: Closing): Promise<Temporal.Instant> {
    return inTransaction(on, async (tx) => {
      const account = await requireLockedAccount(tx, accountId)
      if (account.closesAt) return account.closesAt
      const closesAt = clock.now().add({ hours: CLOSING_DAYS * 24 })
      await updateAccount(tx, { accountId, set: { closes_at: closesAt } })
      const day = hongKongDay(closesAt).toString()
      const to = { channel: 'sms', to: account.number, language: language ?? account.language, accountId } as const
      if (sendsSms) await messages.send(tx, { ...to, template: 'accountClosing', params: { day } })
      return closesAt
    })
  }

  /** When false, closing proceeds without the SMS. */
  async function consumeSmsQuota(number: string, address: string): Promise<boolean> {
    try {
      await inTransaction(db, (tx) =>
        throttles.consume(tx, smsThrottles({ number, address, isKnownDevice: true, isReset: false })),
      )
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function reopen({ accountId }: Pick<MemberViewer, 'accountId'>, on: Db = db): Promise<void> {
    await inTransaction(on, async (tx) => {
      const account = await requireLockedAccount(tx, accountId)
      if (!account.closesAt) return
      if (isDue(account.closesAt, clock)) throw new AppError('SESSION_ENDED')
      await updateAccount(tx, { accountId, set: { closes_at: null } })
      await messages.post(tx, { accountId, template: 'accountReopened', params: {} })
    })
  }

  /** An account that fails or has to wait is tried again in the next run. */
  async function closeDue(): Promise<void> {
    const now = clock.now()
    let after: DueClosing | undefined
    do {
      const batch = await findClosing(db, { now, after, limit: BATCH })
      for (const { accountId } of batch) await tryToClose(accountId)
      after = batch.at(-1)
    } while (after)
  }

  async function tryToClose(accountId: string): Promise<void> {
    try {
      if (await closeAccount(accountId)) log.info({ accountId }, 'account closed')
    } catch (error) {
      log.error({ err: error, accountId }, 'account closing failed')
    }
  }

  /** @returns false when it was reopened, erased by another node, or has to wait for a provider */
  async function closeAccount(accountId: string): Promise<boolean> {
    const closing = await findAccount(db, { accountId })
    if (!closing?.closesAt || !isDue(closing.closesAt, clock)) return false
    if (!(await prepareErasure(closing, personalData()))) {
      log.info({ accountId }, 'account closing waits for a provider')
      return false
    }
    return inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { accountId })
      if (!account?.closesAt || !isDue(account.closesAt, clock)) return false
      await eraseAccount(tx, account, personalData())
      return true
    })
  }

  /** Immediately, for demo accounts, which have no real providers. */
  async function erase(number: string): Promise<void> {
    const erased = await findAccount(db, { number })
    if (erased) await prepareErasure(erased, personalData())
    await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, { number })
      if (account) await eraseAccount(tx, account, personalData())
    })
  }
}

/** @returns false while contracts with providers are still ending */
async function prepareErasure(account: Account, personalData: readonly PersonalData[]): Promise<boolean> {
  const person = personOf(account)
  let isReady = true
  for (const data of personalData) if (data.prepareErasure && !(await data.prepareErasure(person))) isReady = false
  return isReady
}

/** Dependent domains first. */
async function eraseAccount(tx: Db, account: Account, personalData: readonly PersonalData[]): Promise<void> {
  const person = personOf(account)
  for (const data of personalData.toReversed()) await data.erase(tx, person)
  await deleteCodes(tx, [person.accountId, person.number])
  await deleteRegistrations(tx, person.number)
  await deleteAccount(tx, person.accountId)
}
