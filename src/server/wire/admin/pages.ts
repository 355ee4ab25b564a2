import * as endpoints from '#contract/admin/pages.ts'
import { operatorActor } from '#server/domains/audit/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (scope: string): string => `page:${scope}`

export const pages = bindAdmin(endpoints, ({ pageEditing: editing }) => ({
  list: (_input, { operator }) => editing.list(operator),

  find: async ({ scope }, { operator }) => {
    const { draft, others, ...found } = await editing.find(scope, operator)
    return {
      ...found,
      draft: draft
        ? { content: draft.content, baseVersion: draft.baseVersion, savedAt: wireInstant(draft.savedAt) }
        : null,
      others: others.map(({ operator: name, savedAt }) => ({ operator: name, savedAt: wireInstant(savedAt) })),
    }
  },

  categories: ({ text }) => editing.categories(text),

  saveDraft: async ({ scope, draft, baseVersion }, { tx, operator }) => {
    const { savedAt } = await editing.saveDraft(tx, operator, { scope, content: draft, baseVersion })
    return { savedAt: wireInstant(savedAt) }
  },

  dropDraft: async ({ scope }, { tx, operator: { operatorId } }) => {
    await editing.dropDraft(tx, { scope, operatorId })
    return {}
  },

  check: async ({ scope, draft }) => ({ issues: await editing.check(scope, draft) }),

  publish: async ({ scope, draft, version: seen }, call) => {
    const { operatorId, name } = call.operator
    const editor = { operatorId, actor: operatorActor(name) }
    const { version, changes } = await editing.publish(call.tx, editor, { scope, content: draft, version: seen })
    const versions = { before: { version: seen }, after: { version } }
    const changed = changes.map(({ part, id, change }) => `${change} ${part}/${id}`)
    await call.record({ subject: subjectOf(scope), ...versions, details: { changed } })
    return { version }
  },

  history: async ({ scope, after }) => {
    const { list, next } = await editing.history(scope, after)
    return { list: list.map(({ at, ...version }) => ({ ...version, at: wireInstant(at) })), next }
  },

  version: ({ scope, version }) => editing.version(scope, version),

  restore: async ({ scope, version }, { tx, operator }) => {
    const { savedAt } = await editing.restore(tx, operator, { scope, version })
    return { savedAt: wireInstant(savedAt) }
  },
}))
