import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import {
  AGREEMENT_CHANNEL,
  countAttention,
  findOwn,
  findUnfinished,
  unlinkAccount,
  notifyDue,
} from './agreement-work.repo.ts'
import { findAgreement, lockAgreement, updateAgreement } from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf, providerOf } from './agreements-deps.ts'
import type { Agreement, StoredAgreement } from './agreements-model.ts'
import { endAbandoned } from './forgotten.service.ts'
import { createNotices } from './notices.service.ts'
import type { Agreements, PushProvider, Charge, PullProvider } from './ports.ts'
import { createReports, type Reports } from './reports.service.ts'
import { createStarts } from './starts.service.ts'
import { createWork } from './work.service.ts'
import { AppError } from '#contract/errors.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { nextQuery } from './agreement-schedule.rules.ts'
import { nextState } from './agreement-states.rules.ts'
import type { Order, PaymentReport } from '#server/domains/payments/index.ts'
import { chargeIdOf } from './agreement-ids.rules.ts'

/**
 * Agreements: mandates by which a payer lets a plan be renewed, their providers, and the charges under them.
 * Owns the tables agreement, agreement_catalogue. The state of an agreement moves only on a verified callback, our own query, or its
 * member. Does not know what it renews: an owner hears of it in the agreement's transaction.
 */
export type { AgreementState } from './agreement-states.rules.ts'
export type { ActiveAgreement, Agreement, AgreementFailure, MandateAction, MandateMode } from './agreements-model.ts'
export { hasLiveAgreements } from './agreement-work.repo.ts'
export type { AgreementsDeps } from './agreements-deps.ts'
export type {
  AbandonedEnding,
  AgreementOwner,
  AgreementRequest,
  Agreements,
  AgreementTerms,
  Charge,
  ChargeReport,
  Credentials,
  MandateCode,
  Mandate,
  MandateCallbacks,
  MandateCreation,
  MandateNotice,
  MandateProvider,
  MandateReport,
  NewMandate,
  ProviderCatalogue,
  PullProvider,
  PushProvider,
  ProviderCharge,
} from './ports.ts'

/** Due work is found within this time. */
const DUE_EVERY_MS = 5_000
/** What is not ended at the provider after this time needs an operator. */
const UNENDED_HOURS = 6

type Reads = Pick<Agreements, 'find' | 'hasUnfinished' | 'lastFailure'>

const createReads = ({ db }: AgreementsDeps): Reads => ({
  async find(accountId, agreementId) {
    const agreement = await findAgreement(db, agreementId)
    return agreement?.accountId === accountId ? agreement : undefined
  },
  lastFailure: async (accountId) => (await findOwn(db, accountId))[0]?.failure ?? undefined,
  hasUnfinished: async (tx, accountId) => (await findUnfinished(tx, accountId)).length > 0,
})

export function createAgreements(deps: AgreementsDeps): Agreements {
  const { db, providers, callbacks } = deps
  const reports = createReports(deps)
  const { start } = createStarts({ ...deps, reports })
  const changes = createChanges({ ...deps, reports })
  const charges = createCharges(deps)
  const { handleCallback } = createNotices({ ...deps, reports })
  const { runDue } = createWork({ ...deps, reports })

  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'agreements', everyMs: DUE_EVERY_MS, wakeOn: AGREEMENT_CHANNEL, run: runDue }],
    webhooks: callbacks.map((one): WebhookEndpoint => ({
      provider: one.provider,
      process: ({ body }) => handleCallback(one, body),
    })),
    personalData: { name: 'agreements', collect, prepareErasure, erase },
    gauges: [attentionGauge(deps)],
  }
  const end: Agreements['end'] = (tx, agreementId, reason) => requestEnd(deps, tx, { agreementId, reason })
  return {
    ...changes,
    ...charges,
    ...createReads(deps),
    end,
    endAbandoned: (mandate) => endAbandoned(deps, mandate),
    start,
    check,
    kinds: providers.map(({ kind }) => kind),
    domainModule,
  }

  async function check({ agreementId }: Agreement): Promise<Agreement> {
    const agreement = await findAgreement(db, agreementId)
    if (!agreement) throw new Error(`no agreement ${agreementId}`)
    return (await reports.check(agreement)).agreement
  }

  /** An account's agreements for its export. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const own = await findOwn(db, accountId)
    return {
      agreements: own.map(
        ({ agreementId, kind, state, name, amountCents, currency, createdAt, activatedAt, endedAt }) => ({
          agreementId,
          kind,
          state,
          plan: name[language],
          amountCents,
          currency,
          createdAt,
          activatedAt,
          endedAt,
        }),
      ),
    }
  }

  /** Requests the end of the agreements that have not ended at their provider. @returns whether all have ended */
  async function prepareErasure({ accountId }: Person): Promise<boolean> {
    const unfinished = await findUnfinished(db, accountId)
    if (unfinished.length === 0) return true
    await db.transaction().execute(async (tx) => {
      for (const agreementId of unfinished) await end(tx, agreementId, 'account closed')
    })
    return (await findUnfinished(db, accountId)).length === 0
  }

  /** Keeps the records without the person. @throws while an agreement has not ended at its provider */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if ((await findUnfinished(tx, accountId)).length > 0) throw new Error('an agreement is not ended')
    await unlinkAccount(tx, accountId)
  }
}

const attentionGauge = ({ db, clock }: Pick<AgreementsDeps, 'db' | 'clock'>): Gauge => ({
  name: 'harbour_agreements_attention',
  help: 'Agreements that an operator must look at: not ended at the provider, token expired, change not confirmed.',
  labels: ['cause'],
  read: async () => {
    const now = clock.now()
    const counts = await countAttention(db, { now, before: now.subtract({ hours: UNENDED_HOURS }) })
    return Object.entries(counts).map(([cause, value]) => ({ value: Number(value), labels: { cause } }))
  },
})

/** A change at the provider that has not been confirmed after this time is settled by the job. */
const CHANGE = { minutes: 2 } as const

/** What a member does with an agreement: cancels it, and undoes that. */
function createChanges(deps: AgreementsDeps & { reports: Reports }) {
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

/** Charges payers by their agreements (pull). */
function createCharges(deps: AgreementsDeps) {
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

/** Marks it to be ended at the provider; joins the transaction. */
async function requestEnd(
  { clock }: Pick<AgreementsDeps, 'clock'>,
  tx: Db,
  { agreementId, reason }: { agreementId: string; reason: string },
): Promise<void> {
  const agreement = await lockAgreement(tx, agreementId)
  if (!agreement || agreement.endingRequestedAt || agreement.endedAt) return
  const to = nextState(agreement.state, 'endRequested') ?? agreement.state
  const at = clock.now()
  // What nobody has approved needs no end there.
  const wasSetup = agreement.state === 'setup'
  await updateAgreement(tx, agreementId, {
    state: to,
    next_action: null,
    query_due_at: wasSetup ? nextQuery({ ...agreement, state: to }, at) : at,
    ...(!wasSetup && { ending_requested_at: at, ending_reason: reason, tries: 0 }),
  })
  await notifyDue(tx)
}
