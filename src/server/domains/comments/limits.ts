import { addressThrottles } from '#server/kit/throttles.ts'
import type { ThrottleTarget } from '../accounts/index.ts'

type Member = { accountId: string; address: string }

/** An address has a multiple of an account's limit, since members share addresses. */
export const commentLimits = ({ accountId, address }: Member): ThrottleTarget[] => [
  { rule: 'commentAccount', subject: accountId },
  { rule: 'commentAccountDay', subject: accountId },
  ...addressThrottles('commentAddress', address),
]

export const reportLimits = ({ accountId, address }: Member): ThrottleTarget[] => [
  { rule: 'reportAccount', subject: accountId },
  ...addressThrottles('opinionAddress', address),
]

/** Likes and votes. */
export const ratingLimits = ({ accountId, address }: Member): ThrottleTarget[] => [
  { rule: 'opinionAccount', subject: accountId },
  ...addressThrottles('opinionAddress', address),
]
