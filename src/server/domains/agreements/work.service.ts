import { deriveKey } from '#server/kit/keys.ts'
import { isOver, isRefreshDue, nextQuery, nextTry } from './agreement-schedule.rules.ts'
import { leaseDueAgreements } from './agreement-work.repo.ts'
import { lockAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { StoredAgreement } from './agreements-model.ts'
import { abandon, isEnding } from './moves.service.ts'
import type { Reports } from './reports.service.ts'

/** Agreements that one node works on at a time. */
const BATCH = 8
/** Another node takes over after this time. */
const LEASE = { minutes: 2 } as const

/** What falls due for agreements: queries, giving up, refreshing tokens, ending at the provider. */
export function createWork(deps: AgreementsDeps & { reports: Reports }) {
  const { db, clock, log, payments, reports } = deps
  const { endThere, impose, refresh } = createProviderWork(deps)
  return { runDue }

  /** Does what is due by the clock. Any number of nodes may do so at once. Nothing after a restore until it is reconciled. */
  async function runDue(): Promise<void> {
    if (await payments.isPaused()) return
    for (;;) {
      const now = clock.now()
      const due = await leaseDueAgreements(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(due.map(workOn))
      if (due.length < BATCH) return
    }
  }

  /** Work that fails is repeated after its lease. */
  async function workOn(agreement: StoredAgreement): Promise<void> {
    try {
      if (!(await isDone(agreement))) await later(agreement)
    } catch (error) {
      log.error({ err: error, agreementId: agreement.agreementId }, 'agreement not worked on')
    }
  }

  /** @returns false when the provider gave no answer */
  async function isDone(agreement: StoredAgreement): Promise<boolean> {
    if (isEnding(agreement)) return endThere(agreement)
    if (agreement.pendingChange) return impose(agreement)
    if (agreement.mode === 'pull' && isRefreshDue(agreement, clock.now())) return refresh(agreement)
    const { agreement: checked, answered } = await reports.check(agreement)
    if (checked.state === 'setup' && isOver(checked, clock.now(), answered)) {
      await giveUp(checked.agreementId)
      return true
    }
    return answered
  }

  async function giveUp(agreementId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const locked = await lockAgreement(tx, agreementId)
      if (!locked) return
      const given = await abandon(tx, locked, { failure: null })
      await updateAgreement(tx, agreementId, { query_due_at: nextQuery(given, clock.now()) })
    })
  }

  /** Tries again later, unless something has happened meanwhile. */
  async function later(agreement: StoredAgreement): Promise<void> {
    const { agreementId, state, tries } = agreement
    const now = clock.now()
    const isGivenUp = state === 'abandoned' && !isEnding(agreement)
    const at = isGivenUp ? nextQuery(agreement, now) : nextTry(tries, now)
    await updateAgreement(db, agreementId, { query_due_at: at, tries: tries + 1 })
  }
}

/** What is asked of providers. Each answers false when the provider gave no answer. */
function createProviderWork(deps: AgreementsDeps & { reports: Reports }) {
  const { db, clock, log, masterKey, reports } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { endThere, impose, refresh }

  async function endThere(agreement: StoredAgreement): Promise<boolean> {
    const provider = providerOf(deps, agreement)
    if (!provider || !(await provider.end(mandateOf(agreement, key)))) return false
    await reports.apply(agreement.agreementId, { state: 'ended' })
    return true
  }

  /**
   * A change was interrupted, or made by somebody else: the provider is brought to what is true for us. The member was told that nothing
   * had changed.
   */
  async function impose(agreement: StoredAgreement): Promise<boolean> {
    const { agreementId, pendingChange } = agreement
    const provider = providerOf(deps, agreement)
    if (provider?.mode !== 'push') return false
    const mandate = mandateOf(agreement, key)
    const isMade = agreement.state === 'ending' ? await provider.suspend(mandate) : await provider.resume(mandate)
    if (!isMade) {
      const { answered } = await reports.check(agreement)
      log.warn({ agreementId, pendingChange, answered }, 'interrupted change not settled')
      return false
    }
    await db.transaction().execute(async (tx) => {
      const locked = await lockAgreement(tx, agreementId)
      // Somebody has begun another change meanwhile.
      if (!locked || locked.pendingChange !== pendingChange || locked.state !== agreement.state) return
      const query_due_at = clock.now().add({ minutes: 1 })
      await updateAgreement(tx, agreementId, { pending_change: null, query_due_at, tries: 0 })
    })
    return true
  }

  async function refresh(agreement: StoredAgreement): Promise<boolean> {
    const provider = providerOf(deps, agreement)
    if (provider?.mode !== 'pull') return false
    const report = await provider.refresh(mandateOf(agreement, key))
    await reports.apply(agreement.agreementId, report)
    return report.state !== 'unknown'
  }
}
