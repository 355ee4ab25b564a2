import { useEffect, useState } from 'react'
import { fetchText } from '../engine/grants.ts'
import type { Playback } from '../engine/engine.ts'

/** A text file under the grant, parsed once. Empty while loading and after a failure, which does not stop playback. */
export function useTextFile<T>(
  playback: Playback,
  url: string | undefined,
  parse: (text: string, url: string) => T[],
): readonly T[] {
  const [found, setFound] = useState<{ url: string; items: readonly T[] } | null>(null)
  useEffect(() => {
    const grants = playback.grants()
    if (!url || !grants) return
    const lifetime = new AbortController()
    fetchText(grants, new URL(url, location.href).href, lifetime.signal).then(
      (file) => setFound({ url, items: parse(file.text, file.url) }),
      () => setFound({ url, items: EMPTY }),
    )
    return () => lifetime.abort()
  }, [playback, url, parse])
  return found && found.url === url ? found.items : EMPTY
}

const EMPTY: readonly never[] = []
