import type { Db } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { sealBytes } from '#server/kit/sealed-bytes.ts'
import { credentialsHashOf } from './agreement-ids.rules.ts'
import { nextState } from './agreement-states.rules.ts'
import { type AgreementChange, findAgreement, lockAgreement, updateAgreement } from './agreements.repo.ts'
import type { AgreementsDeps } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import type { Credentials, MandateReport } from './ports.ts'

/** What is said of a mandate that its payer has approved. */
type Approved = Extract<MandateReport, { state: 'active' | 'suspended' }>
type Said<Report = Approved> = { agreement: StoredAgreement; report: Report }

/** Moves a locked agreement by what its provider says. Whatever is said twice, late or out of order changes nothing. */
export async function move(deps: AgreementsDeps, tx: Db, { agreement, report }: Said<MandateReport>): Promise<void> {
  switch (report.state) {
    case 'active':
    case 'suspended':
      await approve(deps, tx, { agreement, report })
      break
    case 'declined':
      await abandon(tx, agreement, { failure: 'DECLINED' })
      break
    case 'ended':
      await finish(deps, tx, agreement)
      break
    default:
  }
}

async function approve(deps: AgreementsDeps, tx: Db, { agreement, report }: Said): Promise<void> {
  const { agreementId, state, mode, pendingChange, endingRequestedAt } = agreement
  if (report.credentials) await updateAgreement(tx, agreementId, sealed(deps, agreementId, report.credentials))
  const nextChargeAt = nextChargeOf(report, deps.clock.now())
  switch (state) {
    case 'setup':
      if (report.state === 'active') await activate(deps, tx, { agreement, report, nextChargeAt })
      else await endAtProvider(deps, tx, { agreementId, reason: 'suspended' })
      break
    case 'abandoned':
      // Approved after it was given up: ended there before it charges, or what it charged is returned.
      if (!endingRequestedAt) await endAtProvider(deps, tx, { agreementId, reason: 'approved too late' })
      break
    case 'active':
      if (nextChargeAt) await hearNextCharge(deps, tx, { agreement, nextChargeAt })
      if (mode === 'push') await hearCharges(deps, tx, { agreement, report })
      break
    case 'ending':
      if (nextChargeAt) await hearNextCharge(deps, tx, { agreement, nextChargeAt })
      // Ours says that nothing is charged: the work suspends it again.
      if (mode === 'push' && report.state === 'active' && !pendingChange)
        await updateAgreement(tx, agreementId, { pending_change: 'suspend' })
      break
    default:
  }
}

/** A time that has passed says nothing of the next charge. */
const nextChargeOf = ({ nextChargeAt }: Approved, now: Temporal.Instant): Temporal.Instant | undefined =>
  nextChargeAt && Temporal.Instant.compare(nextChargeAt, now) > 0 ? nextChargeAt : undefined

type NextCharge = { agreement: StoredAgreement; nextChargeAt: Temporal.Instant }

/** push: keeps when the provider charges next, and tells the owner. */
async function hearNextCharge(
  { owner }: AgreementsDeps,
  tx: Db,
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

/** The payer has approved: the owner accepts it, or it is ended at the provider. */
async function activate(
  deps: AgreementsDeps,
  tx: Db,
  { agreement, report, nextChargeAt }: Said & { nextChargeAt: Temporal.Instant | undefined },
): Promise<void> {
  const { agreementId, accountId } = agreement
  const approved = { next_action: null, payer_reference: report.payerReference ?? agreement.payerReference }
  if (accountId === null) {
    await updateAgreement(tx, agreementId, { ...approved, state: 'abandoned' })
    await endAtProvider(deps, tx, { agreementId, reason: 'the account was erased' })
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
  await endAtProvider(deps, tx, { agreementId, reason: answer.reason })
}

/** push: tells the owner of a charge that failed, once. */
async function hearCharges(deps: AgreementsDeps, tx: Db, { agreement, report }: Said): Promise<void> {
  const { agreementId, pendingChange, chargeFailedAt } = agreement
  if (report.state === 'suspended' && !pendingChange) {
    await deps.owner().onChargeFailed(tx, agreement, { isFinal: true })
    await endAtProvider(deps, tx, { agreementId, reason: 'the provider gave up charging' })
    return
  }
  const failedAt = report.chargeFailedAt
  const isNew = failedAt && (!chargeFailedAt || Temporal.Instant.compare(failedAt, chargeFailedAt) > 0)
  if (!isNew) return
  const told = await updateAgreement(tx, agreementId, { charge_failed_at: failedAt })
  await deps.owner().onChargeFailed(tx, told, { isFinal: false })
}

async function finish({ owner, clock }: AgreementsDeps, tx: Db, agreement: StoredAgreement): Promise<void> {
  const { agreementId, state, endingRequestedAt } = agreement
  if (state === 'setup') {
    await abandon(tx, agreement, { failure: 'DECLINED' })
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

/** Marks it to be ended at the provider: one that is active becomes `ending`, one that is not is abandoned. */
async function endAtProvider({ clock }: AgreementsDeps, tx: Db, { agreementId, reason }: Ending): Promise<void> {
  const agreement = (await findAgreement(tx, agreementId))!
  await updateAgreement(tx, agreementId, {
    state: nextState(agreement.state, 'endRequested') ?? agreement.state,
    next_action: null,
    ending_requested_at: clock.now(),
    ending_reason: reason,
  })
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
