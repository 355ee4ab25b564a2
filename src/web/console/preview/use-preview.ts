import { useEffect, useRef, useState } from 'react'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { open } from '#contract/admin/preview.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { useAdminClient } from '../client/admin-client.ts'

export type PreviewDrafts = Pick<AdminInputOf<typeof open>, 'draftIds' | 'pages' | 'campaign'>
type PreviewInput = Omit<AdminInputOf<typeof open>, keyof PreviewDrafts>

interface OpenPreview {
  readonly url: string | undefined
  readonly error: Failure | undefined
  readonly reload: () => void
}

/** Waits while a time is typed. */
const REST_MS = 400

/**
 * Opens a preview, and another one whenever what it shows changes.
 * @param input undefined: nothing to open yet
 * @param drafts saves what is typed, and says of which titles and pages
 */
export function usePreview(input: PreviewInput | undefined, drafts: () => Promise<PreviewDrafts>): OpenPreview {
  const client = useAdminClient()
  const [turn, setTurn] = useState(0)
  const [opened, setOpened] = useState<{ key: string; url?: string; error?: Failure }>()
  const ready = useRef(drafts)
  useEffect(() => {
    ready.current = drafts
  })
  const key = input && `${turn} ${JSON.stringify(input)}`
  const asked = useRef<string>(undefined)
  useEffect(() => {
    if (key === undefined || asked.current === key) return
    const isFirst = asked.current === undefined
    let isCurrent = true
    const send = async () => {
      asked.current = key
      const answer = await client.call(open, { ...input!, ...(await ready.current()) })
      if (!isCurrent) return
      setOpened(answer.result === 'FAILED' ? { key, error: answer } : { key, url: answer.url })
    }
    const timer = setTimeout(() => void send(), isFirst ? 0 : REST_MS)
    return () => {
      isCurrent = false
      asked.current = undefined
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the input
  }, [client, key])
  const current = opened?.key === key ? opened : undefined
  return { url: current?.url, error: current?.error, reload: () => setTurn((count) => count + 1) }
}
