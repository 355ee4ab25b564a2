import type { PageContent } from '#contract/admin/pages.ts'
import { createPlans, type PlansDeps } from '../catalogue/index.ts'
import type { PagePublication } from './page-publication.service.ts'
import { pageDrafts } from './page-versions.repo.ts'

interface PagePlansDeps extends PlansDeps {
  readonly publication: Pick<PagePublication, 'requirePublishable' | 'publish' | 'nameOf'>
}

/** Publications of pages at a time, carried out as those of titles. */
export function createPagePlans({ publication, ...deps }: PagePlansDeps) {
  return createPlans<PageContent>(deps, {
    kind: 'page',
    planned: 'pagePlanned',
    requirePublishable: (tx, { id: scope, ...planned }) => publication.requirePublishable(tx, { scope, ...planned }),

    publish: async (tx, editor, { id: scope, ...planned }) => {
      const { version, changed } = await publication.publish(tx, editor, { scope, ...planned })
      return { version, details: { changed } }
    },

    keepAsDraft: async (tx, operatorId, { id, ...draft }) => {
      const drafts = await pageDrafts.list(tx, id)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (await pageDrafts.write(tx, { id, operatorId, ...draft, seen: null, at: deps.clock.now() })) !== undefined
    },

    failedMail: async (tx, { id, cause }) => ({
      template: 'pagePlanFailed',
      params: { page: await publication.nameOf(tx, id), cause },
    }),
  })
}
