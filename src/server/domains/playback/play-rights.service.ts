import { type AccountFacts, OWNS_NOTHING, viewerFacts } from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import { decidePlayback } from './orders.rules.ts'
import type { PlaybackAccess, PlaybackTarget, PlaybackTitle, PlaybackTitles } from './ports.ts'

export type PlayRightsDeps = { clock: Clock; access: PlaybackAccess; titles: PlaybackTitles }

/** How long a title that can be played is known by which players report, unless the catalogue changes. */
const TITLE_SECONDS = 5
const TITLES_MAX = 20_000

/** What a viewer may play. */
export function createPlayRights({ clock, access, titles }: PlayRightsDeps) {
  const known = createDecisionCache<PlaybackTitle | undefined>(clock, {
    seconds: TITLE_SECONDS,
    max: TITLES_MAX,
    keeps: (title) => title?.isWindowOpen === true && title.assets.film !== undefined && (title.windowEndsAt ?? true),
  })
  return { find, mayPlay, clearKnown: known.clear }

  /** A video, and what the viewer's account owns. */
  async function find(viewer: Viewer, target: PlaybackTarget) {
    const [title, account] = await Promise.all([
      titles.playable(target, { region: viewer.region, now: clock.now() }),
      access.accountFacts(viewer.kind === 'member' ? viewer.accountId : null),
    ])
    return { title, account }
  }

  /**
   * True if the viewer may play the video, or could once the parental code is entered: a stream may outlast the unlock. What the account
   * owns is read only where the title is not free: players report often.
   */
  async function mayPlay(viewer: Viewer, target: PlaybackTarget): Promise<boolean> {
    const { region } = viewer
    const key = JSON.stringify([region, target.programId, target.programGuid])
    const title = await known.get(key, () => titles.playable(target, { region, now: clock.now() }))
    if (!title) return false
    const isOpenTo = (account: AccountFacts) => {
      const { access: answer } = decidePlayback(viewerFacts(viewer, account), { title, kind: 'movie' }, clock.now())
      return answer === 'play' || answer === 'parental'
    }
    if (isOpenTo(OWNS_NOTHING)) return true
    return viewer.kind === 'member' && isOpenTo(await access.accountFacts(viewer.accountId))
  }
}
