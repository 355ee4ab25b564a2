import type { Gender, Quality } from '#contract/fields.ts'
import type { Genre } from '#contract/genres.ts'
import type { Language } from '#contract/languages.ts'
import { TELECOM_PARTNERS } from '#contract/telecom-partners.ts'
import type { Person } from '../domain-module.ts'

type Instant = Temporal.Instant

export const PARTNERS = { site: 'anyplex', clp: 'clp' } as const
export type RegistrationPartner = (typeof PARTNERS)[keyof typeof PARTNERS]

/** The partner whose members register on the site; its customer list binds numbers to it. */
export const LISTED_PARTNER = 'movie6'

/** Their members have tickets instead of credits, and no free month (PRODUCT section 5). */
export const isTelecomPartner = (partner: string): boolean => TELECOM_PARTNERS.some((one) => one === partner)

export type Account = {
  accountId: string
  /** E.164 */
  number: string
  name: string
  email: string
  emailValidAt: Instant | null
  /** Its server said that there is no such mailbox: nothing is written to it but a code that proves it. */
  isEmailRefused: boolean
  birthday: Temporal.PlainDate
  gender: Gender
  genres: Genre[]
  quality: Quality
  language: Language
  partner: string
  passwordHash: string
  parentalHash: string
  parentalStatus: 'on' | 'off'
  termsAgreedAt: Instant
  privacyAgreedAt: Instant
  marketingAgreedAt: Instant | null
  createdAt: Instant
  closesAt: Instant | null
}

export type AccountChange = Partial<Pick<Account, 'name' | 'email' | 'gender' | 'genres' | 'quality' | 'language'>> & {
  birthday?: string | undefined
  agreeMarketing?: boolean | undefined
}

export type Origin = {
  address: string
  device: DeviceInfo
}

/** As the client declares it (SPEC section 3). */
export type DeviceInfo = {
  deviceSerial?: string | undefined
  deviceModel?: string | undefined
  osVersion?: string | undefined
}

export type SignedInDevice = {
  deviceId: string
  name: string | null
  lastSeenAt: Instant
  loggedInAt: Instant
  current: boolean
}

export type SignedIn = { token: string; userId: string; partner: string; expiresAt: Instant }

export const personOf = ({ accountId, number, email }: Account): Person => ({ accountId, number, email })
