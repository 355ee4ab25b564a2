import type { Reward } from '#contract/codes.ts'
import { startSession } from '#web/viewer/session/session.ts'

/** A code of ours, as it is typed and as it is shown. */
export const CODE = { typed: 'hbgc7q2km84t9xrd', shown: 'HBGC-7Q2K-M84T-9XRD', sent: 'HBGC7Q2KM84T9XRD' } as const

export const grantOf = (change: Partial<Reward> = {}): Reward => ({
  kind: 'credits',
  title: '禮品卡點數',
  amount: 200,
  expiresAt: '2027-11-21T15:59:00Z',
  ...change,
})

/** Logs a member in, in this tab. */
export const logInMember = (partner = 'anyplex'): void => {
  startSession({ token: 'token', userId: 'u1', partner }, { mobileno: '91234567', areaCode: '852' })
}

/** The answer to `userProfile`. */
export const accountOf = (partner = 'anyplex') => ({
  profile: {
    partner,
    name: '陳大文',
    pointsMonthly: 60,
    pointsRecharge: 0,
    tickets: 0,
    mobileno: '91234567',
    areaCode: '852',
    quality: 'auto',
    contractStatus: 'disabled',
  },
})

/** A call that is refused. */
export const refusal = (errorCode: string, more: object = {}) => ({
  result: 'FAILED',
  errorCode,
  message: `server: ${errorCode}`,
  ...more,
})
