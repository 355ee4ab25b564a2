import { inTransaction } from '#server/kit/db.ts'
import { isOver, isRefreshDue, nextQuery, nextTry } from './agreement-schedule.rules.ts'
import type { StoredAgreement } from './agreement-states.rules.ts'
import { leaseDueAgreements, lockAgreement, updateAgreement, findAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf, type Charge, type PullProvider } from './ports.ts'
import { applyReport, checkAgreement, giveUp, isEnding } from './transitions.service.ts'
import { AppError } from '#contract/errors.ts'
import type { Order, PaymentReport } from '#server/domains/payments/index.ts'
import { chargeIdOf } from './agreement-ids.rules.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const

/** Several nodes may run it concurrently. Nothing after a restore until payments are reconciled. */
export async function workOnDue(deps: AgreementsDeps): Promise<void> {
  const { db, clock, payments } = deps
  if (await payments.isPaused()) return
  for (;;) {
    const now = clock.now()
    const due = await leaseDueAgreements(db, { now, until: now.add(LEASE), limit: BATCH })
    await Promise.all(due.map((agreement) => workOn(deps, agreement)))
    if (due.length < BATCH) return
  }
}

async function workOn(deps: AgreementsDeps, agreement: StoredAgreement): Promise<void> {
  try {
    if (!(await isDone(deps, agreement))) await defer(deps, agreement)
  } catch (error) {
    deps.log.error({ err: error, agreementId: agreement.agreementId }, 'agreement not worked on')
  }
}

/** @returns false when the provider gave no answer */
async function isDone(deps: AgreementsDeps, agreement: StoredAgreement): Promise<boolean> {
  const now = deps.clock.now()
  if (isEnding(agreement)) return endAtProvider(deps, agreement)
  if (agreement.pendingChange) return settleChange(deps, agreement)
  if (agreement.mode === 'pull' && isRefreshDue(agreement, now)) return refresh(deps, agreement)
  const { agreement: checked, answered } = await checkAgreement(deps, agreement)
  if (checked.state === 'setup' && isOver(checked, deps.clock.now(), answered)) {
    await giveUp(deps, checked.agreementId)
    return true
  }
  return answered
}

async function defer({ db, clock }: AgreementsDeps, agreement: StoredAgreement): Promise<void> {
  const { agreementId, state, tries } = agreement
  const now = clock.now()
  const isGivenUp = state === 'abandoned' && !isEnding(agreement)
  const at = isGivenUp ? nextQuery(agreement, now) : nextTry(tries, now)
  await updateAgreement(db, agreementId, { query_due_at: at, tries: tries + 1 })
}

async function endAtProvider(deps: AgreementsDeps, agreement: StoredAgreement): Promise<boolean> {
  const provider = providerOf(deps, agreement)
  if (!provider || !(await provider.end(mandateOf(deps, agreement)))) return false
  await applyReport(deps, agreement.agreementId, { state: 'ended' })
  return true
}

/** A change was interrupted, or made at the provider: the provider is brought to our state, which is what the member was told. */
async function settleChange(deps: AgreementsDeps, agreement: StoredAgreement): Promise<boolean> {
  const { db, clock, log } = deps
  const { agreementId, pendingChange } = agreement
  const provider = providerOf(deps, agreement)
  if (provider?.mode !== 'push') return false
  const mandate = mandateOf(deps, agreement)
  const isMade = agreement.state === 'ending' ? await provider.suspend(mandate) : await provider.resume(mandate)
  if (!isMade) {
    const { answered } = await checkAgreement(deps, agreement)
    log.warn({ agreementId, pendingChange, answered }, 'interrupted change not settled')
    return false
  }
  await inTransaction(db, async (tx) => {
    const locked = await lockAgreement(tx, agreementId)
    if (!locked || locked.pendingChange !== pendingChange || locked.state !== agreement.state) return
    const query_due_at = clock.now().add({ minutes: 1 })
    await updateAgreement(tx, agreementId, { pending_change: null, query_due_at, tries: 0 })
  })
  return true
}

async function refresh(deps: AgreementsDeps, agreement: StoredAgreement): Promise<boolean> {
  const provider = providerOf(deps, agreement)
  if (provider?.mode !== 'pull') return false
  const report = await provider.refresh(mandateOf(deps, agreement))
  await applyReport(deps, agreement.agreementId, report)
  return report.state !== 'unknown'
}

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
