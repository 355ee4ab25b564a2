import * as endpoints from '#contract/admin/people.ts'
import { personSubject } from '#server/domains/catalogue/index.ts'
import { bindAdmin } from './bind.ts'

export const people = bindAdmin(endpoints, ({ people: known }) => ({
  list: (query) => known.list(query),

  search: async ({ text }) => ({ list: await known.search(text) }),

  save: async ({ personId: id, name, version }, call) => {
    const { personId, before } = await known.save(call.tx, { personId: id, name, version })
    await call.record({
      subject: personSubject(personId),
      ...(before && { before: { name: before } }),
      after: { name },
    })
    return { personId }
  },

  merge: async ({ from, into, versions }, call) => {
    const { titles, name } = await known.merge(call.tx, { from, into, versions })
    await call.record({ subject: personSubject(into), details: { from, titles }, before: { name } })
    return { titles }
  },
}))
