import { AppError } from '#contract/errors.ts'
import { requireReturnUrls } from '#server/domains/payments/index.ts'
import { inTransaction } from '#server/kit/db.ts'
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
import {
  type AgreementsDeps,
  mandateOf,
  type AgreementRequest,
  type MandateCreation,
  type MandateProvider,
  type NewMandate,
  type ProviderCatalogue,
} from './ports.ts'
import type { Agreement, StoredAgreement } from './agreement-states.rules.ts'
import { checkAgreement, giveUp } from './transitions.service.ts'

const TRIES = 3

/** Providers are called outside of transactions; a request that a crash interrupts is repeated under the same id. */
export async function startAgreement(deps: AgreementsDeps, request: AgreementRequest): Promise<Agreement> {
  const { db, clock } = deps
  const provider = requireProvider(deps, request)
  for (let tries = 0; tries < TRIES; tries++) {
    const { setup, ordinal } = await findSetup(db, request.accountId)
    const existing = setup && (await reuseOrAbandon(deps, provider, { setup, request }))
    if (existing) return existing
    const draft = { provider, ordinal: ordinal + 1, at: clock.now() }
    const agreement = await insertAgreement(db, newAgreement(deps, request, draft))
    if (agreement) return begin(deps, provider, agreement)
  }
  throw new AppError('CONFLICT')
}

/**
 * @returns undefined when it is abandoned and a new one may begin
 * @throws CONFLICT when it turned out to be approved
 */
async function reuseOrAbandon(
  deps: AgreementsDeps,
  provider: MandateProvider,
  { setup, request }: { setup: StoredAgreement; request: AgreementRequest },
): Promise<StoredAgreement | undefined> {
  const mayReuse = isReused(setup, request, deps.clock.now()) && setup.sandbox === provider.sandbox
  // Its first request may never have reached the provider.
  if (mayReuse && !setup.nextAction) return begin(deps, provider, setup)
  const { agreement } = await checkAgreement(deps, setup)
  if (mayReuse && agreement.state === 'setup') return agreement
  await abandon(deps, agreement)
  return undefined
}

export async function abandonSetup(deps: AgreementsDeps, accountId: string): Promise<void> {
  const { setup } = await findSetup(deps.db, accountId)
  if (setup) await abandon(deps, (await checkAgreement(deps, setup)).agreement)
}

/** Also without an answer of the provider: a later approval is ended there. @throws CONFLICT when it is approved */
async function abandon(deps: AgreementsDeps, agreement: StoredAgreement): Promise<void> {
  const { activatedAt } = agreement.state === 'setup' ? await giveUp(deps, agreement.agreementId) : agreement
  if (activatedAt) throw new AppError('CONFLICT')
}

async function begin(
  deps: AgreementsDeps,
  provider: MandateProvider,
  agreement: StoredAgreement,
): Promise<StoredAgreement> {
  const { agreementId, kind } = agreement
  const creation = await provider.setup(newMandate(deps, agreement), catalogueOf(deps, provider))
  if (creation.outcome === 'accepted') return accept(deps, agreementId, creation)
  deps.log.warn({ agreementId, kind, reason: creation.reason }, `agreement ${creation.outcome}`)
  if (creation.outcome === 'refused') await giveUp(deps, agreementId)
  throw new AppError('PAYMENT_NOT_STARTED')
}

/** @throws CONFLICT when a concurrent request has abandoned it, or its payer has approved it already */
async function accept(
  deps: AgreementsDeps,
  agreementId: string,
  { providerReference, action }: Extract<MandateCreation, { outcome: 'accepted' }>,
): Promise<StoredAgreement> {
  const accepted = await inTransaction(deps.db, async (tx) => {
    const agreement = await lockAgreement(tx, agreementId)
    if (!agreement || agreement.state !== 'setup') throw new AppError('CONFLICT')
    return updateAgreement(tx, agreementId, {
      provider_reference: providerReference ?? agreement.providerReference,
      next_action: action,
      query_due_at: nextQuery(agreement, deps.clock.now()),
    })
  })
  if (action) return accepted
  await checkAgreement(deps, accepted)
  throw new AppError('CONFLICT')
}

function requireProvider(
  { providers, isReturnOrigin, isKindPaused }: AgreementsDeps,
  { kind, continueUrl, cancelUrl }: AgreementRequest,
): MandateProvider {
  const provider = providers.find((one) => one.kind === kind)
  if (!provider) throw new AppError('INVALID_INPUT', { fields: { provider: 'PAYMENT_KIND' } })
  if (isKindPaused?.(kind)) throw new AppError('PAYMENT_PAUSED')
  requireReturnUrls({ continueUrl, cancelUrl }, isReturnOrigin)
  return provider
}

type Draft = { provider: MandateProvider; ordinal: number; at: Temporal.Instant }

function newAgreement(
  { masterKey }: AgreementsDeps,
  request: AgreementRequest,
  { provider, ordinal, at }: Draft,
): NewAgreement {
  const key = deriveKey(masterKey, 'agreements')
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

function newMandate(deps: AgreementsDeps, agreement: StoredAgreement): NewMandate {
  const { planVersionId, amountCents, currency, name, trial, language, terminal } = agreement
  return {
    ...mandateOf(deps, agreement),
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

const REUSE_SECONDS = 120
const SAME_CHARGE_HOURS = 1

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
