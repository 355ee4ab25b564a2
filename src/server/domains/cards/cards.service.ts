import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { WatchedCard } from '#contract/library.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import {
  type Access,
  type AccessDecision,
  type AccountFacts,
  OWNS_NOTHING,
  type TitleFacts,
  vouchersLeft,
} from '../access/index.ts'
import type { Catalogue, TitleCard, TitleScope } from '../catalogue/index.ts'
import type { WatchedFacts } from '../library/index.ts'
import { remainingMinutes } from '../rentals/index.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'
import { titleFactsOf } from './cards.rules.ts'
import {
  cardOf,
  isUnfit,
  type LocalizedProgram,
  type Localization,
  programOf,
  watchedCardOf,
} from './localize.rules.ts'
import type { ImageUrl, TitleFont } from './ports.ts'
import { createFindViewerState, type ViewerState, type ViewerStateQuery } from './viewer-state.repo.ts'

/** The public API of cards. */
export type Cards = ReturnType<typeof createCards>

export type CardsDeps = {
  /** For the viewer's state, which every request of a member reads: `DbHandle.reads`. */
  db: Kysely<Database>
  clock: Clock
  access: Access
  catalogue: Catalogue
  imageUrl: ImageUrl
  titleFont: TitleFont
}

/** A card with what decides access to its title, and the decision for a viewer who owns nothing. */
export type OfferedCard = { card: ProgramCard; facts: TitleFacts; decision: AccessDecision }

/** No list of offered cards is longer. */
const OFFERED_MAX = 100

/** Builds cards. Whatever it makes of a title is the same for all viewers of a language; `viewerState` has what differs. */
export function createCards({ db, clock, access, catalogue, imageUrl, titleFont }: CardsDeps) {
  const image: ImageUrl = (key) => (key === '' ? '' : imageUrl(key))
  const localization = ({ language }: Viewer): Localization => ({ language, imageUrl: image, titleFont })
  const findViewerState = createFindViewerState(access)
  const decideUnowned = (viewer: Viewer, facts: TitleFacts) => access.decide(viewer, OWNS_NOTHING, facts)

  return {
    /** A list of titles in the viewer's language, in its order. */
    localize: (viewer: Viewer, titles: readonly TitleCard[]): ProgramCard[] =>
      titles.map((title) => cardOf(title, localization(viewer))),

    /** The same with the watch progress in each. */
    localizeWatched: (viewer: Viewer, list: readonly { title: TitleCard; watched: WatchedFacts }[]): WatchedCard[] =>
      list.map(({ title, watched }) => watchedCardOf(cardOf(title, localization(viewer)), watched)),

    /** The titles of a scope that this viewer may see, with what decides access to each. */
    async offered(viewer: Viewer, scope: TitleScope): Promise<(OfferedCard & { hero: string })[]> {
      const titles = await catalogue.first(viewer, scope, OFFERED_MAX)
      return titles.map((title) => {
        const facts = titleFactsOf({ ...title, isLicensedInRegion: true, isWindowOpen: true })
        return {
          card: cardOf(title, localization(viewer)),
          facts,
          decision: decideUnowned(viewer, facts),
          hero: image(title.images.hero || title.images.art),
        }
      })
    },

    /**
     * A title in full. One that this viewer may not see keeps its name and the reason, and loses what would show it.
     * @throws NOT_FOUND when there is none, or none for this profile
     */
    async detail(viewer: Viewer, programId: string): Promise<{ program: LocalizedProgram; facts: TitleFacts }> {
      const title = await catalogue.detail(viewer, programId)
      const facts = titleFactsOf(title)
      const decision = decideUnowned(viewer, facts)
      if (isUnfit(decision)) throw new AppError('NOT_FOUND')
      return { program: programOf(title, decision, localization(viewer)), facts }
    },

    /** What of a member is laid over responses that show these titles, in one statement. */
    viewerState: (viewer: MemberViewer, query: ViewerStateQuery): Promise<ViewerState> =>
      findViewerState(db, { accountId: viewer.accountId, profileId: viewer.profileId, now: clock.now() }, query),

    /** What a member may do with a title now. */
    decide: (viewer: MemberViewer, account: AccountFacts, facts: TitleFacts): AccessDecision =>
      access.decide(viewer, account, facts),

    /** What an account can spend now. */
    owned: (account: AccountFacts): { credits: number; vouchers: number } => ({
      credits: account.credits,
      vouchers: vouchersLeft(account, clock.now()),
    }),

    /** Whole minutes until a rental ends. */
    remainingMinutes: (endsAt: Temporal.Instant): number => remainingMinutes(clock.now(), endsAt),

    /** The address of an image; empty for none. */
    imageUrl: image,
  }
}
