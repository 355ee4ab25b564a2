import speedFile from 'virtual:speed-file'
import { mbpsOf, medianOf } from './self-test.rules.ts'

const RUNS = 3
/** A run ends after this long, whatever has arrived. */
const RUN_MS = 3000
/** Fewer bytes say nothing about the speed. */
const BYTES_MIN = 20_000

/**
 * Measures the download speed by a file of random bytes: the median of three runs.
 * @returns megabits a second; undefined when no run got enough bytes
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

/** One run: the time from the first bytes on, so that the latency does not count. */
async function measureOnce(signal: AbortSignal): Promise<number | undefined> {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(abort, RUN_MS)
  let bytes = 0
  let startMs: number | undefined
  let endMs = 0
  try {
    const response = await fetch(speedFile, { cache: 'no-store', signal: stop.signal })
    if (!response.ok || !response.body) return undefined
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      endMs = performance.now()
      if (startMs === undefined) startMs = endMs
      else bytes += part.value.length
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
  return startMs === undefined || bytes < BYTES_MIN ? undefined : mbpsOf(bytes, Math.max(endMs - startMs, 1))
}
