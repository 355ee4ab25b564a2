import * as endpoints from '#contract/admin/operators.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (operatorId: string): string => `operator:${operatorId}`

export const operators = bindAdmin(endpoints, ({ operators: { people }, titles, pageEditing, codes, contact }) => ({
  list: async (query) => {
    const page = await people.list(query)
    const list = page.list.map(({ createdAt, lastUsedAt, roles, ...operator }) => ({
      ...operator,
      roles: [...roles],
      createdAt: wireInstant(createdAt),
      lastUsedAt: lastUsedAt && wireInstant(lastUsedAt),
    }))
    return { ...page, list }
  },

  invite: {
    approvalNeed: async ({ email, name, roles }, { tx, operator }) =>
      (await people.needsApproval(tx, operator, {})) ? { email, name, roles } : undefined,
    handler: async ({ email, name, roles }, call) => {
      const { operatorId, version } = await people.invite(call.tx, call, { email, name, roles })
      await call.record({ subject: subjectOf(operatorId), after: { roles } })
      return { operatorId, version }
    },
  },

  saveRoles: {
    approvalNeed: async ({ id, roles }, { tx, operator }) =>
      (await people.needsApproval(tx, operator, { id, roles })) ? { operatorId: id, roles } : undefined,
    handler: async ({ id, roles, version: seen }, call) => {
      const { version, before } = await people.saveRoles(call.tx, call, { id, roles, version: seen })
      const releasedCases = roles.includes('care')
        ? 0
        : await contact.operatorCases.handOver(call.tx, { from: id, to: null })
      const details = releasedCases > 0 ? { details: { releasedCases } } : {}
      await call.record({ subject: subjectOf(id), before: { roles: before.roles }, after: { roles }, ...details })
      return { version }
    },
  },

  disable: async ({ id, version: seen, handTo }, call) => {
    const { version } = await people.disable(call.tx, call, { id, version: seen })
    let handed = 0
    const to = handTo === undefined ? undefined : await people.holder(call.tx, handTo, 'catalogue')
    if (to) {
      const hand = { from: id, to }
      handed = (await titles.handOver(call.tx, hand)) + (await pageEditing.handOver(call.tx, hand))
    }
    const caseOwner = to?.roles.includes('care') ? to.operatorId : null
    const cases = await contact.operatorCases.handOver(call.tx, { from: id, to: caseOwner })
    const voidedBatches = await codes.operatorBatches.voidUnfetched(call.tx, id)
    const details = {
      ...(handTo !== undefined && { handTo, handed }),
      ...(cases > 0 && { [caseOwner === null ? 'releasedCases' : 'handedCases']: cases }),
      ...(voidedBatches.length > 0 && { voidedBatches }),
    }
    await call.record({ subject: subjectOf(id), before: { disabled: false }, after: { disabled: true }, details })
    return { version, handed }
  },

  resetTotp: {
    approvalNeed: async ({ id }, { tx, operator }) =>
      (await people.needsApproval(tx, operator, { id })) ? { operatorId: id } : undefined,
    handler: async ({ id, version: seen }, call) => {
      const { version } = await people.resetCredentials(call.tx, call, { id, version: seen })
      await call.record({ subject: subjectOf(id), before: { credentials: 'set' }, after: { credentials: 'reset' } })
      return { version }
    },
  },

  endSessions: async ({ id, version: seen }, call) => {
    const { version, ended } = await people.endSessions(call.tx, { id, version: seen })
    await call.record({ subject: subjectOf(id), details: { ended } })
    return { version }
  },
}))
