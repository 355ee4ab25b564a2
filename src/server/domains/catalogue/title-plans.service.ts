import type { TitleContent } from '#contract/admin/titles.ts'
import { createPlans, type PlansDeps } from './plans.service.ts'
import { titleDrafts } from './title-content.repo.ts'
import type { TitlePublication } from './title-publication.service.ts'

interface TitlePlansDeps extends PlansDeps {
  readonly publication: Pick<TitlePublication, 'requirePublishable' | 'publish'>
}

/** Publications of titles at a time. */
export function createTitlePlans({ publication, ...deps }: TitlePlansDeps) {
  return createPlans<TitleContent>(deps, {
    kind: 'title',
    planned: 'titlePlanned',
    requirePublishable: (tx, { id: programId, ...planned }) =>
      publication.requirePublishable(tx, { programId, ...planned }),

    publish: async (tx, editor, { id: programId, ...planned }) => {
      const { version, fields } = await publication.publish(tx, editor, { programId, ...planned })
      return { version, details: { fields } }
    },

    keepAsDraft: async (tx, operatorId, { id, ...draft }) => {
      const drafts = await titleDrafts.list(tx, id)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (await titleDrafts.write(tx, { id, operatorId, ...draft, seen: null, at: deps.clock.now() })) !== undefined
    },

    failedMail: async (_tx, { content, cause }) => {
      const { zh_HK: zh, en_US: en } = content.title
      return { template: 'planFailed', params: { title: { zh_HK: zh || en, en_US: en || zh }, cause } }
    },
  })
}
