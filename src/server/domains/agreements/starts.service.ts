import { AppError } from '#contract/errors.ts'
import { requireReturnUrls } from '#server/domains/payments/index.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { agreementIdOf } from './agreement-ids.rules.ts'
import { nextQuery, scheduleOf, SETUP_MINUTES } from './agreement-schedule.rules.ts'
import {
  findReference,
  findSetup,
  insertAgreement,
  keepReference,
  lockAgreement,
  type NewAgreement,
  updateAgreement,
} from './agreements.repo.ts'
import { type AgreementsDeps, mandateOf } from './agreements-deps.ts'
import type { Agreement, StoredAgreement } from './agreements-model.ts'
import type { AgreementRequest, MandateCreation, MandateProvider, NewMandate, ProviderCatalogue } from './ports.ts'
import { abandon } from './moves.service.ts'
import type { Reports } from './reports.service.ts'

/** Tries to become the account's one agreement in setup before another request is said to have won. */
const TRIES = 3

/** Starts agreements. Providers are called outside of transactions; what a crash interrupts is asked for again under the same id. */
export function createStarts(deps: AgreementsDeps & { reports: Reports }) {
  const { db, clock, log, masterKey, reports } = deps
  const key = deriveKey(masterKey, 'agreements')
  return { start }

  async function start(request: AgreementRequest): Promise<Agreement> {
    const provider = requireProvider(deps, request)
    for (let tries = 0; tries < TRIES; tries++) {
      const { setup, ordinal } = await findSetup(db, request.accountId)
      const existing = setup && (await reuseOrAbandon(setup, request, provider))
      if (existing) return existing
      const draft = { provider, ordinal: ordinal + 1, at: clock.now() }
      const agreement = await insertAgreement(db, newAgreement(request, draft, key))
      if (agreement) return begin(agreement, provider)
    }
    throw new AppError('CONFLICT')
  }

  /**
   * @returns the agreement to answer with; undefined when it is abandoned and a new one may begin
   * @throws CONFLICT when it turned out to be approved
   */
  async function reuseOrAbandon(
    setup: StoredAgreement,
    request: AgreementRequest,
    provider: MandateProvider,
  ): Promise<StoredAgreement | undefined> {
    const mayReuse = isReused(setup, request, clock.now()) && setup.sandbox === provider.sandbox
    // Its first request may never have reached the provider.
    if (mayReuse && !setup.nextAction) return begin(setup, provider)
    const { agreement } = await reports.check(setup)
    if (agreement.activatedAt) throw new AppError('CONFLICT')
    if (agreement.state !== 'setup') return undefined
    if (mayReuse) return agreement
    // Given up also without an answer: what is approved later is ended at the provider.
    await db.transaction().execute(async (tx) => {
      const locked = await lockAgreement(tx, setup.agreementId)
      if (locked) await giveUp(tx, locked)
    })
    return undefined
  }

  async function giveUp(tx: Parameters<typeof abandon>[0], locked: StoredAgreement): Promise<void> {
    const given = await abandon(tx, locked, { failure: null })
    await updateAgreement(tx, given.agreementId, { query_due_at: nextQuery(given, clock.now()) })
  }

  /** Sets the inserted agreement up at its provider. @throws PAYMENT_NOT_STARTED when it was refused, or gave no answer */
  async function begin(agreement: StoredAgreement, provider: MandateProvider): Promise<StoredAgreement> {
    const { agreementId } = agreement
    const creation = await provider.setup(newMandate(agreement, key), catalogueOf(deps, provider))
    if (creation.outcome === 'accepted') return accept(agreementId, creation)
    log.warn({ agreementId, kind: agreement.kind, reason: creation.reason }, `agreement ${creation.outcome}`)
    if (creation.outcome === 'refused') {
      await db.transaction().execute(async (tx) => {
        const locked = await lockAgreement(tx, agreementId)
        if (locked) await giveUp(tx, locked)
      })
    }
    throw new AppError('PAYMENT_NOT_STARTED')
  }

  /** @throws CONFLICT when another request has abandoned it meanwhile, or its payer has approved it already */
  async function accept(
    agreementId: string,
    { providerReference, action }: Extract<MandateCreation, { outcome: 'accepted' }>,
  ): Promise<StoredAgreement> {
    const accepted = await db.transaction().execute(async (tx) => {
      const agreement = await lockAgreement(tx, agreementId)
      if (!agreement || agreement.state !== 'setup') throw new AppError('CONFLICT')
      return updateAgreement(tx, agreementId, {
        provider_reference: providerReference ?? agreement.providerReference,
        next_action: action,
        query_due_at: nextQuery(agreement, clock.now()),
      })
    })
    if (action) return accepted
    await reports.check(accepted)
    throw new AppError('CONFLICT')
  }
}

