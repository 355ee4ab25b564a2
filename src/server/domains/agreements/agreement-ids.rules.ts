import { createHash, createHmac } from 'node:crypto'

/** What an agreement is for, and which one of the account's agreements it is. */
interface AgreementSubject {
  readonly accountId: string
  readonly kind: string
  readonly planVersionId: string
  readonly ordinal: number
}

const ID_CHARACTERS = 32
/** 96 bits: with the agreement before it, it is not longer than an id of the wire. */
const PROVIDER_CHARGE_CHARACTERS = 24

/** The id of an agreement. Derived, so that a restarted server or a restored backup asks the provider with the same id. */
export const agreementIdOf = (key: Buffer, { accountId, kind, planVersionId, ordinal }: AgreementSubject): string =>
  createHmac('sha256', key)
    .update(['agreement', accountId, kind, planVersionId, ordinal].join('\0'))
    .digest('hex')
    .slice(0, ID_CHARACTERS)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a cycle is charged for (pull). */
export const chargeIdOf = (agreementId: string, cycle: number): string => `${agreementId}.c${cycle}`

/** What a charge is for (push). */
export const providerChargeIdOf = (agreementId: string, paymentReference: string): string =>
  `${agreementId}.s${hashOf(paymentReference).slice(0, PROVIDER_CHARGE_CHARACTERS)}`

/** What a charge is for that a mandate made which is not, or no longer, the one of its agreement: of no agreement that renews a plan. */
export const otherProviderChargeIdOf = (providerReference: string, paymentReference: string): string =>
  providerChargeIdOf(hashOf(`other mandate\0${providerReference}`).slice(0, ID_CHARACTERS), paymentReference)

/** By which a token is found again without storing it. */
export const credentialsHashOf = (token: string): string => hashOf(`agreement\0${token}`)
