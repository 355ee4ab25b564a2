import type { SECRETS } from '#contract/admin/customer-changes.ts'
import { type Tx, lockByName } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import type { Account } from '../accounts/index.ts'
import { operatorActor, sumAudited } from '../audit/index.ts'
import { blockPurchases, correct as bookCorrection, creditsOf, lockWallet, walletOf } from '../ledger/index.ts'
import { findRenewal, insertCancellation, insertNote, upsertHold } from './customers.repo.ts'
import { needsApproval, subjectOf } from './customers.rules.ts'
import type { CustomersDeps } from './ports.ts'

interface Person {
  readonly operatorId: string
  readonly name: string
  readonly email: string
}

/** Who makes a change, and who approved it where a second person had to. */
export interface ChangedBy {
  readonly operator: Person
  readonly decider?: Person | undefined
}

interface Correction {
  readonly accountId: string
  readonly bucket: CreditBucket
  readonly credits: number
  readonly reason: string
  readonly requestKey: string
}

interface Hold {
  readonly accountId: string
  readonly days: number
  readonly reason: string
}

/** The action under which corrections are in the audit log, which counts them. */
const CORRECTION = 'correct credits'
const ACCOUNT_DAYS = 30
const OPERATOR_HOURS = 24

/** Each joins the caller's transaction, which records it. None for an account with the operator's own e-mail address. */
export function createChanges({ clock, accounts, profiles, accountLink }: CustomersDeps) {
  return {
    open,
    correct,
    approvalNeed,
    setBlocked,
    endDevice,
    unlock,
    sendSecret,
    cancelPlan,
    note,
    close,
    reopen,
    sendExport,
    hold,
  }

  /** Locks the account. @throws NOT_FOUND; NOT_ALLOWED for the operator's own */
  async function open(tx: Tx, { operator, decider }: ChangedBy, accountId: string): Promise<Account> {
    const found = await accounts.read(accountId, tx)
    if (!found) throw operatorRefusal({ is: 'customerUnknown' })
    const account = await accounts.lock(tx, accountId)
    if ([operator, decider].some((person) => person && isOwn(person, account)))
      throw operatorRefusal({ is: 'customerIsOwn' })
    return account
  }

  /** @throws INSUFFICIENT_CREDITS, and as `open` */
  async function correct(tx: Tx, by: ChangedBy, correction: Correction): Promise<{ before: number; after: number }> {
    const { accountId, bucket, credits, reason, requestKey } = correction
    await open(tx, by, accountId)
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    await lockWallet(tx, { walletId })
    const before = await creditsOf(tx, { accountId, now: at })
    const { operatorId, name } = by.operator
    const booking = { idempotencyKey: `correct:${operatorId}:${requestKey}`, actor: operatorActor(name), reason, at }
    await bookCorrection(tx, { ...booking, walletId, bucket, amount: credits })
    return { before, after: before + credits }
  }

  /**
   * Whether the operator may correct alone. Its locks hold until the caller's transaction ends, so that of corrections at the same time
   * each counts those before it.
   * @returns what a second person is shown; undefined: no other is needed
   */
  async function approvalNeed(tx: Tx, by: ChangedBy, { accountId, bucket, credits }: Omit<Correction, 'reason'>) {
    const { operatorId } = by.operator
    await open(tx, by, accountId)
    for (const key of [`account ${accountId}`, `operator ${operatorId}`]) await lockByName(tx, `correct credits ${key}`)
    const now = clock.now()
    const counted = { action: CORRECTION, detail: 'credits' }
    const sums = {
      ofAccount: await sumAudited(tx, {
        ...counted,
        subject: subjectOf(accountId),
        since: now.subtract({ hours: ACCOUNT_DAYS * 24 }),
      }),
      ofOperator: await sumAudited(tx, { ...counted, operatorId, since: now.subtract({ hours: OPERATOR_HOURS }) }),
    }
    if (!needsApproval({ credits, ...sums })) return undefined
    return { accountId, bucket, credits, ownedCredits: await creditsOf(tx, { accountId, now }) }
  }

  /** @returns whether purchases were stopped before */
  async function setBlocked(
    tx: Tx,
    by: ChangedBy,
    { accountId, isBlocked }: { accountId: string; isBlocked: boolean },
  ): Promise<boolean> {
    await open(tx, by, accountId)
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    const wallet = await lockWallet(tx, { walletId })
    if (wallet?.isBlocked !== isBlocked) await blockPurchases(tx, { walletId, at: isBlocked ? at : null })
    return wallet?.isBlocked ?? false
  }

  /** Null: all of them. @returns how many @throws NOT_FOUND for a device that is not signed in */
  async function endDevice(
    tx: Tx,
    by: ChangedBy,
    { accountId, deviceId }: { accountId: string; deviceId: string | null },
  ): Promise<number> {
    await open(tx, by, accountId)
    if (deviceId === null) return accounts.care.endAll(tx, accountId)
    await accounts.sessions.end({ accountId }, deviceId, tx)
    return 1
  }

  async function unlock(tx: Tx, by: ChangedBy, accountId: string): Promise<void> {
    await accounts.care.unlockSignIn(tx, await open(tx, by, accountId))
  }

  /** To the number of the account; the operator does not see it. @throws TOO_MANY_TRIES */
  async function sendSecret(
    tx: Tx,
    by: ChangedBy,
    { accountId, secret }: { accountId: string; secret: (typeof SECRETS)[number] },
  ): Promise<void> {
    const account = await open(tx, by, accountId)
    if (secret === 'password') return accounts.care.resetPassword(tx, accountId)
    const parentalHash = await accounts.care.newParental(tx, account)
    await profiles.parental.replace(tx, { accountId, parentalHash })
  }

  /** A job asks the provider. @throws CONFLICT without a plan that renews, or while it is asked already */
  async function cancelPlan(tx: Tx, by: ChangedBy, accountId: string): Promise<void> {
    await open(tx, by, accountId)
    const agreementId = await findRenewal(tx, accountId)
    if (agreementId === undefined) throw operatorRefusal({ is: 'customerWithoutRenewal' })
    const { operatorId } = by.operator
    if (!(await insertCancellation(tx, { accountId, agreementId, operatorId, at: clock.now() })))
      throw operatorRefusal({ is: 'customerPlanBeingCancelled' })
  }

  async function note(
    tx: Tx,
    by: ChangedBy,
    { accountId, text }: { accountId: string; text: string },
  ): Promise<string> {
    await open(tx, by, accountId)
    const noteId = newId()
    await insertNote(tx, { noteId, accountId, operatorId: by.operator.operatorId, text, at: clock.now() })
    return noteId
  }

  /** @returns when it is erased @throws CONFLICT when it is being closed already */
  async function close(tx: Tx, by: ChangedBy, accountId: string): Promise<Temporal.Instant> {
    const { closesAt } = await open(tx, by, accountId)
    if (closesAt) throw operatorRefusal({ is: 'customerClosing' })
    return accounts.closing.schedule(tx, { accountId })
  }

  /** @throws CONFLICT for one that is not being closed, or whose erasure is due */
  async function reopen(tx: Tx, by: ChangedBy, accountId: string): Promise<void> {
    const { closesAt } = await open(tx, by, accountId)
    if (!closesAt || Temporal.Instant.compare(closesAt, clock.now()) <= 0)
      throw operatorRefusal({ is: 'customerNotClosing' })
    await accounts.closing.reopen({ accountId }, tx)
  }

  /**
   * To the member's address, once they have proven it: there they log in and save their data with their password.
   * @throws CONFLICT without a proven address; TOO_MANY_TRIES
   */
  async function sendExport(tx: Tx, by: ChangedBy, accountId: string): Promise<void> {
    const account = await open(tx, by, accountId)
    if (!account.emailValidAt) throw operatorRefusal({ is: 'customerEmailUnproven' })
    await accounts.care.sendDataLink(tx, account, accountLink())
  }

  /** Replaces a former one. @returns until when */
  async function hold(tx: Tx, by: ChangedBy, { accountId, days, reason }: Hold): Promise<Temporal.Instant> {
    await open(tx, by, accountId)
    const at = clock.now()
    const until = at.add({ hours: days * 24 })
    await upsertHold(tx, { accountId, operatorId: by.operator.operatorId, reason, at, until })
    return until
  }
}

export const isOwn = ({ email }: Pick<Person, 'email'>, account: Pick<Account, 'email'>): boolean =>
  email.toLowerCase() === account.email.toLowerCase()
