import type { TitleContent } from '#contract/admin/titles.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { Tx } from '#server/kit/db.ts'
import { createPlans, type PlannedPublication, type PlansDeps } from './plans.service.ts'
import { titleDrafts } from './title-content.repo.ts'
import type { Editor, Publication } from './titles-model.ts'

interface TitlePlansDeps extends PlansDeps {
  readonly requirePublishable: (tx: Tx, publication: Publication) => Promise<unknown>
  readonly publish: (tx: Tx, editor: Editor, publication: Publication) => Promise<{ version: number; fields: string[] }>
  /** By mail. */
  readonly tellOfFailedPlan: (tx: Tx, operatorId: string, plan: MailTemplates['planFailed']) => Promise<void>
}

const publicationOf = ({ id: programId, ...publication }: PlannedPublication<TitleContent>): Publication => ({
  programId,
  ...publication,
})

/** Of titles. */
export function createTitlePlans({ requirePublishable, publish, tellOfFailedPlan, ...deps }: TitlePlansDeps) {
  const plans = createPlans<TitleContent>(deps, {
    kind: 'title',
    planned: 'titlePlanned',
    requirePublishable: (tx, planned) => requirePublishable(tx, publicationOf(planned)),

    publish: async (tx, editor, planned) => {
      const { version, fields } = await publish(tx, editor, publicationOf(planned))
      return { version, details: { fields } }
    },

    keepAsDraft: async (tx, operatorId, { id: programId, ...draft }) => {
      const drafts = await titleDrafts.list(tx, programId)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (
        (await titleDrafts.write(tx, { id: programId, operatorId, ...draft, seen: null, at: deps.clock.now() })) !==
        undefined
      )
    },

    tellOfFailure: (tx, operatorId, { content, cause }) => {
      const { zh_HK: zh, en_US: en } = content.title
      return tellOfFailedPlan(tx, operatorId, { title: { zh_HK: zh || en, en_US: en || zh }, cause })
    },
  })
  return {
    ...plans,
    plan: (tx: Tx, editor: Editor, { programId: id, ...planned }: Publication & { at: Temporal.Instant }) =>
      plans.plan(tx, editor, { id, ...planned }),
    unplan: (
      tx: Tx,
      editor: Pick<Editor, 'operatorId'>,
      { programId: id, plannedId }: { programId: string; plannedId: string },
    ) => plans.unplan(tx, editor, { id, plannedId }),
  }
}
