import { deriveKey } from '#server/kit/keys.ts'
import { providerChargeIdOf, otherProviderChargeIdOf } from './agreement-ids.rules.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { findAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import { isEnding, lockWithOwner, move } from './moves.service.ts'
import type { MandateReport, ProviderCharge } from './ports.ts'

export type Reports = ReturnType<typeof createReports>

/** Moves agreements by what their provider says. Whatever is said twice, late or out of order changes nothing. */
export function createReports(deps: AgreementsDeps) {
  const { db, clock, masterKey, payments } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { check, apply, recordProviderCharge, recordOtherProviderCharge }

  /** Asks the provider, and applies what it says. @returns the agreement, and whether the provider gave an answer */
  async function check(agreement: StoredAgreement): Promise<{ agreement: StoredAgreement; answered: boolean }> {
    const provider = providerOf(deps, agreement)
    const report: MandateReport = provider ? await provider.query(mandateOf(agreement, key)) : { state: 'unknown' }
    const { agreement: now, isApplied } = await applyTo(agreement.agreementId, report, agreement)
    return { agreement: now, answered: isApplied }
  }

  /** Applies a report under the agreement's lock, then records its sales. @returns the agreement as it stands now */
  async function apply(agreementId: string, report: MandateReport): Promise<StoredAgreement> {
    return (await applyTo(agreementId, report)).agreement
  }

  /**
   * `asked`: as the agreement stood when the provider was asked; what it answered says nothing if we have suspended or resumed it
   * since.
   */
  async function applyTo(
    agreementId: string,
    report: MandateReport,
    asked?: StoredAgreement,
  ): Promise<{ agreement: StoredAgreement; isApplied: boolean }> {
    const applied = await db.transaction().execute(async (tx) => {
      const agreement = await lockWithOwner(deps, tx, agreementId)
      const isStale = asked && asked.changes !== agreement.changes
      if (report.state === 'unknown' || isStale) return { agreement, isApplied: false }
      await move(deps, tx, { agreement, report })
      // The owner may have ended it meanwhile.
      const moved = (await findAgreement(tx, agreementId))!
      // A change that is being made keeps the time at which it is looked after.
      if (agreement.pendingChange && moved.pendingChange) return { agreement: moved, isApplied: true }
      const isDue = isEnding(moved) || moved.pendingChange !== null
      const query_due_at = isDue ? clock.now() : nextQuery(moved, clock.now())
      return { agreement: await updateAgreement(tx, agreementId, { query_due_at, tries: 0 }), isApplied: true }
    })
    const providerCharges = 'providerCharges' in report ? (report.providerCharges ?? []) : []
    for (const providerCharge of providerCharges) await recordProviderCharge(applied.agreement, providerCharge)
    return applied
  }

  /** Records a verified charge of an agreement (push), once. */
  async function recordProviderCharge(agreement: StoredAgreement, providerCharge: ProviderCharge): Promise<void> {
    await record(agreement, providerCharge, providerChargeIdOf(agreement.agreementId, providerCharge.paymentReference))
  }

  /** Records a charge of another mandate of its payer, once: it pays nothing, and is returned. */
  async function recordOtherProviderCharge(
    agreement: StoredAgreement,
    providerCharge: ProviderCharge,
    providerReference: string,
  ): Promise<void> {
    await record(agreement, providerCharge, otherProviderChargeIdOf(providerReference, providerCharge.paymentReference))
  }

  async function record(agreement: StoredAgreement, providerCharge: ProviderCharge, purposeId: string): Promise<void> {
    const { planVersionId, name } = agreement
    await payments.recordProviderCharge({
      accountId: agreement.accountId,
      language: agreement.language,
      terminal: agreement.terminal,
      kind: agreement.kind,
      sandbox: agreement.sandbox,
      purposeId,
      amountCents: agreement.amountCents,
      currency: agreement.currency,
      item: { template: 'renewal', params: { planVersionId, name } },
      providerCharge,
    })
  }
}
