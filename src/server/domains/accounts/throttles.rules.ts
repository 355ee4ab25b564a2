import type { CredentialChecks as CredentialChecksOf } from '#server/kit/credential-checks.ts'
import type { Rule } from '#server/kit/throttle-rules.ts'
import type { ThrottleTarget as Target, Throttles as ThrottlesOf } from '#server/kit/throttles.ts'

/** PRODUCT section 4. Address limits hold for each network (`addressPrefixes`): twice for a /56, four times for a /48. */
export const RULES = {
  passwordNumber: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordDevice: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordMember: { kind: 'lockout', free: 5, firstSeconds: 60, maxSeconds: 3_600 },
  passwordAddress: { kind: 'window', limit: 20, seconds: 600 },
  passwordAddress56: { kind: 'window', limit: 40, seconds: 600 },
  passwordAddress48: { kind: 'window', limit: 80, seconds: 600 },
  passwordCorrect: { kind: 'window', limit: 30, seconds: 3_600 },
  codeAddress: { kind: 'window', limit: 30, seconds: 600 },
  codeAddress56: { kind: 'window', limit: 60, seconds: 600 },
  codeAddress48: { kind: 'window', limit: 120, seconds: 600 },
  /** Wrong codes. */
  redeemAccount: { kind: 'window', limit: 10, seconds: 3_600 },
  /** A registering number. */
  redeemNumber: { kind: 'window', limit: 10, seconds: 600 },
  /** Visitors with a known device or number. */
  redeemMemberAddress: { kind: 'window', limit: 300, seconds: 600 },
  redeemMemberAddress56: { kind: 'window', limit: 600, seconds: 600 },
  redeemMemberAddress48: { kind: 'window', limit: 1_200, seconds: 600 },
  redeemAddress: { kind: 'window', limit: 30, seconds: 600 },
  redeemAddress56: { kind: 'window', limit: 60, seconds: 600 },
  redeemAddress48: { kind: 'window', limit: 120, seconds: 600 },
  commentAccount: { kind: 'window', limit: 10, seconds: 3_600 },
  commentAccountDay: { kind: 'window', limit: 30, seconds: 86_400 },
  /** Several accounts may share an address. */
  commentAddress: { kind: 'window', limit: 100, seconds: 3_600 },
  commentAddress56: { kind: 'window', limit: 200, seconds: 3_600 },
  commentAddress48: { kind: 'window', limit: 400, seconds: 3_600 },
  reportAccount: { kind: 'window', limit: 20, seconds: 86_400 },
  opinionAccount: { kind: 'window', limit: 60, seconds: 600 },
  opinionAddress: { kind: 'window', limit: 600, seconds: 600 },
  opinionAddress56: { kind: 'window', limit: 1_200, seconds: 600 },
  opinionAddress48: { kind: 'window', limit: 2_400, seconds: 600 },
  uploadAccount: { kind: 'window', limit: 30, seconds: 3_600 },
  uploadAddress: { kind: 'window', limit: 30, seconds: 3_600 },
  uploadAddress56: { kind: 'window', limit: 60, seconds: 3_600 },
  uploadAddress48: { kind: 'window', limit: 120, seconds: 3_600 },
  submitAccount: { kind: 'window', limit: 10, seconds: 3_600 },
  submitDevice: { kind: 'window', limit: 5, seconds: 3_600 },
  submitAddress: { kind: 'window', limit: 60, seconds: 3_600 },
  submitAddress56: { kind: 'window', limit: 120, seconds: 3_600 },
  submitAddress48: { kind: 'window', limit: 240, seconds: 3_600 },
  smsNumber: { kind: 'window', limit: 1, seconds: 60 },
  smsNumberDay: { kind: 'window', limit: 5, seconds: 86_400 },
  /** Leaves two of five to known devices. */
  smsNumberUnknownDevice: { kind: 'window', limit: 3, seconds: 86_400 },
  smsAddress: { kind: 'window', limit: 10, seconds: 3_600 },
  smsAddress56: { kind: 'window', limit: 20, seconds: 3_600 },
  smsAddress48: { kind: 'window', limit: 40, seconds: 3_600 },
  mailAccount: { kind: 'window', limit: 1, seconds: 60 },
  mailAccountDay: { kind: 'window', limit: 10, seconds: 86_400 },
  contactDevice: { kind: 'window', limit: 1, seconds: 60 },
  /** A network that the address is not known to use: others keep two thirds. */
  contactNetwork: { kind: 'window', limit: 3, seconds: 86_400 },
  contactRecipient: { kind: 'window', limit: 9, seconds: 86_400 },
  contactAddress: { kind: 'window', limit: 10, seconds: 3_600 },
  contactAddress56: { kind: 'window', limit: 20, seconds: 3_600 },
  contactAddress48: { kind: 'window', limit: 40, seconds: 3_600 },
  parental: { kind: 'lockout', free: 5, firstSeconds: 300, maxSeconds: 86_400 },
} as const satisfies Record<string, Rule>

/** Leaves a fifth to resets. The limit may change while the service runs. */
export const totalRules = (smsPerDay: () => number) =>
  ({ smsTotal: rationed(smsPerDay, 1), smsExceptResets: rationed(smsPerDay, 0.8) }) satisfies Record<string, Rule>

const rationed = (limit: () => number, share: number) => ({
  kind: 'rationed' as const,
  get limit() {
    return limit()
  },
  share,
})

type RuleName = keyof typeof RULES | keyof ReturnType<typeof totalRules>
export type ThrottleTarget = Target<RuleName>
export type Throttles = ThrottlesOf<RuleName>
export type CredentialChecks = CredentialChecksOf<RuleName>

export const knownDeviceThrottle = (number: string, deviceHash: Buffer): ThrottleTarget => ({
  rule: 'passwordDevice',
  subject: `${number} ${deviceHash.toString('hex')}`,
})

/** At login and wherever the password is confirmed. */
export const correctPasswords = (number: string): ThrottleTarget => ({ rule: 'passwordCorrect', subject: number })
