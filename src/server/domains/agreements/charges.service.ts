import { AppError } from '#contract/errors.ts'
import type { Order, PaymentReport } from '#server/domains/payments/index.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { chargeIdOf } from './agreement-ids.rules.ts'
import { findAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import type { Charge, PullProvider } from './ports.ts'

/** Charges payers by their agreements (pull). */
export function createCharges(deps: AgreementsDeps) {
  const { db, clock, masterKey, payments } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { charge }

  /** @throws CONFLICT unless the agreement is active, ours to charge, and the amount is what was agreed */
  async function charge({ agreement: { agreementId }, cycle, attempt, ...what }: Charge): Promise<Order> {
    const agreement = await findAgreement(db, agreementId)
    const provider = agreement && providerOf(deps, agreement)
    if (!agreement || agreement.accountId === null || agreement.mode !== 'pull') throw new AppError('CONFLICT')
    const isAgreed = what.amountCents === agreement.amountCents && what.currency === agreement.currency
    if (agreement.state !== 'active' || !isAgreed) throw new AppError('CONFLICT')
    const { accountId, language, terminal, kind, sandbox } = agreement
    const order = await payments.charge({
      ...what,
      accountId,
      language,
      terminal,
      kind,
      sandbox,
      purposeId: chargeIdOf(agreementId, cycle),
      attempt,
      send: (asked) => send(provider as PullProvider | undefined, agreement, asked),
    })
    return order
  }

  type Asked = Parameters<PullProvider['charge']>[1]

  /** A token that is not taken may have been refreshed in this moment; else the provider is asked about it. */
  async function send(
    provider: PullProvider | undefined,
    agreement: StoredAgreement,
    order: Asked,
  ): Promise<PaymentReport> {
    if (!provider) return { state: 'unknown' }
    const report = await provider.charge(mandateOf(agreement, key), order)
    if (!('because' in report)) return report
    const now = await findAgreement(db, agreement.agreementId)
    if (now && !isSame(now.sealedCredentials, agreement.sealedCredentials)) {
      const second = await provider.charge(mandateOf(now, key), order)
      if (!('because' in second)) return second
    }
    await updateAgreement(db, agreement.agreementId, { query_due_at: clock.now() })
    return { state: 'failed' }
  }
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)
