import { AppError } from '#contract/errors.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { nextQuery, nextTry } from './agreement-schedule.rules.ts'
import { nextState, type StoredAgreement } from './agreement-states.rules.ts'
import { notifyDue, findAgreement, findNamed, lockAgreement, updateAgreement } from './agreements.repo.ts'
import {
  type AbandonedEnding,
  type AbandonedMandate,
  type AgreementsDeps,
  type MandateTermination,
  type NewTermination,
  mandateOf,
  providerOf,
  type PushProvider,
} from './ports.ts'
import { deferTermination, finishTermination, insertTermination, leaseDueTerminations } from './terminations.repo.ts'
import { checkAgreement } from './transitions.service.ts'

const CHANGE = { minutes: 2 } as const

type Change = { agreementId: string; event: 'cancelled' | 'undone' }

/**
 * push: the provider changes first. A crash between its answer and ours leaves `pending_change`, and our state stands.
 * @throws CONFLICT (it is over, or is being ended), UNAVAILABLE (the provider does not confirm)
 */
export async function changeAgreement(deps: AgreementsDeps, { agreementId, event }: Change): Promise<void> {
  const { db, clock } = deps
  const wanted = event === 'cancelled' ? 'ending' : 'active'
  const request = event === 'cancelled' ? 'suspend' : 'resume'
  const agreement = await inTransaction(db, async (tx) => {
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
    const query_due_at = clock.now().add(CHANGE)
    return updateAgreement(tx, agreementId, { pending_change: request, query_due_at, tries: 0 })
  })
  if (!agreement) return
  const provider = providerOf(deps, agreement) as PushProvider | undefined
  if (!provider || !(await isConfirmed(deps, provider, { agreement, request })))
    return followUnconfirmed(deps, agreementId, wanted)
  await inTransaction(db, async (tx) => {
    const locked = await lockAgreement(tx, agreementId)
    // Ended meanwhile; or it took too long, and the job has undone it.
    if (locked?.pendingChange !== request) throw new AppError('UNAVAILABLE')
    const to = nextState(locked.state, event) ?? locked.state
    const query_due_at = nextQuery({ ...locked, state: to }, clock.now())
    await updateAgreement(tx, agreementId, { state: to, pending_change: null, query_due_at })
  })
}

const isChanging = ({ pendingChange, queryDueAt }: StoredAgreement, now: Temporal.Instant): boolean =>
  pendingChange !== null && queryDueAt !== null && Temporal.Instant.compare(queryDueAt, now) > 0

async function isConfirmed(
  deps: AgreementsDeps,
  provider: PushProvider,
  { agreement, request }: { agreement: StoredAgreement; request: 'suspend' | 'resume' },
): Promise<boolean> {
  const mandate = mandateOf(deps, agreement)
  if (await provider[request](mandate)) return true
  // The answer may have been lost, and the change been made.
  return (await provider.query(mandate)).state === (request === 'suspend' ? 'suspended' : 'active')
}

/** @throws UNAVAILABLE when nothing has changed for us; the job restores that at the provider */
async function followUnconfirmed(
  deps: AgreementsDeps,
  agreementId: string,
  wanted: 'ending' | 'active',
): Promise<void> {
  const { db, clock } = deps
  await inTransaction(db, async (tx) => {
    await updateAgreement(tx, agreementId, { query_due_at: clock.now() })
    await notifyDue(tx)
  })
  const agreement = await findAgreement(db, agreementId)
  const { agreement: now } = agreement ? await checkAgreement(deps, agreement) : { agreement }
  const isOver = now?.state === 'revoked' || now?.state === 'ended'
  if (isOver && wanted === 'ending') return
  throw new AppError(isOver ? 'CONFLICT' : 'UNAVAILABLE')
}

export async function requestEnd(
  { clock }: AgreementsDeps,
  tx: Tx,
  { agreementId, reason }: { agreementId: string; reason: string },
): Promise<void> {
  const agreement = await lockAgreement(tx, agreementId)
  if (!agreement || agreement.endingRequestedAt || agreement.endedAt) return
  const to = nextState(agreement.state, 'endRequested') ?? agreement.state
  const at = clock.now()
  const wasSetup = agreement.state === 'setup'
  await updateAgreement(tx, agreementId, {
    state: to,
    next_action: null,
    query_due_at: wasSetup ? nextQuery({ ...agreement, state: to }, at) : at,
    ...(!wasSetup && { ending_requested_at: at, ending_reason: reason, tries: 0 }),
  })
  await notifyDue(tx)
}

/** Only an operator can say that such a mandate is ours: a restored copy receives the same callbacks, and PayPal's cancelling is final. */
export async function endAbandoned(
  { db, providers }: AgreementsDeps,
  { kind, agreementId, providerReference }: AbandonedMandate,
): Promise<AbandonedEnding> {
  const known =
    (await findAgreement(db, agreementId)) ?? (await findNamed(db, kind, { provider_reference: providerReference }))
  if (known) return 'known'
  const provider = providers.find((one) => one.kind === kind)
  if (provider?.mode !== 'push') return 'absent'
  const mandate = { agreementId, providerReference, credentials: null }
  const { state } = await provider.query(mandate)
  if (state === 'absent') return 'absent'
  if (state === 'unknown') return 'unanswered'
  return state === 'ended' || (await provider.end(mandate)) ? 'ended' : 'unanswered'
}

const TERMINATIONS_AT_ONCE = 8
const LEASE = { minutes: 2 } as const
/** Then the operator is told that the provider does not answer. */
const TRIES = 5

export const requestTermination = ({ clock }: AgreementsDeps, tx: Tx, termination: NewTermination): Promise<string> =>
  insertTermination(tx, termination, clock.now())

/** Ending is idempotent at the provider: a worker that dies before it has kept the outcome asks again. */
export async function carryOutTerminations(deps: AgreementsDeps): Promise<void> {
  const { db, clock, log } = deps
  for (;;) {
    const now = clock.now()
    const due = await leaseDueTerminations(db, { now, until: now.add(LEASE), limit: TERMINATIONS_AT_ONCE })
    for (const termination of due)
      await carryOut(deps, termination).catch((error: unknown) =>
        log.error({ err: error, terminationId: termination.terminationId }, 'mandate not ended'),
      )
    if (due.length < TERMINATIONS_AT_ONCE) return
  }
}

async function carryOut(deps: AgreementsDeps, termination: MandateTermination): Promise<void> {
  const { db, clock } = deps
  const { terminationId, tries } = termination
  const outcome = await endAbandoned(deps, termination)
  const at = clock.now()
  if (outcome === 'unanswered' && tries < TRIES) return deferTermination(db, { terminationId, at: nextTry(tries, at) })
  await inTransaction(db, async (tx) => {
    const finished = await finishTermination(tx, { terminationId, outcome, at })
    if (finished) await deps.onMandateTermination?.(tx, finished)
  })
}
