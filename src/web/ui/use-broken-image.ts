import { useCallback, useEffect, useState } from 'react'

/** Seconds before each further try of an image that could not be loaded: a server that was busy making others has made it by then. */
const RETRY_SECONDS = [2, 8, 30]

/** What a browser needs to fetch an image. */
interface ImageSource {
  src: string
  srcSet: string | undefined
  sizes: string
}

/**
 * Whether an image could not be loaded; `onFailed` takes the `src` that failed. The image is tried again in the background, three times
 * and when the network is back, and counts as whole once it is there. Another `src` begins anew.
 */
export function useBrokenImage({ src, srcSet, sizes }: ImageSource) {
  const [{ failedSrc, failures, isLoaded }, setState] = useState({ failedSrc: '', failures: 0, isLoaded: false })
  const isBroken = src !== '' && failedSrc === src && !isLoaded
  const onFailed = useCallback(
    (failed: string) =>
      setState((before) => ({
        failedSrc: failed,
        failures: before.failedSrc === failed ? before.failures + 1 : 1,
        isLoaded: false,
      })),
    [],
  )
  useEffect(() => {
    if (!isBroken) return
    const image = new Image()
    const ended = new AbortController()
    const { signal } = ended
    image.addEventListener('load', () => setState((before) => ({ ...before, isLoaded: true })), { signal })
    image.addEventListener('error', () => onFailed(src), { signal })
    const load = () => {
      image.sizes = sizes
      if (srcSet !== undefined) image.srcset = srcSet
      image.src = src
    }
    addEventListener('online', load, { signal, once: true })
    const seconds = RETRY_SECONDS[failures - 1]
    // Many images of a page fail at once: they are asked for again over half as long.
    const timer = seconds && setTimeout(load, seconds * (1 + Math.random() / 2) * 1_000)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [isBroken, failures, src, srcSet, sizes, onFailed])
  return { isBroken: src === '' || isBroken, onFailed }
}
