import { OWNS_NOTHING } from '#server/domains/access/index.ts'
import type { Playback } from '#server/domains/playback/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'

/** For playback without accounts: nobody owns anything. */
export const withoutPurchases = { accountFacts: async () => OWNS_NOTHING }

/** Places the order of a film that plays. @returns where it plays */
export async function playableUrl(playback: Playback, viewer: Viewer, programId: string): Promise<string> {
  const order = await playback.order(viewer, { programId, kind: 'movie' })
  if (order.outcome !== 'playable') throw new Error(`${programId} has to be bought`)
  return order.redirectURL
}
