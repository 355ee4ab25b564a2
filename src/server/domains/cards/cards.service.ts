import type { ProgramCard } from '#contract/programs.ts'
import { type AccessDecision, decideAccess } from '../access/index.ts'
import type { Catalogue, LicenceFacts, TitleCard } from '../catalogue/index.ts'
import type { Viewer } from '../viewer.ts'
import { cardOf, type DressedProgram, type Dressing, programOf } from './dress.rules.ts'
import type { ImageUrl, TitleFont } from './ports.ts'

/** The door of cards. */
export type Cards = ReturnType<typeof createCards>

/** What cards are built from. */
export type CardsDeps = { catalogue: Catalogue; imageUrl: ImageUrl; titleFont: TitleFont }

/** A card together with what this viewer may do with it. */
export type OfferedCard = { card: ProgramCard; decision: AccessDecision }

/** Builds cards. */
export function createCards({ catalogue, imageUrl, titleFont }: CardsDeps) {
  const picture: ImageUrl = (key) => (key === '' ? '' : imageUrl(key))
  const dressing = ({ language }: Viewer): Dressing => ({ language, imageUrl: picture, titleFont })

  return {
    /** A list as this viewer reads it, in its order. */
    dress: (viewer: Viewer, titles: readonly TitleCard[]): ProgramCard[] =>
      titles.map((title) => cardOf(title, dressing(viewer))),

    /** The titles of these ids that this viewer may see, in this order, each with what may be done with it. */
    async offered(viewer: Viewer, programIds: readonly string[]): Promise<(OfferedCard & { hero: string })[]> {
      const titles = await catalogue.cards(viewer, programIds)
      return titles.map((title) => ({
        card: cardOf(title, dressing(viewer)),
        decision: decide(viewer, { ...title, isLicensedInRegion: true, isWindowOpen: true }),
        hero: picture(title.images.hero || title.images.art),
      }))
    },

    /** A title in full. What this viewer may not see keeps its name and reason and loses what would show it. @throws NOT_FOUND */
    async detail(viewer: Viewer, programId: string): Promise<DressedProgram> {
      const title = await catalogue.detail(viewer, programId)
      return programOf(title, decide(viewer, title), dressing(viewer))
    },

    /** The address of a picture; empty for none. */
    imageUrl: picture,
  }
}

const decide = (viewer: Viewer, title: TitleCard & LicenceFacts): AccessDecision =>
  decideAccess({ isMember: viewer.kind === 'member', kids: viewer.kids }, { ...title, preparing: title.film === null })
