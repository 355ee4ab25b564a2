import { useEffect, useRef, useState } from 'react'

const QUIET_MS = 500
const RETRY_MS = 5_000

export interface Check<I> {
  readonly issues: readonly I[]
  /** False while the last changes have not been looked at. */
  readonly isCurrent: boolean
}

/** What publication needs, asked again whenever typing rests. The last answer stands meanwhile. `ask`: undefined where it failed; it is asked again. */
export function useCheck<I, C>(
  content: C,
  ask: (content: C, signal: AbortSignal) => Promise<readonly I[] | undefined>,
  enabled: boolean,
): Check<I> {
  const [{ issues, of }, setChecked] = useState<{ issues: readonly I[]; of: C | undefined }>({
    issues: [],
    of: undefined,
  })
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!enabled) return undefined
    const ended = new AbortController()
    let timer = setTimeout(look, QUIET_MS)
    async function look(): Promise<void> {
      try {
        const found = await latest.current(content, ended.signal)
        if (found) setChecked({ issues: found, of: content })
        else if (!ended.signal.aborted) timer = setTimeout(look, RETRY_MS)
      } catch (error) {
        if (!ended.signal.aborted) throw error
      }
    }
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [content, enabled])
  return { issues, isCurrent: of === content }
}
