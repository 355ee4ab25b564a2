import { inTransaction, type Tx } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { sealBytes } from '#server/kit/sealed-bytes.ts'
import { credentialsHashOf, otherProviderChargeIdOf, providerChargeIdOf } from './agreement-ids.rules.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { nextState, type StoredAgreement } from './agreement-states.rules.ts'
import { findAgreement, lockAgreement, updateAgreement } from './agreements.repo.ts'
import {
  type AgreementsDeps,
  type Credentials,
  mandateOf,
  type MandateReport,
  type ProviderCharge,
  providerOf,
} from './ports.ts'

/** Queries the provider and applies the result. `answered`: it gave one. */
export async function checkAgreement(
  deps: AgreementsDeps,
  agreement: StoredAgreement,
): Promise<{ agreement: StoredAgreement; answered: boolean }> {
  const { agreementId } = agreement
  const provider = providerOf(deps, agreement)
  const report: MandateReport = provider ? await provider.query(mandateOf(deps, agreement)) : { state: 'unknown' }
  const { agreement: now, isApplied } = await apply(deps, { agreementId, report, queriedAs: agreement })
  return { agreement: now, answered: isApplied }
}

/** Applies a report and records its charges. One that is repeated, late or out of order changes nothing. */
export async function applyReport(
  deps: AgreementsDeps,
  agreementId: string,
  report: MandateReport,
): Promise<StoredAgreement> {
  return (await apply(deps, { agreementId, report })).agreement
}

interface Said {
  agreementId: string
  report: MandateReport
  /** The agreement before the query; the answer is stale if we have suspended or resumed it since. */
  queriedAs?: StoredAgreement
}

async function apply(
  deps: AgreementsDeps,
  { agreementId, report, queriedAs }: Said,
): Promise<{ agreement: StoredAgreement; isApplied: boolean }> {
  const { db, clock } = deps
  const applied = await inTransaction(db, async (tx) => {
    const agreement = await lockWithOwner(deps, tx, agreementId)
    const isStale = queriedAs && queriedAs.changes !== agreement.changes
    if (report.state === 'unknown' || isStale) return { agreement, isApplied: false }
    await move(deps, tx, { agreement, report })
    const moved = (await findAgreement(tx, agreementId))!
    // A change that is being made keeps its own due time.
    if (agreement.pendingChange && moved.pendingChange) return { agreement: moved, isApplied: true }
    const isDue = isEnding(moved) || moved.pendingChange !== null
    const query_due_at = isDue ? clock.now() : nextQuery(moved, clock.now())
    return { agreement: await updateAgreement(tx, agreementId, { query_due_at, tries: 0 }), isApplied: true }
  })
  const providerCharges = 'providerCharges' in report ? (report.providerCharges ?? []) : []
  for (const providerCharge of providerCharges) await recordProviderCharge(deps, applied.agreement, providerCharge)
  return applied
}

export async function recordProviderCharge(
  deps: AgreementsDeps,
  agreement: StoredAgreement,
  providerCharge: ProviderCharge,
): Promise<void> {
  const purposeId = providerChargeIdOf(agreement.agreementId, providerCharge.paymentReference)
  await record(deps, agreement, { providerCharge, purposeId })
}

/** Records a charge of another mandate of the payer: it pays nothing, and is returned. */
export async function recordOtherProviderCharge(
  deps: AgreementsDeps,
  agreement: StoredAgreement,
  { providerCharge, providerReference }: { providerCharge: ProviderCharge; providerReference: string },
): Promise<void> {
  const purposeId = otherProviderChargeIdOf(providerReference, providerCharge.paymentReference)
  await record(deps, agreement, { providerCharge, purposeId })
}

async function record(
  { payments }: AgreementsDeps,
  agreement: StoredAgreement,
  charged: { providerCharge: ProviderCharge; purposeId: string },
): Promise<void> {
  const { planVersionId, name, accountId, language, terminal, kind, sandbox, amountCents, currency } = agreement
  const item = { template: 'renewal', params: { planVersionId, name } } as const
  await payments.recordProviderCharge({
    ...charged,
    accountId,
    language,
    terminal,
    kind,
    sandbox,
    amountCents,
    currency,
    item,
  })
}

