import { useEffect, useState } from 'react'
import { fetchText } from '../engine/grants.ts'
import type { Playback } from '../engine/playback.ts'

/** A text under the grant (subtitles, storyboard), parsed once; empty until it is there, and when it cannot be had: the film plays on. */
export function useTextFile<T>(
  playback: Playback,
  url: string | undefined,
  parse: (text: string, url: string) => T[],
): readonly T[] {
  const [found, setFound] = useState<{ url: string; items: readonly T[] } | null>(null)
  useEffect(() => {
    const grants = playback.grants()
    if (!url || !grants) return
    const gone = new AbortController()
    fetchText(grants, new URL(url, location.href).href, gone.signal).then(
      (file) => setFound({ url, items: parse(file.text, file.url) }),
      () => setFound({ url, items: NOTHING }),
    )
    return () => gone.abort()
  }, [playback, url, parse])
  return found && found.url === url ? found.items : NOTHING
}

const NOTHING: readonly never[] = []
