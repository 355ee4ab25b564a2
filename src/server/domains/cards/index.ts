import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { WatchedCard } from '#contract/programs.ts'
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
  previewedState,
  type LocalizedProgram,
  type Localization,
  programOf,
  watchedCardOf,
} from './cards.rules.ts'
import type { ImageUrl, TitleFont } from './ports.ts'
import { findViewerState, type ViewerState, type ViewerStateQuery } from './viewer-state.repo.ts'

/** Cards: titles in a viewer's language, their access facts and viewer state. */
export { inLanguage } from './cards.rules.ts'
export type { LocalizedEpisode, LocalizedProgram } from './cards.rules.ts'
export type { ViewerState, ViewerStateQuery } from './viewer-state.repo.ts'

export type Cards = ReturnType<typeof createCards>

type CardsDeps = {
  /** `DbHandle.reads`. */
  db: Kysely<Database>
  clock: Clock
  access: Access
  catalogue: Catalogue
  imageUrl: ImageUrl
  titleFont: TitleFont
}

/** `decision` is that for a viewer who owns nothing. */
export type OfferedCard = { card: ProgramCard; facts: TitleFacts; decision: AccessDecision }

const OFFERED_MAX = 100

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

  function localize(viewer: Viewer, titles: readonly TitleCard[]): ProgramCard[] {
    return titles.map((title) => cardOf(title, localization(viewer)))
  }

  function localizeWatched(
    viewer: Viewer,
    list: readonly { title: TitleCard; watched: WatchedFacts }[],
  ): WatchedCard[] {
    return list.map(({ title, watched }) => watchedCardOf(cardOf(title, localization(viewer)), watched))
  }

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

  /** A title that the viewer may not see keeps its name and the reason only. @throws NOT_FOUND */
  async function detail(viewer: Viewer, programId: string): Promise<{ program: LocalizedProgram; facts: TitleFacts }> {
    const title = await catalogue.detail(viewer, programId)
    const facts = titleFactsOf(title)
    const decision = access.decide(viewer, OWNS_NOTHING, facts)
    if (isUnfit(decision)) throw new AppError('NOT_FOUND')
    return { program: programOf(title, decision, localization(viewer)), facts }
  }

  async function viewerState(viewer: MemberViewer, query: ViewerStateQuery): Promise<ViewerState> {
    const { accountId, profileId, preview } = viewer
    if (preview) return previewedState(preview, viewer.now ?? clock.now())
    return findViewerState(db, { accountId, profileId, now: clock.now() }, query)
  }

  function owned(account: AccountFacts): { credits: number; vouchers: number } {
    return { credits: account.credits, vouchers: vouchersLeft(account, clock.now()) }
  }

  function minutesUntil(endsAt: Temporal.Instant): number {
    return remainingMinutes(clock.now(), endsAt)
  }

  function imageUrl(imageKey: string): string {
    return imageKey === '' ? '' : urlOf(imageKey)
  }

  function localization({ language }: Viewer): Localization {
    return { language, imageUrl, titleFont }
  }
}
