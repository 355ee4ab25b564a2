import * as endpoints from '#contract/admin/pages.ts'
import { wireInstant } from '../instants.ts'
import { toPlansResponse, toSavedDraft } from './drafts.presenter.ts'
import { bindAdmin } from './bind.ts'

const subjectOf = (scope: string): string => `page:${scope}`

export const pages = bindAdmin(endpoints, ({ pageEditing: editing }) => ({
  list: (_input, { operator }) => editing.list(operator),

  find: async ({ scope }, { operator }) => {
    const { draft, others, plan, failedPlan, ...found } = await editing.find(scope, operator)
    return {
      ...found,
      ...toPlansResponse({ plan, failedPlan }),
      draft: draft ? { content: draft.content, baseVersion: draft.baseVersion, ...toSavedDraft(draft) } : null,
      others: others.map(({ operator: name, savedAt }) => ({ operator: name, savedAt: wireInstant(savedAt) })),
    }
  },

  categories: ({ text }) => editing.categories(text),

  saveDraft: async ({ draft: content, revision: seen, ...draft }, { tx, operator }) =>
    toSavedDraft(await editing.saveDraft(tx, operator, { ...draft, content, seen })),

  dropDraft: async ({ scope, revision: seen }, { tx, operator }) => {
    await editing.dropDraft(tx, operator, { scope, seen })
    return {}
  },

  check: async ({ scope, draft }) => ({ issues: await editing.publication.check(scope, draft) }),

  publish: async ({ scope, draft, version: seen }, call) => {
    const publication = { scope, content: draft, version: seen }
    const { version, changed } = await editing.publication.publish(call.tx, call.operator, publication)
    const versions = { before: { version: seen }, after: { version } }
    await call.record({ subject: subjectOf(scope), ...versions, details: { changed } })
    return { version }
  },

  plan: async ({ scope: id, draft: content, version: seen, at }, call) => {
    const planned = { id, content, version: seen, at: Temporal.Instant.from(at) }
    const { plannedId, version } = await editing.plans.plan(call.tx, call.operator, planned)
    await call.record({ subject: subjectOf(id), details: { plannedId, at, version } })
    return { version, plannedId }
  },

  unplan: async ({ scope: id, plannedId }, call) => {
    const { at, isDraft } = await editing.plans.unplan(call.tx, call.operator, { id, plannedId })
    await call.record({ subject: subjectOf(id), details: { plannedId, at: wireInstant(at) } })
    return { isDraft }
  },

  history: async ({ scope, after }) => {
    const { list, next } = await editing.history(scope, after)
    return { list: list.map(({ at, ...version }) => ({ ...version, at: wireInstant(at) })), next }
  },

  version: ({ scope, version }) => editing.version(scope, version),

  restore: async ({ revision: seen, ...wanted }, { tx, operator }) =>
    toSavedDraft(await editing.restore(tx, operator, { ...wanted, seen })),
}))
