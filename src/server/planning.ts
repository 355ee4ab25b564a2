import type { EditingDeps } from '#server/domains/catalogue/index.ts'
import type { Operators } from '#server/domains/operators/index.ts'
import type { PagePlansDeps } from '#server/domains/pages/index.ts'

type LaterOperators = () => Pick<Operators, 'people'>

/** Who may still publish, and who is told that a plan failed. Operators are created after what they publish. */
export const titlePlanning = (operators: LaterOperators): Pick<EditingDeps, 'mayPublish' | 'tellOfFailedPlan'> => ({
  mayPublish: (tx, operatorId) => operators().people.hasRole(tx, operatorId, 'catalogue'),
  tellOfFailedPlan: (tx, operatorId, params) =>
    operators().people.tell(tx, operatorId, { template: 'planFailed', params }),
})

export const pagePlanning = (operators: LaterOperators): Pick<PagePlansDeps, 'mayPublish' | 'tellOfFailedPlan'> => ({
  mayPublish: titlePlanning(operators).mayPublish,
  tellOfFailedPlan: (tx, operatorId, params) =>
    operators().people.tell(tx, operatorId, { template: 'pagePlanFailed', params }),
})
