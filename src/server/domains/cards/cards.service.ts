import type { WatchedCard } from '#contract/library.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { type AccessDecision, decideAccess, factsOf } from '../access/index.ts'
import type { Catalogue, LicenceFacts, TitleCard, TitleScope } from '../catalogue/index.ts'
import type { WatchedFacts } from '../library/index.ts'
import type { Viewer } from '../viewer.ts'
import {
  cardOf,
  type LocalizedProgram,
  type PersonalizeContext,
  programOf,
  watchedCardOf,
} from './personalize.rules.ts'
import type { ImageUrl, TitleFont } from './ports.ts'

/** The door of cards. */
export type Cards = ReturnType<typeof createCards>

/** What cards are built from. */
export type CardsDeps = { catalogue: Catalogue; imageUrl: ImageUrl; titleFont: TitleFont }

/** A card together with what this viewer may do with it. */
export type OfferedCard = { card: ProgramCard; decision: AccessDecision }

/** No list of offers is longer. */
const OFFERS_MAX = 100

/** Builds cards. */
export function createCards({ catalogue, imageUrl, titleFont }: CardsDeps) {
  const picture: ImageUrl = (key) => (key === '' ? '' : imageUrl(key))
  const dressing = ({ language }: Viewer): PersonalizeContext => ({ language, imageUrl: picture, titleFont })

  return {
    /** A list as this viewer reads it, in its order. */
    dress: (viewer: Viewer, titles: readonly TitleCard[]): ProgramCard[] =>
      titles.map((title) => cardOf(title, dressing(viewer))),

    /** The same with what was watched of each: where it was left, or is to be gone on with. */
    dressWatched: (viewer: Viewer, list: readonly { title: TitleCard; watched: WatchedFacts }[]): WatchedCard[] =>
      list.map(({ title, watched }) => watchedCardOf(cardOf(title, dressing(viewer)), watched)),

    /** The titles of a scope that this viewer may see, each with what may be done with it. */
    async offered(viewer: Viewer, scope: TitleScope): Promise<(OfferedCard & { hero: string })[]> {
      const titles = await catalogue.first(viewer, scope, OFFERS_MAX)
      return titles.map((title) => ({
        card: cardOf(title, dressing(viewer)),
        decision: decide(viewer, { ...title, isLicensedInRegion: true, isWindowOpen: true }),
        hero: picture(title.images.hero || title.images.art),
      }))
    },

    /** A title in full. What this viewer may not see keeps its name and reason and loses what would show it. @throws NOT_FOUND */
    async detail(viewer: Viewer, programId: string): Promise<LocalizedProgram> {
      const title = await catalogue.detail(viewer, programId)
      return programOf(title, decide(viewer, title), dressing(viewer))
    },

    /** The address of a picture; empty for none. */
    imageUrl: picture,
  }
}

const decide = (viewer: Viewer, title: TitleCard & LicenceFacts): AccessDecision =>
  decideAccess(factsOf(viewer), { ...title, preparing: title.film === null })
