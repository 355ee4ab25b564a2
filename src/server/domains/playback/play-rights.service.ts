import { viewerFacts } from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import { decidePlayback } from './orders.rules.ts'
import type { PlaybackAccess, PlaybackTarget, PlaybackTitles } from './ports.ts'

export type PlayRightsDeps = { clock: Clock; access: PlaybackAccess; titles: PlaybackTitles }

/** What a viewer may play. */
export function createPlayRights({ clock, access, titles }: PlayRightsDeps) {
  return { find, mayPlay }

  /** A video, and what the viewer's account owns. */
  async function find(viewer: Viewer, target: PlaybackTarget) {
    const [title, account] = await Promise.all([
      titles.playable(target, { region: viewer.region, now: clock.now() }),
      access.accountFacts(viewer.kind === 'member' ? viewer.accountId : null),
    ])
    return { title, account }
  }

  /** True if the viewer may play the video, or could once the parental code is entered: a stream may outlast the unlock. */
  async function mayPlay(viewer: Viewer, target: PlaybackTarget): Promise<boolean> {
    const { title, account } = await find(viewer, target)
    if (!title) return false
    const decision = decidePlayback(viewerFacts(viewer, account), { title, kind: 'movie' }, clock.now())
    return decision.access === 'play' || decision.access === 'parental'
  }
}
