import * as endpoints from '#contract/admin/bulk.ts'
import { wireInstant } from '../instants.ts'
import { pricesNeedApproval, refuseOther, seenHash } from './price-approvals.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (jobId: string): string => `titles:${jobId}`

/** Prices, and what plays for nothing, are money. */
const isOfMoney = (change: endpoints.BulkChange): boolean =>
  change.field === 'credits' || (change.field === 'vodTypes' && change.add.includes('FREE TO WATCH'))

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
    const { createdAt, finishedAt, change: _change, ...job } = await changes.job(jobId)
    return { ...job, createdAt: wireInstant(createdAt), finishedAt: finishedAt && wireInstant(finishedAt) }
  },

  undoBulk: async ({ jobId: earlier }, call) => {
    const { jobId, titles } = await changes.undo(call.tx, call.operator, earlier)
    await call.record({ subject: subjectOf(jobId), details: { earlier, titles } })
    return { jobId }
  },
}))
