import { inTransaction } from '#server/kit/db.ts'
import { isOver, isRefreshDue, nextQuery, nextTry } from './agreement-schedule.rules.ts'
import type { StoredAgreement } from './agreement-states.rules.ts'
import { leaseDueAgreements } from './agreement-work.repo.ts'
import { lockAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './ports.ts'
import { applyReport, checkAgreement, giveUp, isEnding } from './transitions.service.ts'

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
