import type { Db } from '#server/kit/db.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { nextState } from './agreement-states.rules.ts'
import { notifyDue } from './agreement-work.repo.ts'
import { lockAgreement, updateAgreement } from './agreements.repo.ts'
import type { AgreementsDeps } from './agreements-deps.ts'

/** Marks it to be ended at the provider; joins the transaction. */
export async function requestEnd(
  { clock }: Pick<AgreementsDeps, 'clock'>,
  tx: Db,
  { agreementId, reason }: { agreementId: string; reason: string },
): Promise<void> {
  const agreement = await lockAgreement(tx, agreementId)
  if (!agreement || agreement.endingRequestedAt || agreement.endedAt) return
  const to = nextState(agreement.state, 'endRequested') ?? agreement.state
  const at = clock.now()
  // What nobody has approved needs no end there.
  const wasSetup = agreement.state === 'setup'
  await updateAgreement(tx, agreementId, {
    state: to,
    next_action: null,
    query_due_at: wasSetup ? nextQuery({ ...agreement, state: to }, at) : at,
    ...(!wasSetup && { ending_requested_at: at, ending_reason: reason, tries: 0 }),
  })
  await notifyDue(tx)
}
