import { AppError } from '#contract/errors.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { nextState } from './agreement-states.rules.ts'
import { notifyDue } from './agreement-work.repo.ts'
import { findAgreement, lockAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { Agreement, StoredAgreement } from './agreements-model.ts'
import type { PushProvider } from './ports.ts'
import type { Reports } from './reports.service.ts'

/** A change at the provider that has not been confirmed after this time is settled by the job. */
const CHANGE = { minutes: 2 } as const

/** What a member does with an agreement: cancels it, and undoes that. */
export function createChanges(deps: AgreementsDeps & { reports: Reports }) {
  const { db, clock, masterKey, reports } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { cancel, undo }

  /** No further charge, until undone. @throws CONFLICT (it is over), UNAVAILABLE (the provider does not confirm) */
  async function cancel({ agreementId }: Agreement): Promise<void> {
    await change(agreementId, { event: 'cancelled', request: 'suspend' })
  }

  /** Charged again. @throws CONFLICT (it is over, or is being ended), UNAVAILABLE (the provider does not confirm) */
  async function undo({ agreementId }: Agreement): Promise<void> {
    await change(agreementId, { event: 'undone', request: 'resume' })
  }

  type Change = { event: 'cancelled'; request: 'suspend' } | { event: 'undone'; request: 'resume' }

  /** push: the provider first. A crash between its answer and ours is found by `pending_change`, and ours stands. */
  async function change(agreementId: string, { event, request }: Change): Promise<void> {
    const wanted = event === 'cancelled' ? 'ending' : 'active'
    const agreement = await db.transaction().execute(async (tx) => {
      const locked = await lockAgreement(tx, agreementId)
      if (!locked || locked.endingRequestedAt) throw new AppError('CONFLICT')
      if (locked.state === wanted && !locked.pendingChange) return undefined
      // One at a time: two that cross leave the provider in either state.
      if (isChanging(locked, clock.now())) throw new AppError('UNAVAILABLE')
      const to = locked.state === wanted ? wanted : nextState(locked.state, event)
      if (!to) throw new AppError('CONFLICT')
      if (locked.mode === 'pull') {
        await updateAgreement(tx, agreementId, { state: to })
        return undefined
      }
      return updateAgreement(tx, agreementId, {
        pending_change: request,
        query_due_at: clock.now().add(CHANGE),
        tries: 0,
      })
    })
    if (!agreement) return
    const provider = providerOf(deps, agreement) as PushProvider | undefined
    if (!provider || !(await isConfirmed(provider, agreement, request))) return unconfirmed(agreement, wanted)
    await db.transaction().execute(async (tx) => {
      const locked = await lockAgreement(tx, agreementId)
      // Ended meanwhile; or it took too long, and the job has undone it.
      if (locked?.pendingChange !== request) throw new AppError('UNAVAILABLE')
      const to = nextState(locked.state, event) ?? locked.state
      const query_due_at = nextQuery({ ...locked, state: to }, clock.now())
      await updateAgreement(tx, agreementId, { state: to, pending_change: null, query_due_at })
    })
  }

  async function isConfirmed(
    provider: PushProvider,
    agreement: StoredAgreement,
    request: 'suspend' | 'resume',
  ): Promise<boolean> {
    const mandate = mandateOf(agreement, key)
    const confirmed = await provider[request](mandate)
    if (confirmed) return true
    // The answer may have been lost, and the change been made.
    return (await provider.query(mandate)).state === (request === 'suspend' ? 'suspended' : 'active')
  }

  /** It may be over at the provider by now. @throws UNAVAILABLE: nothing has changed for us, which the job makes true there */
  async function unconfirmed({ agreementId }: StoredAgreement, wanted: 'ending' | 'active'): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await updateAgreement(tx, agreementId, { query_due_at: clock.now() })
      await notifyDue(tx)
    })
    const agreement = await findAgreement(db, agreementId)
    const { agreement: now } = agreement ? await reports.check(agreement) : { agreement }
    const isOver = now?.state === 'revoked' || now?.state === 'ended'
    if (isOver && wanted === 'ending') return
    throw new AppError(isOver ? 'CONFLICT' : 'UNAVAILABLE')
  }
}

/** A change is under way at the provider. */
const isChanging = ({ pendingChange, queryDueAt }: StoredAgreement, now: Temporal.Instant): boolean =>
  pendingChange !== null && queryDueAt !== null && Temporal.Instant.compare(queryDueAt, now) > 0
