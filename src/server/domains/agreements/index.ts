import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { casesLine } from '#server/kit/health.ts'
import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import {
  AGREEMENT_CHANNEL,
  countAttention,
  findOwn,
  findUnfinished,
  unlinkAccount,
  findAgreement,
} from './agreements.repo.ts'
import { handleCallback } from './callbacks.service.ts'
import {
  carryOutTerminations,
  changeAgreement,
  endAbandoned,
  requestEnd,
  requestTermination,
} from './changes.service.ts'
import { TERMINATION_CHANNEL, listTerminations } from './terminations.repo.ts'
import { chargeAgreement, workOnDue } from './work.service.ts'
import type { Agreements, AgreementsDeps } from './ports.ts'
import { abandonSetup, startAgreement } from './starts.service.ts'
import { checkAgreement } from './transitions.service.ts'

/**
 * Agreements: mandates by which a payer lets a plan be renewed, their providers, and the charges under them.
 * Owns the tables agreement, agreement_catalogue, mandate_termination. The state of an agreement moves only on a verified callback, our own query, or its
 * member. Does not know what it renews: an owner is told in the agreement's transaction.
 */
export type {
  ActiveAgreement,
  Agreement,
  AgreementFailure,
  AgreementState,
  MandateAction,
  MandateMode,
} from './agreement-states.rules.ts'
export { hasLiveAgreements } from './agreements.repo.ts'
export type {
  AbandonedEnding,
  MandateTermination,
  AgreementOwner,
  AgreementRequest,
  Agreements,
  AgreementsDeps,
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

const DUE_EVERY_MS = 5_000
const UNENDED_HOURS = 6

export function createAgreements(deps: AgreementsDeps): Agreements {
  const { db, providers, callbacks } = deps
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'agreements', everyMs: DUE_EVERY_MS, wakeOn: AGREEMENT_CHANNEL, run: () => workOnDue(deps) },
      {
        name: 'mandate terminations',
        everyMs: DUE_EVERY_MS,
        wakeOn: TERMINATION_CHANNEL,
        run: () => carryOutTerminations(deps),
      },
    ],
    webhooks: callbacks.map((one): WebhookEndpoint => ({
      provider: one.provider,
      process: ({ body }) => handleCallback(deps, one, body),
    })),
    personalData: { name: 'agreements', collect, prepareErasure, erase },
    gauges: [attentionGauge(deps)],
    health: async () => [casesLine('agreements', sumOf(await attentionOf(deps)))],
  }
  return {
    kinds: providers.map(({ kind }) => kind),
    start: (request) => startAgreement(deps, request),
    abandonSetup: (accountId) => abandonSetup(deps, accountId),
    async find(accountId, agreementId, on = db) {
      const agreement = await findAgreement(on, agreementId)
      return agreement?.accountId === accountId ? agreement : undefined
    },
    lastFailure: async (accountId) => (await findOwn(db, accountId))[0]?.failure ?? undefined,
    hasUnfinished: async (tx, accountId) => (await findUnfinished(tx, accountId)).length > 0,
    async check({ agreementId }) {
      const agreement = await findAgreement(db, agreementId)
      if (!agreement) throw new Error(`no agreement ${agreementId}`)
      return (await checkAgreement(deps, agreement)).agreement
    },
    cancel: ({ agreementId }) => changeAgreement(deps, { agreementId, event: 'cancelled' }),
    undo: ({ agreementId }) => changeAgreement(deps, { agreementId, event: 'undone' }),
    end: (on, agreementId, reason) => inTransaction(on, (tx) => requestEnd(deps, tx, { agreementId, reason })),
    endAbandoned: (mandate) => endAbandoned(deps, mandate),
    requestTermination: (tx, ending) => requestTermination(deps, tx, ending),
    listTerminations: (query) => listTerminations(db, query),
    charge: (charge) => chargeAgreement(deps, charge),
    domainModule,
  }

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

  /** Requests the end of open agreements. @returns whether all have ended at their provider */
  async function prepareErasure({ accountId }: Person): Promise<boolean> {
    const unfinished = await findUnfinished(db, accountId)
    if (unfinished.length === 0) return true
    await inTransaction(db, async (tx) => {
      for (const agreementId of unfinished) await requestEnd(deps, tx, { agreementId, reason: 'account closed' })
    })
    return (await findUnfinished(db, accountId)).length === 0
  }

  /** @throws while an agreement has not ended at its provider */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if ((await findUnfinished(tx, accountId)).length > 0) throw new Error('an agreement is not ended')
    await unlinkAccount(tx, accountId)
  }
}

function attentionOf({ db, clock }: Pick<AgreementsDeps, 'db' | 'clock'>) {
  const now = clock.now()
  return countAttention(db, { now, before: now.subtract({ hours: UNENDED_HOURS }) })
}

const sumOf = (counts: object): number => Object.values(counts).reduce((sum, count) => sum + Number(count), 0)

const attentionGauge = ({ db, clock }: Pick<AgreementsDeps, 'db' | 'clock'>): Gauge => ({
  name: 'harbour_agreements_attention',
  help: 'Agreements that an operator must look at: not ended at the provider, token expired, change not confirmed.',
  labels: ['cause'],
  read: async () => {
    const counts = await attentionOf({ db, clock })
    return Object.entries(counts).map(([cause, value]) => ({ value: Number(value), labels: { cause } }))
  },
})
