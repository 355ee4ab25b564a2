import type { PlayOrder, PlayRequest } from './engine.ts'
import { order, type PlaybackPhase } from '#contract/playback.ts'
import { checkPlayCinema } from '#contract/private-cinema.ts'
import { CallError } from '#web/kit/envelope.ts'
import { callOrThrow } from '#web/viewer/session/api-client.ts'

/** The order was answered with a quote. */
export class PurchaseRequired extends Error {}

export interface OrderOptions {
  readonly phase: PlaybackPhase
  readonly signal: AbortSignal
}

/** @throws CallError; PurchaseRequired when the title has to be bought */
export async function requestOrder(request: PlayRequest, { phase, signal }: OrderOptions): Promise<PlayOrder> {
  if (request.file) return null
  if (request.screening) return requestSeat(request.screening, { phase, signal })
  const { programId, programGuid, kind } = request
  const answer = await callOrThrow(order, { programId, programGuid, kind, phase }, { signal })
  if (!('redirectURL' in answer)) throw new PurchaseRequired()
  return answer
}

/** The token is in the body. @throws CallError, also before the start and after the end */
async function requestSeat(
  seat: NonNullable<PlayRequest['screening']>,
  { phase, signal }: OrderOptions,
): Promise<PlayOrder> {
  const answer = await callOrThrow(checkPlayCinema, { ...seat, phase }, { signal, post: true })
  const { redirectURL, expiresAt, storyboardURL, subtitles = [] } = answer
  if (redirectURL === undefined || expiresAt === undefined)
    throw new CallError({ result: 'FAILED', errorCode: '403', message: '' })
  return { redirectURL, expiresAt, storyboardURL, subtitles }
}

export function masterOf(request: PlayRequest, answer: PlayOrder): string {
  return answer ? new URL(answer.redirectURL, location.href).href : (request.file ?? '')
}
