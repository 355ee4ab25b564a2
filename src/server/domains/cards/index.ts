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
import {
  titleFactsOf,
  cardOf,
  isUnfit,
  type LocalizedProgram,
  type Localization,
  programOf,
  watchedCardOf,
} from './cards.rules.ts'
import type { ImageUrl, TitleFont } from './ports.ts'
import { findViewerState, type ViewerState, type ViewerStateQuery } from './viewer-state.repo.ts'

/**
 * Cards: titles in a viewer's language, what decides access to them, and the viewer state that is laid over them.
 * Owns no table. Writes no sentence: buttons, reasons and lengths in words are added by the wire.
 */
export { inLanguage } from './cards.rules.ts'
export type { LocalizedEpisode, LocalizedProgram } from './cards.rules.ts'
export type { ViewerState, ViewerStateQuery } from './viewer-state.repo.ts'

export type Cards = ReturnType<typeof createCards>

type CardsDeps = {
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

/** A card is the same for all viewers of a language; `viewerState` has what differs. */
export function createCards({ db, clock, access, catalogue, imageUrl: urlOf, titleFont }: CardsDeps) {
  return {
    localize,
    localizeWatched,
    offered,
    detail,
    viewerState,
    decide: access.decide,
    owned,
    minutesUntil,
    imageUrl,
  }

  /** A list of titles in the viewer's language, in its order. */
  function localize(viewer: Viewer, titles: readonly TitleCard[]): ProgramCard[] {
    return titles.map((title) => cardOf(title, localization(viewer)))
  }

  /** The same with the watch progress in each. */
  function localizeWatched(
    viewer: Viewer,
    list: readonly { title: TitleCard; watched: WatchedFacts }[],
  ): WatchedCard[] {
    return list.map(({ title, watched }) => watchedCardOf(cardOf(title, localization(viewer)), watched))
  }

  /** The titles of a scope that this viewer may see, with what decides access to each. */
  async function offered(viewer: Viewer, scope: TitleScope): Promise<(OfferedCard & { hero: string })[]> {
    const titles = await catalogue.first(viewer, scope, OFFERED_MAX)
    return titles.map((title) => {
      const facts = titleFactsOf({ ...title, isLicensedInRegion: true, isWindowOpen: true })
      return {
        card: cardOf(title, localization(viewer)),
        facts,
        decision: access.decide(viewer, OWNS_NOTHING, facts),
        hero: imageUrl(title.images.hero || title.images.art),
      }
    })
  }

  /**
   * A title in full. One that this viewer may not see keeps its name and the reason, and loses what would show it.
   * @throws NOT_FOUND when there is none, or none for this profile
   */
  async function detail(viewer: Viewer, programId: string): Promise<{ program: LocalizedProgram; facts: TitleFacts }> {
    const title = await catalogue.detail(viewer, programId)
    const facts = titleFactsOf(title)
    const decision = access.decide(viewer, OWNS_NOTHING, facts)
    if (isUnfit(decision)) throw new AppError('NOT_FOUND')
    return { program: programOf(title, decision, localization(viewer)), facts }
  }

  /** The member's own part of responses that show these titles, in one statement. */
  async function viewerState({ accountId, profileId }: MemberViewer, query: ViewerStateQuery): Promise<ViewerState> {
    return findViewerState(db, { accountId, profileId, now: clock.now() }, query)
  }

  /** What an account can spend now. */
  function owned(account: AccountFacts): { credits: number; vouchers: number } {
    return { credits: account.credits, vouchers: vouchersLeft(account, clock.now()) }
  }

  /** Whole minutes until a rental ends. */
  function minutesUntil(endsAt: Temporal.Instant): number {
    return remainingMinutes(clock.now(), endsAt)
  }

  /** The address of an image; empty for none. */
  function imageUrl(imageKey: string): string {
    return imageKey === '' ? '' : urlOf(imageKey)
  }

  function localization({ language }: Viewer): Localization {
    return { language, imageUrl, titleFont }
  }
}
