import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import { AGREEMENT_CHANNEL, countAttention, findOwn, findUnfinished, unlinkAccount } from './agreement-work.repo.ts'
import { findAgreement } from './agreements.repo.ts'
import type { AgreementsDeps } from './agreements-deps.ts'
import type { Agreement } from './agreements-model.ts'
import { createChanges } from './changes.service.ts'
import { createCharges } from './charges.service.ts'
import { requestEnd } from './endings.service.ts'
import { endAbandoned } from './forgotten.service.ts'
import { createNotices } from './notices.service.ts'
import type { Agreements } from './ports.ts'
import { createReports } from './reports.service.ts'
import { createStarts } from './starts.service.ts'
import { createWork } from './work.service.ts'

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
