import * as endpoints from '#contract/admin/bulk.ts'
import { operatorActor } from '#server/domains/audit/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (jobId: string): string => `titles:${jobId}`

/** Prices, and what plays for nothing, are money. */
const isOfMoney = (change: endpoints.BulkChange): boolean =>
  change.field === 'credits' || (change.field === 'vodTypes' && change.add.includes('FREE TO WATCH'))

export const bulk = bindAdmin(endpoints, ({ titles: { bulk: changes } }) => ({
  tryBulk: ({ change, ...selection }) => changes.tryChange(selection, change),

  bulk: {
    secondPerson: async ({ change, ...selection }, { tx }) => {
      if (!isOfMoney(change)) return undefined
      const titles = (await changes.select(tx, selection)).length
      return titles > endpoints.ALONE_MAX ? { titles, change } : undefined
    },
    handler: async ({ change, titles, filter, expected }, call) => {
      const editor = { operatorId: call.operator.operatorId, actor: operatorActor(call.operator.name) }
      const started = await changes.start(call.tx, editor, { selection: { titles, filter, expected }, change })
      await call.record({ subject: subjectOf(started.jobId), details: { titles: started.titles, change } })
      return { jobId: started.jobId }
    },
  },

  bulkJob: async ({ jobId }) => {
    const { createdAt, finishedAt, change: _change, ...job } = await changes.job(jobId)
    return { ...job, createdAt: wireInstant(createdAt), finishedAt: finishedAt && wireInstant(finishedAt) }
  },

  undoBulk: async ({ jobId: earlier }, call) => {
    const editor = { operatorId: call.operator.operatorId, actor: operatorActor(call.operator.name) }
    const { jobId, titles } = await changes.undo(call.tx, editor, earlier)
    await call.record({ subject: subjectOf(jobId), details: { earlier, titles } })
    return { jobId }
  },
}))
