import { BEAT_SECONDS, privateCinemaStream } from '#contract/watching-together.ts'
import { openStream } from '#web/kit/open-stream.ts'
import { requestContext } from '#web/viewer/session/api-client.ts'
import type { SeatKey } from './room-seat.ts'
import { readRoomLines, type RoomLine } from './room-lines.ts'

/** A stream that says nothing for this long is held back, or broken. */
export const SILENT_MS = (BEAT_SECONDS + 2.5) * 1000
/** Wait before a stream is opened again: doubled up to the longest. */
const REOPEN_MS = 1000
const REOPEN_MAX_MS = 15_000

interface StreamSetup {
  readonly seat: SeatKey
  readonly signal: AbortSignal
  readonly onLine: (line: RoomLine) => void
  /** It is broken, held back or refused: it is opened again after a while. */
  readonly onBreak: () => void
}

/** Keeps a room's stream open until the signal. */
export async function keepRoomStream({ seat, signal, onLine, onBreak }: StreamSetup): Promise<void> {
  let wait = REOPEN_MS
  while (!signal.aborted) {
    const openedAt = performance.now()
    await readOnce({ seat, signal, onLine })
    if (signal.aborted) return
    // One that came through for a while was not refused.
    wait = performance.now() - openedAt > REOPEN_MAX_MS ? REOPEN_MS : Math.min(REOPEN_MAX_MS, wait * 2)
    onBreak()
    await pause(wait, signal)
  }
}

async function readOnce({ seat, signal, onLine }: Omit<StreamSetup, 'onBreak'>): Promise<void> {
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  signal.addEventListener('abort', stop)
  let silence = setTimeout(stop, SILENT_MS)
  try {
    const body = await openStream(privateCinemaStream, seat, { context: requestContext(), signal: attempt.signal })
    if (!body) return
    await readRoomLines(body, (line) => {
      clearTimeout(silence)
      silence = setTimeout(stop, SILENT_MS)
      onLine(line)
      // Why it has ended is the answer of the next request.
      if (line.type === 'end') stop()
    })
  } catch {
    // Broken, or ended here.
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