type Approved = Extract<MandateReport, { state: 'active' | 'suspended' }>
type Reported<Report = Approved> = { agreement: StoredAgreement; report: Report }

async function move(deps: AgreementsDeps, tx: Tx, { agreement, report }: Reported<MandateReport>): Promise<void> {
  switch (report.state) {
    case 'active':
    case 'suspended':
      await approve(deps, tx, { agreement, report })
      break
    case 'declined':
      await abandon(tx, agreement, 'DECLINED')
      break
    case 'ended':
      await finish(deps, tx, agreement)
      break
    default:
  }
}

async function approve(deps: AgreementsDeps, tx: Tx, { agreement, report }: Reported): Promise<void> {
  const { agreementId, state, mode, pendingChange, endingRequestedAt } = agreement
  if (report.credentials) await updateAgreement(tx, agreementId, sealed(deps, agreementId, report.credentials))
  const nextChargeAt = nextChargeOf(report, deps.clock.now())
  switch (state) {
    case 'setup':
      if (report.state === 'active') await activate(deps, tx, { agreement, report, nextChargeAt })
      else await markEnding(deps, tx, { agreementId, reason: 'suspended' })
      break
    case 'abandoned':
      // Approved after it was given up: ended there before it charges, or what it charged is returned.
      if (!endingRequestedAt) await markEnding(deps, tx, { agreementId, reason: 'approved too late' })
      break
    case 'active':
      if (nextChargeAt) await recordNextCharge(deps, tx, { agreement, nextChargeAt })
      if (mode === 'push') await recordFailedCharges(deps, tx, { agreement, report })
      break
    case 'ending':
      if (nextChargeAt) await recordNextCharge(deps, tx, { agreement, nextChargeAt })
      // Cancelled for us: the job suspends it again.
      if (mode === 'push' && report.state === 'active' && !pendingChange)
        await updateAgreement(tx, agreementId, { pending_change: 'suspend' })
      break
    default:
  }
}

/** A date in the past is stale. */
const nextChargeOf = ({ nextChargeAt }: Approved, now: Temporal.Instant): Temporal.Instant | undefined =>
  nextChargeAt && Temporal.Instant.compare(nextChargeAt, now) > 0 ? nextChargeAt : undefined

type NextCharge = { agreement: StoredAgreement; nextChargeAt: Temporal.Instant }

async function recordNextCharge(
  { owner }: AgreementsDeps,
  tx: Tx,
  { agreement: { agreementId, nextChargeAt: known }, nextChargeAt }: NextCharge,
): Promise<void> {
  if (known?.equals(nextChargeAt)) return
  const told = await updateAgreement(tx, agreementId, { next_charge_at: nextChargeAt })
  await owner().onNextCharge?.(tx, told)
}

function sealed({ masterKey }: AgreementsDeps, rowId: string, { secret, token, expiresAt }: Credentials) {
  const key = deriveKey(masterKey, 'agreements')
  return {
    credentials: sealBytes(Buffer.from(secret), { key, rowId }),
    credentials_hash: credentialsHashOf(token),
    credentials_expire_at: expiresAt,
  }
}

/** The owner accepts it, or it is ended at the provider. */
async function activate(
  deps: AgreementsDeps,
  tx: Tx,
  { agreement, report, nextChargeAt }: Reported & { nextChargeAt: Temporal.Instant | undefined },
): Promise<void> {
  const { agreementId, accountId } = agreement
  const approved = { next_action: null, payer_reference: report.payerReference ?? agreement.payerReference }
  if (accountId === null) {
    await updateAgreement(tx, agreementId, { ...approved, state: 'abandoned' })
    await markEnding(deps, tx, { agreementId, reason: 'the account was erased' })
    return
  }
  const at = deps.clock.now()
  const active = await updateAgreement(tx, agreementId, {
    ...approved,
    state: 'active',
    activated_at: at,
    next_charge_at: nextChargeAt ?? null,
  })
  const answer = await deps.owner().onActivated(tx, { ...active, accountId })
  if (answer.accepted) return
  deps.log.info({ agreementId, reason: answer.reason }, 'agreement refused')
  await updateAgreement(tx, agreementId, { state: 'abandoned', activated_at: null, failure: answer.reason })
  await markEnding(deps, tx, { agreementId, reason: answer.reason })
}

