import * as endpoints from '#contract/admin/approvals.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const approvals = bindAdmin(endpoints, ({ operators, decidingRole }) => ({
  list: async (query, { operator }) => {
    const page = await operators.approvals.list(query, { viewer: operator, roleOf: decidingRole })
    const list = page.list.map(({ askedAt, expiresAt, decidedAt, ...approval }) => ({
      ...approval,
      askedAt: wireInstant(askedAt),
      expiresAt: wireInstant(expiresAt),
      decidedAt: decidedAt && wireInstant(decidedAt),
    }))
    return { ...page, list }
  },

  decide: async ({ id, approve }, call) => {
    const { tx, operator } = call
    const asked = { approvalId: id, decider: operator, roleOf: decidingRole }
    const { approval, requester } = await operators.approvals.open(tx, asked)
    const isDone = approve && (await call.carryOut({ ...approval, requester }))
    const outcome = !approve ? 'refused' : isDone ? 'approved' : 'void'
    await operators.approvals.close(tx, { approvalId: id, decidedBy: operator.operatorId, outcome })
    await call.record({ subject: `approval:${id}`, details: { call: approval.endpoint, outcome } })
    return { outcome }
  },
}))
