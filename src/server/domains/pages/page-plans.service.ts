import type { PageContent } from '#contract/admin/pages.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { Tx } from '#server/kit/db.ts'
import { createPlans, type Editor, type PlansDeps } from '../catalogue/index.ts'
import { pageDrafts } from './page-versions.repo.ts'

export interface PagePlansDeps extends PlansDeps {
  /** By mail. */
  readonly tellOfFailedPlan: (tx: Tx, operatorId: string, plan: MailTemplates['pagePlanFailed']) => Promise<void>
}

type Publication = { readonly scope: string; readonly content: PageContent; readonly version?: number | undefined }

interface Publishing extends PagePlansDeps {
  readonly requirePublishable: (tx: Tx, publication: Publication) => Promise<unknown>
  readonly publish: (
    tx: Tx,
    editor: Editor,
    publication: Publication,
  ) => Promise<{ version: number; changed: readonly string[] }>
  /** Null for the site's page. */
  readonly nameOf: (tx: Tx, scope: string) => Promise<MailTemplates['pagePlanFailed']['page']>
}

/** Publications of pages at a time, carried out as those of titles. */
export function createPagePlans(deps: Publishing) {
  return createPlans<PageContent>(deps, {
    kind: 'page',
    planned: 'pagePlanned',
    requirePublishable: (tx, { id: scope, ...publication }) => deps.requirePublishable(tx, { scope, ...publication }),

    publish: async (tx, editor, { id: scope, ...publication }) => {
      const { version, changed } = await deps.publish(tx, editor, { scope, ...publication })
      return { version, details: { changed } }
    },

    keepAsDraft: async (tx, operatorId, { id: scope, ...draft }) => {
      const drafts = await pageDrafts.list(tx, scope)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (
        (await pageDrafts.write(tx, { id: scope, operatorId, ...draft, seen: null, at: deps.clock.now() })) !==
        undefined
      )
    },

    tellOfFailure: async (tx, operatorId, { id: scope, cause }) =>
      deps.tellOfFailedPlan(tx, operatorId, { page: await deps.nameOf(tx, scope), cause }),
  })
}