/** push: reports each failed charge to the owner once. */
async function recordFailedCharges(deps: AgreementsDeps, tx: Tx, { agreement, report }: Reported): Promise<void> {
  const { agreementId, pendingChange, chargeFailedAt } = agreement
  if (report.state === 'suspended' && !pendingChange) {
    await deps.owner().onChargeFailed(tx, agreement, { isFinal: true })
    await markEnding(deps, tx, { agreementId, reason: 'the provider gave up charging' })
    return
  }
  const failedAt = report.chargeFailedAt
  const isNew = failedAt && (!chargeFailedAt || Temporal.Instant.compare(failedAt, chargeFailedAt) > 0)
  if (!isNew) return
  const told = await updateAgreement(tx, agreementId, { charge_failed_at: failedAt })
  await deps.owner().onChargeFailed(tx, told, { isFinal: false })
}

async function finish({ owner, clock }: AgreementsDeps, tx: Tx, agreement: StoredAgreement): Promise<void> {
  const { agreementId, state, endingRequestedAt } = agreement
  if (state === 'setup') {
    await abandon(tx, agreement, 'DECLINED')
    return
  }
  if (state === 'abandoned') {
    await updateAgreement(tx, agreementId, { ended_at: clock.now() })
    return
  }
  const event = endingRequestedAt ? 'ended' : 'revoked'
  const to = nextState(state, event)
  if (!to) return
  const finished = await updateAgreement(tx, agreementId, { state: to, ended_at: clock.now(), pending_change: null })
  if (event === 'revoked') await owner().onRevoked(tx, finished)
}

type Ending = { agreementId: string; reason: string }

/** `ending` if it was active, else abandoned. */
async function markEnding({ clock }: AgreementsDeps, tx: Tx, { agreementId, reason }: Ending): Promise<void> {
  const agreement = (await findAgreement(tx, agreementId))!
  await updateAgreement(tx, agreementId, {
    state: nextState(agreement.state, 'endRequested') ?? agreement.state,
    next_action: null,
    ending_requested_at: clock.now(),
    ending_reason: reason,
  })
}

export const isEnding = ({ endingRequestedAt, endedAt }: StoredAgreement): boolean =>
  endingRequestedAt !== null && endedAt === null

/** @returns the agreement: abandoned, unless it was approved meanwhile */
export async function giveUp({ db, clock }: AgreementsDeps, agreementId: string): Promise<StoredAgreement> {
  return inTransaction(db, async (tx) => {
    const locked = await lockAgreement(tx, agreementId)
    if (!locked) throw new Error(`no agreement ${agreementId}`)
    const abandoned = await abandon(tx, locked, null)
    return updateAgreement(tx, agreementId, { query_due_at: nextQuery(abandoned, clock.now()) })
  })
}

async function abandon(
  tx: Tx,
  agreement: StoredAgreement,
  failure: StoredAgreement['failure'],
): Promise<StoredAgreement> {
  const to = nextState(agreement.state, 'abandoned')
  if (!to) return agreement
  return updateAgreement(tx, agreement.agreementId, { failure, state: to, next_action: null })
}

/** @throws when there is none */
async function lockWithOwner(
  { owner }: Pick<AgreementsDeps, 'owner'>,
  tx: Tx,
  agreementId: string,
): Promise<StoredAgreement> {
  const found = await findAgreement(tx, agreementId)
  if (found && found.accountId !== null) await owner().lock?.(tx, found.accountId)
  const agreement = await lockAgreement(tx, agreementId)
  if (!agreement) throw new Error(`no agreement ${agreementId}`)
  return agreement
}
