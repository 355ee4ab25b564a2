import * as endpoints from '#contract/admin/planned.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const planned = bindAdmin(endpoints, ({ titles }) => ({
  held: async () => ({
    list: (await titles.heldPlans()).map(({ at, ...plan }) => ({ ...plan, at: wireInstant(at) })),
  }),

  continuePlan: async ({ plannedId }, { tx, operator, record }) => {
    const { subject, by } = await titles.continuePlan(tx, operator, plannedId)
    await record({ subject, details: { plannedId, of: by } })
    return {}
  },
}))
