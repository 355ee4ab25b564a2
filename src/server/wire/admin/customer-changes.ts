import * as endpoints from '#contract/admin/customer-changes.ts'
import type { AdminParsedInputOf } from '#contract/admin/endpoint.ts'
import { type Customers, maskNumber, subjectOf } from '#server/domains/customers/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'
import type { ChangeCall } from './pipeline.ts'

interface Blocking {
  readonly accountId: string
  readonly isBlocked: boolean
}

async function setBlocked(changes: Customers['changes'], blocking: Blocking, call: ChangeCall): Promise<object> {
  const blocked = await changes.setBlocked(call.tx, call, blocking)
  const subject = subjectOf(blocking.accountId)
  await call.record({ subject, before: { blocked }, after: { blocked: blocking.isBlocked } })
  return {}
}

async function requestNumber(
  numbers: Customers['numbers'],
  { proofs, ...given }: AdminParsedInputOf<typeof endpoints.changeNumber>,
  call: ChangeCall,
): Promise<object> {
  const { number, dueAt } = await numbers.request(call.tx, call, given)
  const after = { number: maskNumber(number), dueAt: wireInstant(dueAt) }
  await call.record({ subject: subjectOf(given.accountId), after, details: { proofs } })
  return {}
}

type Change = Customers['changes']['unlock']

/** A change whose entry says no more than whom it is about. */
const recorded =
  (change: Change) =>
  async ({ accountId }: { readonly accountId: string }, call: ChangeCall): Promise<object> => {
    await change(call.tx, call, accountId)
    await call.record({ subject: subjectOf(accountId) })
    return {}
  }

export const customerChanges = bindAdmin(endpoints, ({ customers: { changes, numbers } }) => ({
  correct: {
    approvalNeed: (correction, call) => changes.approvalNeed(call.tx, call, correction),
    handler: async (correction, call) => {
      const { accountId, bucket, credits } = correction
      const { before, after } = await changes.correct(call.tx, call, correction)
      const details = { bucket, credits }
      await call.record({
        subject: subjectOf(accountId),
        before: { credits: before },
        after: { credits: after },
        details,
      })
      return {}
    },
  },

  block: (input, call) => setBlocked(changes, { ...input, isBlocked: true }, call),

  unblock: (input, call) => setBlocked(changes, { ...input, isBlocked: false }, call),

  endDevice: async ({ accountId, deviceId }, call) => {
    const ended = await changes.endDevice(call.tx, call, { accountId, deviceId })
    await call.record({ subject: subjectOf(accountId), details: { ended } })
    return { ended }
  },

  unlock: recorded(changes.unlock),

  sendSecret: async ({ accountId, secret }, call) => {
    await changes.sendSecret(call.tx, call, { accountId, secret })
    await call.record({ subject: subjectOf(accountId), details: { secret } })
    return {}
  },

  cancelPlan: recorded(changes.cancelPlan),

  note: async ({ accountId, text }, call) => {
    const noteId = await changes.note(call.tx, call, { accountId, text })
    await call.record({ subject: subjectOf(accountId), details: { noteId } })
    return {}
  },

  close: async ({ accountId }, call) => {
    const closesAt = await changes.close(call.tx, call, accountId)
    const after = { closesAt: wireInstant(closesAt) }
    await call.record({ subject: subjectOf(accountId), before: { closesAt: null }, after })
    return {}
  },

  reopen: async ({ accountId }, call) => {
    await changes.reopen(call.tx, call, accountId)
    await call.record({ subject: subjectOf(accountId), after: { closesAt: null } })
    return {}
  },

  changeNumber: {
    approvalNeed: (given, call) => numbers.approvalNeed(call.tx, call, given),
    handler: (given, call) => requestNumber(numbers, given, call),
  },

  keepNumber: async ({ accountId }, call) => {
    const { number } = await numbers.cancel(call.tx, call, accountId)
    await call.record({ subject: subjectOf(accountId), before: { number: maskNumber(number) } })
    return {}
  },

  exportData: recorded(changes.sendExport),

  hold: {
    approvalNeed: async ({ accountId, days }, call) => {
      await changes.open(call.tx, call, accountId)
      return { accountId, days }
    },
    handler: async ({ accountId, days, reason }, call) => {
      const until = await changes.hold(call.tx, call, { accountId, days, reason })
      await call.record({ subject: subjectOf(accountId), after: { heldUntil: wireInstant(until) } })
      return {}
    },
  },
}))
