import * as endpoints from '#contract/admin/bulk.ts'
import { wireInstant } from '../instants.ts'
import { pricesNeedApproval } from './price-approvals.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (jobId: string): string => `titles:${jobId}`

/** Prices, and what plays for nothing, are money. */
const isOfMoney = (change: endpoints.BulkChange): boolean =>
  change.field === 'credits' || (change.field === 'vodTypes' && change.add.includes('FREE TO WATCH'))

export const bulk = bindAdmin(endpoints, ({ clock, titles, titles: { bulk: changes }, titleImports }) => ({
  tryBulk: ({ change, ...selection }) => changes.tryChange(selection, change),

  bulk: {
    approvalNeed: async ({ change, ...selection }, { tx, operator: { operatorId } }) => {
      if (!isOfMoney(change)) return undefined
      const count = (await changes.select(tx, selection)).length
      const needsApproval = await pricesNeedApproval({ clock, titles, titleImports }, tx, { operatorId, titles: count })
      return needsApproval ? { titles: count, change } : undefined
    },
    handler: async ({ change, titles: seen, filter, expected }, call) => {
      const approvedBy = call.approval?.decider.operatorId
      const selection = { titles: seen, filter, expected }
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
