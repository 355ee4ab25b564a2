import { useEffect, useState } from 'react'
import { check, type TitleContent, type TitleIssue } from '#contract/admin/titles.ts'
import { useAdminClient } from '../../client/admin-client.ts'

const QUIET_MS = 500

export interface Check {
  readonly issues: readonly TitleIssue[]
  /** False while the last changes have not been looked at. */
  readonly isCurrent: boolean
}

/** What publication needs, again whenever typing rests. The last answer stands meanwhile. */
export function useCheck(programId: string | undefined, content: TitleContent, enabled: boolean): Check {
  const client = useAdminClient()
  const [{ issues, of }, setChecked] = useState<{ issues: readonly TitleIssue[]; of: TitleContent | undefined }>({
    issues: [],
    of: undefined,
  })
  useEffect(() => {
    if (!enabled) return undefined
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      const input = { draft: content, ...(programId !== undefined && { programId }) }
      try {
        const answer = await client.call(check, input, { signal: ended.signal })
        if (answer.result === 'SUCCESS') setChecked({ issues: answer.issues, of: content })
      } catch (error) {
        if (!ended.signal.aborted) throw error
      }
    }, QUIET_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [client, programId, content, enabled])
  return { issues, isCurrent: of === content }
}
