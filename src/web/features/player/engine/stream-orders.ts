import type { OrderPhase } from '#contract/orders.ts'
import { CallError } from '#web/kit/envelope.ts'
import type { Store } from '#web/kit/store.ts'
import { PURCHASE_REQUIRED } from '#contract/playback-failures.ts'
import type { EngineState } from './engine.ts'
import { type Failure, failure, isRefusal, orderFailure } from './failure.rules.ts'
import { holdStreamSlot, pastStreamsLeft } from './stream-slot.ts'
import { masterOf, type PlayOrder, type PlayRequest, PurchaseRequired, requestOrder } from './stream-source.ts'

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
