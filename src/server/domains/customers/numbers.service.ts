import { NUMBER_CHANGE_HOURS } from '#contract/admin/customer-changes.ts'
import { AppError } from '#contract/errors.ts'
import type { AreaCode, FieldRule } from '#contract/fields.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type Account, parseNumber } from '../accounts/index.ts'
import { operatorActor, recordAudit } from '../audit/index.ts'
import type { ChangedBy } from './changes.service.ts'
import { maskNumber, subjectOf } from './customers.rules.ts'
import {
  findDueNumberChanges,
  findNumberChange,
  insertNumberChange,
  type PendingNumber,
  takeNumberChange,
} from './numbers.repo.ts'
import type { CustomersDeps } from './ports.ts'

const BATCH = 20

interface NewNumber {
  readonly accountId: string
  readonly areaCode: AreaCode
  readonly mobileno: string
}

type Open = (tx: Tx, by: ChangedBy, accountId: string) => Promise<Account>
type NumbersDeps = Pick<CustomersDeps, 'db' | 'clock' | 'accounts'> & { readonly open: Open }

/** For members who have lost their SIM. What is asked for comes into force a day later, by a job, unless it is cancelled. */
export function createNumberChanges({ db, clock, accounts, open }: NumbersDeps) {
  return { approvalNeed, request, cancel, carryOutDue }

  /** Checks what `request` does. @returns what a second person is shown */
  async function approvalNeed(tx: Tx, by: ChangedBy, given: NewNumber): Promise<{ accountId: string; number: string }> {
    const { number } = await check(tx, by, given)
    return { accountId: given.accountId, number: maskNumber(number) }
  }

  /** Tells both numbers and the address of the account. @throws NOT_FOUND, NOT_ALLOWED, INVALID_INPUT, CONFLICT */
  async function request(tx: Tx, by: ChangedBy, given: NewNumber): Promise<PendingNumber> {
    const { account, number } = await check(tx, by, given)
    const { accountId } = account
    const at = clock.now()
    const dueAt = at.add({ hours: NUMBER_CHANGE_HOURS })
    const who = { operatorId: by.operator.operatorId, decidedBy: by.decider?.operatorId ?? null }
    if (!(await insertNumberChange(tx, { accountId, number, ...who, at, dueAt }))) throw taken()
    await accounts.care.announceNumber(tx, account, { number, dueAt })
    return { number, dueAt }
  }

  async function check(tx: Tx, by: ChangedBy, { accountId, areaCode, mobileno }: NewNumber) {
    const account = await open(tx, by, accountId)
    const number = parseNumber(mobileno, areaCode)
    if (number === undefined)
      throw new AppError('INVALID_INPUT', { fields: { mobileno: 'MOBILE' satisfies FieldRule } })
    if (account.closesAt) throw operatorRefusal({ is: 'customerClosing' })
    if (number === account.number) throw operatorRefusal({ is: 'customerNumberSame' })
    if (await findNumberChange(tx, accountId)) throw operatorRefusal({ is: 'customerNumberChanging' })
    if (await accounts.findContact(tx, number)) throw taken()
    return { account, number }
  }

  /** @throws NOT_FOUND, NOT_ALLOWED; CONFLICT when none waits */
  async function cancel(tx: Tx, by: ChangedBy, accountId: string): Promise<PendingNumber> {
    await open(tx, by, accountId)
    const change = await takeNumberChange(tx, accountId)
    if (!change) throw operatorRefusal({ is: 'customerNumberNotChanging' })
    return change
  }

  /** Several workers may run it concurrently. */
  async function carryOutDue({ log }: { log: Log }): Promise<void> {
    for (const accountId of await findDueNumberChanges(db, { now: clock.now(), limit: BATCH })) {
      try {
        await inTransaction(db, (tx) => carryOut(tx, accountId))
      } catch (error) {
        log.error({ err: error, accountId }, 'number not changed')
      }
    }
  }

  async function carryOut(tx: Tx, accountId: string): Promise<void> {
    const change = await takeNumberChange(tx, accountId)
    if (!change) return
    const { number, operatorId, operatorName } = change
    const before = await accounts.lock(tx, accountId)
    // A registration may have been faster: who has proven the number has it.
    const isChanged = !before.closesAt && (await accounts.care.replaceNumber(tx, before, number))
    if (!isChanged) await accounts.care.tellNumberStays(tx, before)
    const who = { at: clock.now(), actor: operatorActor(operatorName), operatorId }
    await recordAudit(tx, {
      ...who,
      action: isChanged ? 'change number of customer' : 'fail to change number of customer',
      subject: subjectOf(accountId),
      before: { number: maskNumber(before.number) },
      after: { number: maskNumber(isChanged ? number : before.number) },
    })
  }
}

const taken = () => operatorRefusal({ is: 'customerNumberTaken' })
