import type { Kysely } from 'kysely'
import type { Payments } from '#server/domains/payments/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { openBytes } from '#server/kit/sealed-bytes.ts'
import type { StoredAgreement } from './agreements-model.ts'
import type { AgreementOwner, Mandate, MandateCallbacks, MandateProvider } from './ports.ts'

export interface AgreementsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: Buffer
  readonly payments: Pick<Payments, 'charge' | 'recordProviderCharge' | 'isPaused'>
  /** The configured kinds. A kind without a provider is not offered. */
  readonly providers: readonly MandateProvider[]
  readonly callbacks: readonly MandateCallbacks[]
  /** What is renewed. Read on each call: it depends on agreements and is created later. */
  readonly owner: () => AgreementOwner
  /** Whether a payer may be returned to pages of this origin. */
  readonly isReturnOrigin: (origin: string) => boolean
}

/** The provider of an agreement; undefined when its kind is not configured, or it belongs to the sandbox and the provider does not. */
export const providerOf = (
  { providers }: Pick<AgreementsDeps, 'providers'>,
  { kind, sandbox }: Pick<StoredAgreement, 'kind' | 'sandbox'>,
): MandateProvider | undefined => providers.find((one) => one.kind === kind && one.sandbox === sandbox)

/** An agreement as its provider needs it, with what the provider gave. @throws for credentials of another key */
export function mandateOf(agreement: StoredAgreement, key: Buffer): Mandate {
  const { agreementId, providerReference, sealedCredentials } = agreement
  const credentials = sealedCredentials && openBytes(sealedCredentials, { key, rowId: agreementId }).toString()
  return { agreementId, providerReference, credentials }
}
