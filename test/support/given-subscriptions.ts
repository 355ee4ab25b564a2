import type { Agreements } from '#server/domains/agreements/index.ts'
import type { Payments } from '#server/domains/payments/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import { createSubscriptions, type SubscriptionsDeps } from '#server/domains/subscriptions/index.ts'
import { createLog } from '#server/kit/log.ts'

type Deps = Pick<SubscriptionsDeps, 'db' | 'clock' | 'messages' | 'ledger'>

/** Plans and subscriptions where nothing is paid: plans are given. */
export function createTestSubscriptions(deps: Deps) {
  const isTelecomPartner = async () => false
  const plans = createPlans({ ...deps, isTelecomPartner, subscribers: () => subscriptions.starts })
  const subscriptions = createSubscriptions({
    ...deps,
    plans,
    isTelecomPartner,
    log: createLog({ level: 'silent', role: 'test' }),
    masterKey: Buffer.alloc(32, 7),
    agreements: { find: async () => undefined } as unknown as Agreements,
    payments: {} as Payments,
    voidPaidFrom: async () => undefined,
  })
  return { plans, subscriptions }
}
