import speedFile from 'virtual:speed-file'
import { type Download, medianOf, speedOf } from './self-test.rules.ts'

const RUNS = 3
/** A run ends after this long, whatever has arrived. */
const RUN_MS = 3000

/**
 * Measures the download speed by a file of random bytes: the median of three runs.
 * @returns megabits a second; undefined when every request failed
 */
export async function measureSpeed(signal: AbortSignal): Promise<number | undefined> {
  const results: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const result = await measureOnce(signal).catch(() => undefined)
    if (signal.aborted) return undefined
    if (result !== undefined) results.push(result)
  }
  return medianOf(results)
}

/** One run. A failure after some bytes, as at the end of the time, leaves what has arrived. */
async function measureOnce(signal: AbortSignal): Promise<number | undefined> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(abort, RUN_MS)
  const download: Download = { sentMs: performance.now(), parts: [] }
  try {
    const response = await fetch(speedFile, { cache: 'no-store', signal: stop.signal })
    if (!response.ok || !response.body) return undefined
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      download.parts.push({ bytes: part.value.length, atMs: performance.now() })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  return speedOf(download)
}
