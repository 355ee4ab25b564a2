import type { PlayOrder, PlayRequest } from './engine.ts'
import { order, type OrderPhase } from '#contract/orders.ts'
import { checkPlayCinema } from '#contract/private-cinema.ts'
import { CallError } from '#web/kit/envelope.ts'
import { callOrThrow } from '#web/viewer/session/api-client.ts'

/** The order was answered with a quote: the title has to be bought. */
export class PurchaseRequired extends Error {}

/** How an order is placed. */
export interface OrderOptions {
  readonly phase: OrderPhase
  readonly signal: AbortSignal
}

/** Places the order. @throws CallError when it is refused or not answered; PurchaseRequired when the title has to be bought. */
export async function requestOrder(request: PlayRequest, { phase, signal }: OrderOptions): Promise<PlayOrder> {
  if (request.file) return null
  if (request.screening) return requestSeat(request.screening, { phase, signal })
  const { programId, programGuid, kind } = request
  const answer = await callOrThrow(order, { programId, programGuid, kind, phase }, { signal })
  if (!('redirectURL' in answer)) throw new PurchaseRequired()
  return answer
}

/** The order of a seat. Its token is in the body. @throws CallError also before the start and after the end of the screening */
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

/** The master playlist under an order's grant; for a plain file, the file. */
export function masterOf(request: PlayRequest, answer: PlayOrder): string {
  return answer ? new URL(answer.redirectURL, location.href).href : (request.file ?? '')
}
