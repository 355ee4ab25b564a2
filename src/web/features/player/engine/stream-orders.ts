import { type OrderPhase, PURCHASE_REQUIRED } from '#contract/orders.ts'
import { CallError, type Failure as CallFailure } from '#web/kit/envelope.ts'
import type { Store } from '#web/kit/store.ts'
import type { EngineState, PlayOrder, PlayRequest } from './engine.ts'
import { type Failure, failure, isRefusal, orderFailure } from './failure.rules.ts'
import { masterOf, PurchaseRequired, requestOrder } from './stream-source.ts'
import { STREAM_KEEP_SECONDS } from '#contract/devices.ts'
import { keepStream, leaveStream } from '#contract/streams.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'

interface OrdersSetup {
  request: PlayRequest
  video: HTMLVideoElement
  state: Store<EngineState>
  lifetime: AbortSignal
  phase: 'start' | 'preload'
}

/** The orders of one playback, and their stream slot. */
export function createStreamOrders({ request, video, state, lifetime, phase }: OrdersSetup) {
  const slot = holdStreamSlot({ request, video, isAcquired: phase === 'start', onRefused: stop })
  return { first: () => order(phase), renew, again, leave: slot.destroy }

  async function order(of: OrderPhase): Promise<PlayOrder> {
    if (of === 'start') await pastStreamsLeft()
    return requestOrder(request, { phase: of, signal: lifetime })
  }

  async function renew(): Promise<string> {
    try {
      return masterOf(request, await order('renewal'))
    } catch (error) {
      const found = failureOf(error)
      if (isRefusal(found)) stop(found)
      throw error
    }
  }

  /** @returns whether the stream may go on */
  async function again(): Promise<boolean> {
    state.set({ failure: null })
    try {
      await order('start')
      slot.acquired()
      return !lifetime.aborted
    } catch (error) {
      stop(failureOf(error))
      return false
    }
  }

  function stop(found: Failure): void {
    if (lifetime.aborted) return
    video.pause()
    state.set({ failure: found })
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof PurchaseRequired) return { kind: 'refused', code: PURCHASE_REQUIRED }
  return error instanceof CallError ? orderFailure(error.failure) : failure('network')
}

const KEEP_MS = STREAM_KEEP_SECONDS * 1000

/** Pending reports of left streams. An order waits for them: it may need the slot. */
const leaving = new Set<Promise<unknown>>()

export const pastStreamsLeft = (): Promise<unknown> => Promise.all(leaving)

interface SlotOptions {
  request: PlayRequest
  video: HTMLVideoElement
  isAcquired: boolean
  /** Stopped from another device, or no free slot. */
  onRefused: (failure: Failure) => void
}

/** Reports a member's stream while the title plays, and when it is left. Visitors, guests, trailers and plain files take no slot. */
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

const isSlotRefusal = ({ errorCode }: CallFailure): boolean =>
  errorCode === 'STREAM_LIMIT' || errorCode === 'STREAM_ENDED'
