import * as endpoints from '#contract/admin/bulk.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { pricesNeedApproval, refuseOther, seenHash, unapprovedSince } from './price-approvals.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (jobId: string): string => `titles:${jobId}`

const FREE = 'FREE TO WATCH'

/** Prices, and what plays for nothing, are money. */
const isOfMoney = (change: endpoints.BulkChange): boolean =>
  change.field === 'credits' ||
  (change.field === 'vodTypes' && (change.add.includes(FREE) || change.remove.includes(FREE)))

const versionOf = ({ programId, version }: { programId: string; version: number }) => [programId, version]

export const bulk = bindAdmin(endpoints, ({ clock, titles, titles: { bulk: changes }, titleImports }) => ({
  tryBulk: ({ change, ...selection }) => changes.tryChange(selection, change),

  bulk: {
    approvalNeed: async ({ change, ...selection }, { tx, operator: { operatorId } }) => {
      if (!isOfMoney(change)) return undefined
      const selected = await changes.select(tx, selection)
      const of = { operatorId, titles: selected.length }
      const needsApproval = await pricesNeedApproval({ clock, titles, titleImports }, tx, of)
      return needsApproval ? { titles: selected.length, change, seen: seenHash(selected.map(versionOf)) } : undefined
    },
    handler: async ({ change, titles: seen, filter, expected }, call) => {
      const approvedBy = call.approval?.decider.operatorId
      const selected = await changes.select(call.tx, { titles: seen, filter, expected })
      refuseOther(call, selected.map(versionOf))
      const selection = { titles: selected }
      const started = await changes.start(call.tx, call.operator, { selection, change, approvedBy })
      await call.record({ subject: subjectOf(started.jobId), details: { titles: started.titles, change } })
      return { jobId: started.jobId }
    },
  },

  bulkJob: async ({ jobId }) => {
    const { createdAt, finishedAt, change: _change, since: _since, ...job } = await changes.job(jobId)
    return { ...job, createdAt: wireInstant(createdAt), finishedAt: finishedAt && wireInstant(finishedAt) }
  },

  heldBulk: async () => ({
    list: (await changes.held()).map(({ createdAt, undoOf, ...job }) => ({
      ...job,
      isUndo: undoOf !== null,
      createdAt: wireInstant(createdAt),
    })),
  }),

  continueBulk: {
    approvalNeed: async ({ jobId }, { tx, operator: { operatorId } }) => {
      const [job] = await changes.held(tx, jobId)
      if (!job) throw operatorRefusal({ is: 'workNotHeld' })
      if (!isOfMoney(job.change)) return undefined
      const of = { operatorId, titles: job.left }
      if (!(await pricesNeedApproval({ clock, titles, titleImports }, tx, of))) return undefined
      const seen = seenHash((await changes.waiting(tx, jobId)).map(versionOf))
      return { titles: job.left, change: job.change, isUndo: job.undoOf !== null, seen }
    },
    handler: async ({ jobId }, call) => {
      const [job] = await changes.held(call.tx, jobId)
      refuseOther(call, (await changes.waiting(call.tx, jobId)).map(versionOf))
      await changes.continueHeld(call.tx, call.operator, { jobId, approvedBy: call.approval?.decider.operatorId })
      await call.record({ subject: subjectOf(jobId), details: { titles: job?.left, of: job?.by } })
      return {}
    },
  },

  undoBulk: {
    approvalNeed: async ({ jobId }, { tx, operator: { operatorId } }) => {
      const { change, made, ...undone } = await changes.requireUndoable(tx, jobId)
      if (!isOfMoney(change)) return undefined
      const isRecent = Temporal.Instant.compare(undone.since, unapprovedSince(clock)) > 0
      // Their own titles are counted already, with the change that is taken back.
      const isCounted = isRecent && undone.approvedBy === null && undone.operatorId === operatorId
      const count = isCounted ? 0 : made.length
      const needsApproval = await pricesNeedApproval({ clock, titles, titleImports }, tx, { operatorId, titles: count })
      return needsApproval
        ? { titles: made.length, change, isUndo: true, seen: seenHash(made.map(versionOf)) }
        : undefined
    },
    handler: async ({ jobId: undoOf }, call) => {
      const approvedBy = call.approval?.decider.operatorId
      if (call.approval) refuseOther(call, (await changes.requireUndoable(call.tx, undoOf)).made.map(versionOf))
      const { jobId, titles: count } = await changes.undo(call.tx, call.operator, { undoOf, approvedBy })
      await call.record({ subject: subjectOf(jobId), details: { earlier: undoOf, titles: count } })
      return { jobId }
    },
  },
}))
