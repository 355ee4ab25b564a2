import type { OrderPhase } from '#contract/orders.ts'
import { CallError, type Failure as Refusal } from '#web/kit/envelope.ts'
import type { Store } from '#web/kit/store.ts'
import { PURCHASE_REQUIRED } from '#contract/playback-reports.ts'
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

/** The orders of one playback: the first, those for another grant, and the slot among the account's streams that they take. */
export function createStreamOrders({ request, video, state, lifetime, phase }: OrdersSetup) {
  const slot = holdStreamSlot({ request, video, isAcquired: phase === 'start', onRefused: stop })
  return { first: () => order(phase), renew, again, leave: slot.destroy }

  async function order(of: OrderPhase): Promise<PlayOrder> {
    if (of === 'start') await pastStreamsLeft()
    return requestOrder(request, { phase: of, signal: lifetime })
  }

  /** The master playlist under another grant. A refusal says more than the forbidden file for which it was requested. */
  async function renew(): Promise<string> {
    try {
      return masterOf(request, await order('renewal'))
    } catch (error) {
      const found = failureOf(error)
      if (isRefusal(found)) stop(found)
      throw error
    }
  }

  /** Orders again after a refusal. @returns whether the stream may go on */
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

/** The failure of an order. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PurchaseRequired) return { kind: 'refused', code: PURCHASE_REQUIRED }
  return error instanceof CallError ? orderFailure(error.failure) : failure('network')
}

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
