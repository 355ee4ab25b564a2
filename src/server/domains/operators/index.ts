import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import type { Hasher } from '#server/kit/hasher.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { checkDigests, writeDigests } from '../audit/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Messages } from '../messages/index.ts'
import { forgetWithheld } from './approvals.repo.ts'
import { createApprovals } from './approvals.service.ts'
import { createCredentials } from './credentials.service.ts'
import { findAdministrators, hasOperators } from './operators.repo.ts'
import { reserveRequest, sweepRequests, writeAnswer } from './requests.repo.ts'
import { sweepSessions } from './sessions.repo.ts'
import { createPeople } from './people.service.ts'

/**
 * Operators: who runs the service, how they sign in, what they ask each other to approve, and the answers of their repeated requests.
 * Owns operator, operator_session, operator_recovery, operator_invitation, operator_request, approval. Never decides what a call does.
 */
export type { ListedApproval, ListedOperator, Operator, RequestOrigin, SignedIn } from './operators-model.ts'
export type { By } from './people.service.ts'
export type { Factor, NewSession, SignInRequest } from './credentials.service.ts'
export { codeAt, newTotpSecret, typedKeyOf } from './totp.ts'
export { hasOperators } from './operators.repo.ts'

export interface OperatorsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly realClock: Clock
  readonly masterKey: Buffer
  readonly messages: Pick<Messages, 'send'>
  readonly consoleUrl: string
  readonly issuer: () => string
  readonly hasher?: Hasher
}

const SWEEP_EVERY_MS = 3_600_000
const DIGEST_EVERY_MS = 600_000

export type Operators = ReturnType<typeof createOperators>

export function createOperators(deps: OperatorsDeps) {
  const { db, clock, masterKey } = deps
  const totpKey = deriveKey(masterKey, 'operator totp')
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'operators', everyMs: SWEEP_EVERY_MS, run: sweep },
      { name: 'audit digests', everyMs: DIGEST_EVERY_MS, run: sendDigests },
    ],
  }
  return {
    sendDigests,
    credentials: createCredentials({ ...deps, totpKey }),
    people: createPeople({ ...deps, totpKey }),
    approvals: createApprovals({ db, clock }),
    requests: createRequests(clock),
    checkAudit: () => checkDigests(db),
    exist: () => hasOperators(db as Db),
    domainModule,
  }

  /** The digest of the last day to every administrator, apart from the database that it is about. */
  async function sendDigests(): Promise<void> {
    await inTransaction(db, async (tx) => {
      const last = (await writeDigests(tx, clock.now())).at(-1)
      if (last === undefined) return
      const params = { day: last.day.toString(), entries: last.entries, digest: last.digest.toString('hex') }
      for (const { email, language } of await findAdministrators(tx))
        await deps.messages.send(tx, { channel: 'mail', to: email, template: 'auditDigest', params, language })
    })
  }

  async function sweep(): Promise<void> {
    await sweepRequests(db, clock.now())
    await sweepSessions(db, clock.now())
    await forgetWithheld(db, clock.now())
  }
}

const createRequests = (clock: Clock) => ({
  /** @returns undefined for a new key, which this transaction then holds */
  reserve: (tx: Tx, request: { operatorId: string; requestKey: string; inputHash: Buffer }) =>
    reserveRequest(tx, { ...request, now: clock.now() }),
  answer: writeAnswer,
})