/** @throws INVALID_INPUT for a kind that is not configured, or pages that are not ours */
function requireProvider(
  { providers, isReturnOrigin }: AgreementsDeps,
  { kind, continueUrl, cancelUrl }: AgreementRequest,
): MandateProvider {
  const provider = providers.find((one) => one.kind === kind)
  if (!provider) throw new AppError('INVALID_INPUT', { fields: { provider: 'PAYMENT_KIND' } })
  requireReturnUrls({ continueUrl, cancelUrl }, isReturnOrigin)
  return provider
}

type Draft = { provider: MandateProvider; ordinal: number; at: Temporal.Instant }

function newAgreement(request: AgreementRequest, { provider, ordinal, at }: Draft, key: Buffer): NewAgreement {
  const { accountId, kind, terms, language, terminal, continueUrl, cancelUrl } = request
  const expiresAt = at.add({ minutes: SETUP_MINUTES })
  const scheduled = {
    state: 'setup',
    mode: provider.mode,
    createdAt: at,
    expiresAt,
    credentialsExpireAt: null,
  } as const
  return {
    agreement_id: agreementIdOf(key, { accountId, kind, planVersionId: terms.planVersionId, ordinal }),
    account_id: accountId,
    ordinal,
    kind,
    mode: provider.mode,
    sandbox: provider.sandbox,
    plan_version_id: terms.planVersionId,
    amount_cents: terms.amountCents,
    currency: terms.currency,
    name: terms.name,
    trial: terms.trial,
    by_partner: terms.byPartner,
    first_charge_at: terms.firstChargeAt,
    first_cycle_ends_at: terms.firstCycleEndsAt,
    language,
    terminal,
    continue_url: continueUrl,
    cancel_url: cancelUrl,
    created_at: at,
    expires_at: expiresAt,
    query_due_at: nextQuery(scheduled, at),
  }
}

function newMandate(agreement: StoredAgreement, key: Buffer): NewMandate {
  const { planVersionId, amountCents, currency, name, trial, language, terminal } = agreement
  return {
    ...mandateOf(agreement, key),
    planVersionId,
    amountCents,
    currency,
    name,
    trial,
    ...scheduleOf(agreement),
    language,
    terminal,
    continueUrl: agreement.continueUrl,
    cancelUrl: agreement.cancelUrl,
  }
}

const catalogueOf = ({ db }: Pick<AgreementsDeps, 'db'>, { kind, sandbox }: MandateProvider): ProviderCatalogue => ({
  find: (name) => findReference(db, { kind, sandbox, name }),
  keep: (name, reference) => keepReference(db, { kind, sandbox, name, reference }),
})

/** A next action that ends sooner is not handed out again. */
const REUSE_SECONDS = 120
/** The first charge moves with the clock while the payer reads. */
const SAME_CHARGE_HOURS = 1

/** Whether a request is answered with the agreement that waits already. */
function isReused(setup: Agreement, request: AgreementRequest, now: Temporal.Instant): boolean {
  const { kind, terms, terminal, continueUrl, cancelUrl } = request
  const isSame =
    setup.kind === kind &&
    setup.planVersionId === terms.planVersionId &&
    setup.amountCents === terms.amountCents &&
    setup.currency === terms.currency &&
    setup.trial === terms.trial &&
    setup.byPartner === terms.byPartner &&
    setup.terminal === terminal &&
    setup.continueUrl === continueUrl &&
    setup.cancelUrl === cancelUrl
  const moved = Math.abs(setup.firstChargeAt.until(terms.firstChargeAt).total('hours'))
  return isSame && moved < SAME_CHARGE_HOURS && now.until(setup.expiresAt).total('seconds') > REUSE_SECONDS
}
