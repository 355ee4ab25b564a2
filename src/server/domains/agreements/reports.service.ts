import { deriveKey } from '#server/kit/keys.ts'
import type { Db } from '#server/kit/db.ts'
import { sealBytes } from '#server/kit/sealed-bytes.ts'
import { credentialsHashOf, saleIdOf } from './agreement-ids.rules.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { type AgreementChange, findAgreement, lockAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import { nextState } from './agreement-states.rules.ts'
import type { Credentials, MandateReport, Sale } from './ports.ts'

export type Reports = ReturnType<typeof createReports>

/** What is said of a mandate that its payer has approved. */
type Approved = Extract<MandateReport, { state: 'active' | 'suspended' }>

/** Moves agreements by what their provider says. Whatever is said twice, late or out of order changes nothing. */
export function createReports(deps: AgreementsDeps) {
  const { db, clock, log, masterKey, payments } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { check, apply, recordSale }

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
      await move(tx, agreement, report)
      // The owner may have ended it meanwhile.
      const moved = (await findAgreement(tx, agreementId))!
      // A change that is being made keeps the time at which it is looked after.
      if (agreement.pendingChange && moved.pendingChange) return { agreement: moved, isApplied: true }
      const isDue = isEnding(moved) || moved.pendingChange !== null
      const query_due_at = isDue ? clock.now() : nextQuery(moved, clock.now())
      return { agreement: await updateAgreement(tx, agreementId, { query_due_at, tries: 0 }), isApplied: true }
    })
    const sales = 'sales' in report ? (report.sales ?? []) : []
    for (const sale of sales) await recordSale(applied.agreement, sale)
    return applied
  }

  async function move(tx: Db, agreement: StoredAgreement, report: MandateReport): Promise<StoredAgreement> {
    switch (report.state) {
      case 'active':
      case 'suspended':
        return approve(tx, agreement, report)
      case 'declined':
        return abandon(tx, agreement, { failure: 'DECLINED' })
      case 'ended':
        return finish(tx, agreement)
      default:
        return agreement
    }
  }

  async function approve(tx: Db, agreement: StoredAgreement, report: Approved): Promise<StoredAgreement> {
    const { agreementId, state, endingRequestedAt } = agreement
    const known = report.credentials
      ? await updateAgreement(tx, agreementId, sealed(agreementId, report.credentials))
      : agreement
    if (state === 'setup')
      return report.state === 'active' ? activate(tx, known, report) : endAtProvider(tx, known, 'suspended')
    // Approved after it was given up: ended there before it charges, or what it charged is returned.
    if (state === 'abandoned') return endingRequestedAt ? known : endAtProvider(tx, known, 'approved too late')
    if (state === 'active') return hearCharges(tx, known, report)
    // Ours says that nothing is charged: the work suspends it again.
    if (state === 'ending' && report.state === 'active' && agreement.mode === 'push' && !agreement.pendingChange)
      return updateAgreement(tx, agreementId, { pending_change: 'suspend' })
    return known
  }

  /** The payer has approved: the owner accepts it, or it is ended at the provider. */
  async function activate(tx: Db, agreement: StoredAgreement, { payerReference }: Approved): Promise<StoredAgreement> {
    const { agreementId, accountId } = agreement
    const approved = { next_action: null, payer_reference: payerReference ?? agreement.payerReference }
    if (accountId === null) {
      await updateAgreement(tx, agreementId, { ...approved, state: 'abandoned' })
      return endAtProvider(tx, agreement, 'the account was erased')
    }
    const active = await updateAgreement(tx, agreementId, { ...approved, state: 'active', activated_at: clock.now() })
    const answer = await deps.owner().onActivated(tx, { ...active, accountId })
    if (answer.accepted) return active
    log.info({ agreementId, reason: answer.reason }, 'agreement refused')
    await updateAgreement(tx, agreementId, { state: 'abandoned', activated_at: null, failure: answer.reason })
    return endAtProvider(tx, active, answer.reason)
  }

  /** push: tells the owner of a charge that failed, once. */
  async function hearCharges(tx: Db, agreement: StoredAgreement, report: Approved): Promise<StoredAgreement> {
    const { agreementId, pendingChange, chargeFailedAt } = agreement
    if (report.state === 'suspended' && !pendingChange) {
      await deps.owner().onChargeFailed(tx, agreement, { isFinal: true })
      return endAtProvider(tx, agreement, 'the provider gave up charging')
    }
    const failedAt = report.chargeFailedAt
    const isNew = failedAt && (!chargeFailedAt || Temporal.Instant.compare(failedAt, chargeFailedAt) > 0)
    if (!isNew) return agreement
    const told = await updateAgreement(tx, agreementId, { charge_failed_at: failedAt })
    await deps.owner().onChargeFailed(tx, told, { isFinal: false })
    return told
  }

  async function finish(tx: Db, agreement: StoredAgreement): Promise<StoredAgreement> {
    const { agreementId, state, endingRequestedAt } = agreement
    if (state === 'setup') return abandon(tx, agreement, { failure: 'DECLINED' })
    if (state === 'abandoned') return updateAgreement(tx, agreementId, { ended_at: clock.now() })
    const event = endingRequestedAt ? 'ended' : 'revoked'
    const to = nextState(state, event)
    if (!to) return agreement
    const finished = await updateAgreement(tx, agreementId, { state: to, ended_at: clock.now(), pending_change: null })
    if (event === 'revoked') await deps.owner().onRevoked(tx, finished)
    return finished
  }

  function sealed(agreementId: string, { secret, token, expiresAt }: Credentials): AgreementChange {
    return {
      credentials: sealBytes(Buffer.from(secret), { key, rowId: agreementId }),
      credentials_hash: credentialsHashOf(token),
      credentials_expire_at: expiresAt,
    }
  }

  /** Marks it to be ended at the provider; a renewal becomes `ending`, everything else is abandoned. */
  async function endAtProvider(tx: Db, { agreementId }: StoredAgreement, reason: string): Promise<StoredAgreement> {
    const agreement = (await findAgreement(tx, agreementId))!
    const to = nextState(agreement.state, 'endRequested') ?? agreement.state
    return updateAgreement(tx, agreementId, {
      state: to,
      next_action: null,
      ending_requested_at: clock.now(),
      ending_reason: reason,
    })
  }

  /** Records a verified sale of an agreement (push), once. */
  async function recordSale(agreement: StoredAgreement, sale: Sale): Promise<void> {
    const { agreementId, planVersionId, name } = agreement
    await payments.recordSale({
      accountId: agreement.accountId,
      language: agreement.language,
      terminal: agreement.terminal,
      kind: agreement.kind,
      sandbox: agreement.sandbox,
      purposeId: saleIdOf(agreementId, sale.paymentReference),
      amountCents: agreement.amountCents,
      currency: agreement.currency,
      item: { template: 'renewal', params: { planVersionId, name } },
      sale,
    })
  }
}

/** It is to be ended at the provider, and is not. */
export const isEnding = ({ endingRequestedAt, endedAt }: StoredAgreement): boolean =>
  endingRequestedAt !== null && endedAt === null

type Abandonment = Pick<AgreementChange, 'failure'>

/** Gives up an agreement that nobody has approved. */
export async function abandon(tx: Db, agreement: StoredAgreement, change: Abandonment): Promise<StoredAgreement> {
  const to = nextState(agreement.state, 'abandoned')
  if (!to) return agreement
  return updateAgreement(tx, agreement.agreementId, { ...change, state: to, next_action: null })
}

/** Locks an agreement after the lock of its owner. @throws when there is none */
export async function lockWithOwner(
  { owner }: Pick<AgreementsDeps, 'owner'>,
  tx: Db,
  agreementId: string,
): Promise<StoredAgreement> {
  const found = await findAgreement(tx, agreementId)
  if (found && found.accountId !== null) await owner().lock?.(tx, found.accountId)
  const agreement = await lockAgreement(tx, agreementId)
  if (!agreement) throw new Error(`no agreement ${agreementId}`)
  return agreement
}
