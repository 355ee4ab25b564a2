import { AppError } from '#contract/errors.ts'
import type { Order, PaymentReport } from '#server/domains/payments/index.ts'
import { chargeIdOf } from './agreement-ids.rules.ts'
import type { StoredAgreement } from './agreement-states.rules.ts'
import { findAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, type Charge, mandateOf, providerOf, type PullProvider } from './ports.ts'

/** pull. @throws CONFLICT unless the agreement is active, ours to charge, and the amount is what was agreed */
export async function chargeAgreement(
  deps: AgreementsDeps,
  { agreement: { agreementId }, cycle, attempt, ...what }: Charge,
): Promise<Order> {
  const agreement = await findAgreement(deps.db, agreementId)
  const provider = agreement && providerOf(deps, agreement)
  if (!agreement || agreement.accountId === null || agreement.mode !== 'pull') throw new AppError('CONFLICT')
  const isAgreed = what.amountCents === agreement.amountCents && what.currency === agreement.currency
  if (agreement.state !== 'active' || !isAgreed) throw new AppError('CONFLICT')
  const { accountId, language, terminal, kind, sandbox } = agreement
  return deps.payments.charge({
    ...what,
    accountId,
    language,
    terminal,
    kind,
    sandbox,
    purposeId: chargeIdOf(agreementId, cycle),
    attempt,
    send: async (order) =>
      provider ? send(deps, provider as PullProvider, { agreement, order }) : { state: 'unknown' },
  })
}

type Request = { agreement: StoredAgreement; order: Parameters<PullProvider['charge']>[1] }

/** A token that is refused may have been refreshed in this moment; else the provider is queried about it. */
async function send(
  deps: AgreementsDeps,
  provider: PullProvider,
  { agreement, order }: Request,
): Promise<PaymentReport> {
  const { db, clock } = deps
  const report = await provider.charge(mandateOf(deps, agreement), order)
  if (!('because' in report)) return report
  const now = await findAgreement(db, agreement.agreementId)
  if (now && !isSame(now.sealedCredentials, agreement.sealedCredentials)) {
    const second = await provider.charge(mandateOf(deps, now), order)
    if (!('because' in second)) return second
  }
  await updateAgreement(db, agreement.agreementId, { query_due_at: clock.now() })
  return { state: 'failed' }
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)
