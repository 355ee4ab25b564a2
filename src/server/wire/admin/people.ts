import * as endpoints from '#contract/admin/people.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (personId: string): string => `person:${personId}`

export const people = bindAdmin(endpoints, ({ people: known }) => ({
  list: (query) => known.list(query),

  search: async ({ text }) => ({ list: await known.search(text) }),

  save: async ({ personId: id, name }, call) => {
    const { personId, before } = await known.save(call.tx, { personId: id, name })
    await call.record({ subject: subjectOf(personId), ...(before && { before: { name: before } }), after: { name } })
    return { personId }
  },

  merge: async ({ from, into }, call) => {
    const { titles, name } = await known.merge(call.tx, { from, into })
    await call.record({ subject: subjectOf(into), details: { from, titles }, before: { name } })
    return { titles }
  },
}))
