import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userProfile, type UserProfile } from '#contract/accounts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { rememberAccountQuality } from './account-quality.ts'
import { noteClosing } from './account-closing.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { callKey, useCall } from '#web/kit/use-call.ts'

export function useAccount(enabled = true): UseQueryResult<OutputOf<typeof userProfile>, CallError> {
  const account = useCall(userProfile, {}, { enabled })
  const { quality, closesAt } = account.data?.profile ?? {}
  useEffect(() => {
    if (quality) rememberAccountQuality(quality)
    if (closesAt) noteClosing()
  }, [quality, closesAt])
  return account
}

export function useKeepAccount(): (profile: UserProfile) => void {
  const queries = useQueryClient()
  const context = useCallContext()
  return (profile) => queries.setQueryData(callKey(callUrl(userProfile, {}, context)), { result: 'SUCCESS', profile })
}
