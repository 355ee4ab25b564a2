import type { TitleIssue } from '#contract/admin/title-issues.ts'
import { check, type TitleContent } from '#contract/admin/titles.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { type Check, useCheck } from '../../form/use-check.ts'

export type TitleCheck = Check<TitleIssue>

export function useTitleCheck(programId: string | undefined, content: TitleContent, enabled: boolean): TitleCheck {
  const client = useAdminClient()
  return useCheck(
    content,
    async (draft, signal) => {
      const answer = await client.call(check, { draft, ...(programId !== undefined && { programId }) }, { signal })
      return answer.result === 'SUCCESS' ? answer.issues : undefined
    },
    enabled,
  )
}
