import type { Db } from '#server/kit/db.ts'
import type { Agreement, AgreementOwner } from '../agreements/index.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import { lockSubscription } from './subscriptions.repo.ts'

type NextChargesDeps = Pick<SubscriptionsDeps, 'clock'> & { lifecycle: Pick<Lifecycle, 'save'> }

/** Keeps when a provider that charges by its own schedule does so next. */
export function createNextCharges({
  clock,
  lifecycle,
}: NextChargesDeps): Required<Pick<AgreementOwner, 'onNextCharge'>> {
  return { onNextCharge }

  async function onNextCharge(tx: Db, { agreementId, nextChargeAt }: Agreement): Promise<void> {
    const found = await lockSubscription(tx, { agreementId })
    if (!found?.agreement || found.state === 'ended') return
    await lifecycle.save(tx, { ...found, agreement: { ...found.agreement, nextChargeAt } }, clock.now())
  }
}
