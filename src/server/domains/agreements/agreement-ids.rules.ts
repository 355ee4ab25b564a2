import { createHash, createHmac } from 'node:crypto'

interface AgreementSubject {
  readonly accountId: string
  readonly kind: string
  readonly planVersionId: string
  readonly ordinal: number
}

const ID_CHARACTERS = 32
/** 96 bits: with the agreement's id before it, it fits an id of the wire. */
const PROVIDER_CHARGE_CHARACTERS = 24

/** Derived, so that a restarted server or a restored backup sends the same id. */
export const agreementIdOf = (key: Buffer, { accountId, kind, planVersionId, ordinal }: AgreementSubject): string =>
  createHmac('sha256', key)
    .update(['agreement', accountId, kind, planVersionId, ordinal].join('\0'))
    .digest('hex')
    .slice(0, ID_CHARACTERS)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const chargeIdOf = (agreementId: string, cycle: number): string => `${agreementId}.c${cycle}`

export const providerChargeIdOf = (agreementId: string, paymentReference: string): string =>
  `${agreementId}.s${hashOf(paymentReference).slice(0, PROVIDER_CHARGE_CHARACTERS)}`

/** A charge by a mandate that is not, or no longer, the one of its agreement. */
export const otherProviderChargeIdOf = (providerReference: string, paymentReference: string): string =>
  providerChargeIdOf(hashOf(`other mandate\0${providerReference}`).slice(0, ID_CHARACTERS), paymentReference)

/** Finds a token without storing it. */
export const credentialsHashOf = (token: string): string => hashOf(`agreement\0${token}`)
