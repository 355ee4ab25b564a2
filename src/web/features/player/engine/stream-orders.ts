import { type PlaybackPhase, PURCHASE_REQUIRED } from '#contract/playback.ts'
import { CallError, type Envelope, type Failure as CallFailure } from '#web/kit/envelope.ts'
import type { Store } from '#web/kit/store.ts'
import type { EngineState, PlayOrder, PlayRequest, ProgressToReport } from './engine.ts'
import { type Failure, failure, isRefusal, orderFailure } from './failure.rules.ts'
import { masterOf, PurchaseRequired, requestOrder } from './stream-source.ts'
import { STREAM_KEEP_SECONDS } from '#contract/devices.ts'
import { type PlayerEvent, progressPath, reportProgress } from '#contract/progress.ts'
import { keepStream, leaveStream } from '#contract/streams.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'

interface OrdersSetup {
  request: PlayRequest
  grant: () => string | undefined
  video: HTMLVideoElement
  state: Store<EngineState>
  lifetime: AbortSignal
  phase: 'start' | 'preload'
}

/** The orders of one playback, and their stream slot. */
export function createStreamOrders({ request, video, grant, state, lifetime, phase }: OrdersSetup) {
  const slot = holdStreamSlot({ request, video, grant, isAcquired: phase === 'start', onRefused: stop })
  return { first: () => order(phase), renew, again, report: slot.report, leave: slot.destroy }

  async function order(of: PlaybackPhase): Promise<PlayOrder> {
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

/** A player that reports its progress is not reminded. */
const KEEP_MS = (STREAM_KEEP_SECONDS + 1) * 1000

/** Pending reports of left streams. An order waits for them: it may need the slot. */
const leaving = new Set<Promise<unknown>>()

export const pastStreamsLeft = (): Promise<unknown> => Promise.all(leaving)

interface SlotOptions {
  request: PlayRequest
  video: HTMLVideoElement
  /** Undefined before the first order. */
  grant: () => string | undefined
  isAcquired: boolean
  /** Stopped from another device, or no free slot. */
  onRefused: (failure: Failure) => void
}

/**
 * Reports a stream under its grant: while the title plays, with its progress, and when a member leaves it. Trailers and plain files report
 * nothing, visitors and guests only that they play.
 */
export function holdStreamSlot({ request, video, grant, isAcquired, onRefused }: SlotOptions) {
  const { programId, programGuid, kind, file, screening } = request
  const reports = kind === 'movie' && file === undefined
  const takesSlot = reports && screening?.guestToken === undefined && readSession().token !== undefined
  let keptAt = isAcquired ? Date.now() : undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = createSender(grant)
  if (reports) {
    remindLater()
    video.addEventListener('playing', onPlaying)
  }
  if (takesSlot) addEventListener('pagehide', leave)

  return {
    acquired() {
      keptAt = Date.now()
    },
    report,
    destroy() {
      clearTimeout(timer)
      timer = undefined
      video.removeEventListener('playing', onPlaying)
      if (takesSlot) removeEventListener('pagehide', leave)
      leave()
    },
  }

  function remindLater(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      remindLater()
      if (!video.paused) void keep()
    }, KEEP_MS)
  }

  function onPlaying(): void {
    if (keptAt === undefined || Date.now() - keptAt >= KEEP_MS) void keep()
  }

  async function keep(): Promise<void> {
    keptAt = Date.now()
    await pastStreamsLeft()
    const answer =
      (await send('playing')) ?? (takesSlot ? await call(keepStream, { programId, programGuid }) : undefined)
    refuse(answer)
  }

  /** @returns undefined where it cannot be reported under the grant */
  async function report(progress: ProgressToReport): Promise<Envelope<unknown> | undefined> {
    if (!takesSlot) return undefined
    if (video.paused) return send('paused', progress)
    keptAt = Date.now()
    if (timer !== undefined) remindLater()
    const answer = await send('playing', progress)
    refuse(answer)
    return answer
  }

  function refuse(answer: Envelope<unknown> | undefined): void {
    if (answer?.result === 'FAILED' && isSlotRefusal(answer)) onRefused(orderFailure(answer))
  }

  function leave(): void {
    if (!takesSlot || keptAt === undefined) return
    keptAt = undefined
    const sent = sendLeft()
    leaving.add(sent)
    void sent.finally(() => leaving.delete(sent))
  }

  async function sendLeft(): Promise<void> {
    if (!(await send('left'))) await call(leaveStream, { programId, programGuid }, { keepalive: true })
  }
}

function createSender(grant: () => string | undefined) {
  return async (event: PlayerEvent, progress?: ProgressToReport): Promise<Envelope<unknown> | undefined> => {
    const current = grant()
    if (current === undefined) return undefined
    const sentAt = new Date().toISOString()
    const endpoint = { ...reportProgress, path: progressPath(current) }
    const options = { keepalive: true, handles: isGrantRefusal }
    const answer = await call(endpoint, { event, at: sentAt, ...progress, sentAt }, options)
    return answer.result === 'FAILED' && isGrantRefusal(answer) ? undefined : answer
  }
}

/** The grant has expired, or its profile is no longer the session's: calls with a session are made instead. */
const isGrantRefusal = ({ errorCode }: CallFailure): boolean => errorCode === '403'

const isSlotRefusal = ({ errorCode }: CallFailure): boolean =>
  errorCode === 'STREAM_LIMIT' || errorCode === 'STREAM_ENDED'
