import type { PlansText } from '../zh_HK/plans.ts'

export const plans = { subscribe: 'Get the pass', manage: 'Manage pass' } satisfies PlansText
