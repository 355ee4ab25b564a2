import { order } from '#contract/orders.ts'
import type { Handle } from '../handle.ts'
import type { Domains } from '../domains.ts'

/** The order call. */
export const orders = (on: Handle, { playback }: Pick<Domains, 'playback'>) => {
  on(order, (viewer, input) => playback.order(viewer, input))
}
