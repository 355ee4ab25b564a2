import type { Agreement } from './agreements-model.ts'
import type { AgreementRequest } from './ports.ts'

/** A next action that ends sooner is not handed out again. */
const REUSE_SECONDS = 120
/** The first charge moves with the clock while the payer reads. */
const SAME_CHARGE_HOURS = 1

/** Whether a request is answered with the agreement that waits already. */
export function isReused(setup: Agreement, request: AgreementRequest, now: Temporal.Instant): boolean {
  const { kind, terms, terminal, continueUrl, cancelUrl } = request
  const isSame =
    setup.kind === kind &&
    setup.planVersionId === terms.planVersionId &&
    setup.amountCents === terms.amountCents &&
    setup.currency === terms.currency &&
    setup.trial === terms.trial &&
    setup.byPartner === terms.byPartner &&
    setup.terminal === terminal &&
    setup.continueUrl === continueUrl &&
    setup.cancelUrl === cancelUrl
  const moved = Math.abs(setup.firstChargeAt.until(terms.firstChargeAt).total('hours'))
  return isSame && moved < SAME_CHARGE_HOURS && now.until(setup.expiresAt).total('seconds') > REUSE_SECONDS
}
