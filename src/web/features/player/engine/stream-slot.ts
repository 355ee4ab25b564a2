import { STREAM_KEEP_SECONDS } from '#contract/running-streams.ts'
import { keepStream, leaveStream } from '#contract/streams.ts'
import type { Failure as Refusal } from '#web/kit/envelope.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { type Failure, orderFailure } from './failure.rules.ts'
import type { PlayRequest } from './stream-source.ts'

const KEEP_MS = STREAM_KEEP_SECONDS * 1000

/** The calls that report streams as left. An order that takes a slot waits for them: it may need the slot. */
const leaving = new Set<Promise<unknown>>()

/** Resolves once the streams that were left are reported. */
export const pastStreamsLeft = (): Promise<unknown> => Promise.all(leaving)

interface SlotOptions {
  request: PlayRequest
  video: HTMLVideoElement
  /** The order has taken the slot; a preloaded title takes it when it plays. */
  isAcquired: boolean
  /** The stream was stopped from another device, or found no slot. */
  onRefused: (failure: Failure) => void
}

/**
 * Keeps a member's slot among the account's streams: reports to the server while the title plays, and when it is left. Visitors,
 * guests of a screening, trailers and plain files take no slot.
 */
export function holdStreamSlot({ request, video, isAcquired, onRefused }: SlotOptions) {
  const { programId, programGuid, kind, file, screening } = request
  const isGuest = screening?.guestToken !== undefined
  const counts = kind === 'movie' && file === undefined && !isGuest && readSession().token !== undefined
  let keptAt = isAcquired ? Date.now() : undefined
  const timer = counts ? setInterval(keepPlaying, KEEP_MS) : undefined
  if (counts) {
    video.addEventListener('playing', onPlaying)
    addEventListener('pagehide', leave)
  }

  return {
    /** An order has taken the slot again. */
    acquired() {
      keptAt = Date.now()
    },
    destroy() {
      clearInterval(timer)
      video.removeEventListener('playing', onPlaying)
      if (counts) removeEventListener('pagehide', leave)
      leave()
    },
  }

  function onPlaying(): void {
    if (keptAt === undefined || Date.now() - keptAt >= KEEP_MS) void keep()
  }

  function keepPlaying(): void {
    if (!video.paused) void keep()
  }

  async function keep(): Promise<void> {
    keptAt = Date.now()
    await pastStreamsLeft()
    const answer = await call(keepStream, { programId, programGuid })
    if (answer.result === 'FAILED' && isSlotRefusal(answer)) onRefused(orderFailure(answer))
  }

  function leave(): void {
    if (!counts || keptAt === undefined) return
    keptAt = undefined
    const sent = call(leaveStream, { programId, programGuid }, { keepalive: true })
    leaving.add(sent)
    void sent.finally(() => leaving.delete(sent))
  }
}

const isSlotRefusal = ({ errorCode }: Refusal): boolean => errorCode === 'STREAM_LIMIT' || errorCode === 'STREAM_ENDED'
