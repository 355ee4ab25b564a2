import type { Banner } from '#contract/banners.ts'
import type { Episode, Program } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { AccessDecision } from '#server/domains/access/index.ts'
import type { Cards, ViewerState } from '#server/domains/cards/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { Overlay, SharedResponse } from '../shared-responses.ts'
import { type AccessResponse, toAccessResponse, toOffersResponse } from './titles.presenter.ts'

/** A card, or a title in full, as far as the overlay reads it. */
type Card = { programId: string; myFavorite?: boolean | undefined }
type Recommended = { program: Card }
type Banners = { data: { bannerList: Banner[] } }

/** The viewer's favourites among the titles of a response; undefined without a profile. */
type Favorites = readonly string[] | undefined
type Progress = ViewerState['progress']

type TitleView = {
  favorites: Favorites
  progress: Progress
  access: (AccessResponse & Pick<Program, 'offers'>) | undefined
}
type BannersView = { favorites: Favorites; access: Record<string, AccessResponse> }

/** An overlay of every list whose items have this shape. */
interface ListOverlay<Item> {
  load(viewer: MemberViewer, input: unknown, output: { list: readonly Item[] } | undefined): Promise<ViewerState>
  view(viewer: MemberViewer, shared: SharedResponse<{ list: readonly Item[] }>, state: ViewerState): Favorites
  apply<Own extends Item>(output: { list: readonly Own[] }, favorites: Favorites): { list: Own[] }
}

/** What differs between members in each response that shows titles. */
interface ViewerStateOverlays {
  readonly list: ListOverlay<Card>
  readonly recommendations: ListOverlay<Recommended>
  readonly similar: ListOverlay<Card & Recommended>
  readonly title: Overlay<{ programId: string }, { program: Program }, ViewerState, TitleView>
  readonly season: Overlay<{ programId: string }, { dramaList: Episode[] }, ViewerState, Progress>
  readonly banners: Overlay<unknown, Banners, ViewerState, BannersView>
}

/** What the overlays ask of cards. */
type ViewerStates = Pick<Cards, 'viewerState' | 'decide'>

/** Builds the overlays. All of them load the same statement: the account's facts, favourites and progress. */
export const createViewerStateOverlays = (cards: ViewerStates): ViewerStateOverlays => ({
  list: listOverlay(cards),
  recommendations: recommendationsOverlay(cards),
  similar: similarOverlay(cards),
  title: titleOverlay(cards),
  banners: bannersOverlay(cards),

  season: {
    load: (viewer, { programId }) => cards.viewerState(viewer, { favorites: [], progress: [programId] }),
    view: (_viewer, { output }, { progress }) => progress && progressIn(output.dramaList, progress),
    apply: ({ dramaList }, progress) => ({ dramaList: dramaList.map(markProgress(progress)) }),
  },
})

const listOverlay = (cards: ViewerStates): ViewerStateOverlays['list'] => ({
  load: (viewer, _input, output) => favoritesOf(cards, viewer, output?.list.map(idOf)),
  view: (_viewer, { output }, { favorites }) => among(favorites, output.list.map(idOf)),
  apply: ({ list }, favorites) => ({ list: list.map(markFavorite(favorites)) }),
})

function recommendationsOverlay(cards: ViewerStates): ViewerStateOverlays['recommendations'] {
  const idsOf = (output: { list: readonly Recommended[] }) => output.list.map(({ program }) => idOf(program))
  return {
    load: (viewer, _input, output) => favoritesOf(cards, viewer, output && idsOf(output)),
    view: (_viewer, { output }, { favorites }) => among(favorites, idsOf(output)),
    apply({ list }, favorites) {
      const mark = markFavorite(favorites)
      return { list: list.map((item) => ({ ...item, program: mark(item.program) })) }
    },
  }
}

/** An entry of similar titles holds the card twice. */
function similarOverlay(cards: ViewerStates): ViewerStateOverlays['similar'] {
  const { load, view } = listOverlay(cards)
  return {
    load,
    view,
    apply({ list }, favorites) {
      const mark = markFavorite(favorites)
      return { list: list.map((item) => ({ ...mark(item), program: mark(item.program) })) }
    },
  }
}

const titleOverlay = (cards: ViewerStates): ViewerStateOverlays['title'] => ({
  load: (viewer, { programId }) => cards.viewerState(viewer, { favorites: [programId], progress: [programId] }),
  view: (viewer, { output, titles }, { account, favorites, progress }) => {
    const facts = titles.get(output.program.programId)
    return {
      favorites,
      progress: progress && progressIn(output.program.dramaList, progress),
      access: facts && titleAccess(cards.decide(viewer, account, facts), viewer.language),
    }
  },
  apply: ({ program }, { favorites, progress, access }) => ({
    program: {
      ...markFavorite(favorites)(program),
      ...access,
      dramaList: program.dramaList.map(markProgress(progress)),
    },
  }),
})

const bannersOverlay = (cards: ViewerStates): ViewerStateOverlays['banners'] => ({
  load: (viewer, _input, output) => favoritesOf(cards, viewer, output && programsOf(output).map(idOf)),
  view(viewer, { output, titles }, { account, favorites }) {
    const programIds = programsOf(output).map(idOf)
    const access = programIds.flatMap((programId) => {
      const facts = titles.get(programId)
      return facts ? [[programId, toAccessResponse(cards.decide(viewer, account, facts), viewer.language)]] : []
    })
    return { favorites: among(favorites, programIds), access: Object.fromEntries(access) }
  },
  apply({ data }, { favorites, access }) {
    const mark = markFavorite(favorites)
    const personalize = (banner: Banner): Banner =>
      banner.program ? { ...banner, program: { ...mark(banner.program), ...access[banner.program.programId] } } : banner
    return { data: { bannerList: data.bannerList.map(personalize) } }
  },
})

/** The favourites among these titles; all of the profile's while it is not known which titles the response shows. */
const favoritesOf = (
  cards: ViewerStates,
  viewer: MemberViewer,
  programIds: string[] | undefined,
): Promise<ViewerState> => cards.viewerState(viewer, { favorites: programIds, progress: [] })

const titleAccess = (decision: AccessDecision, language: Language): TitleView['access'] => ({
  ...toAccessResponse(decision, language),
  offers: toOffersResponse(decision, language),
})

const idOf = ({ programId }: Card): string => programId

const programsOf = ({ data }: Banners) => data.bannerList.flatMap(({ program }) => program ?? [])

/** In the order of the titles: the view must not depend on what else is a favourite. */
function among(favorites: Favorites, programIds: readonly string[]): Favorites {
  if (!favorites) return undefined
  if (favorites.length === 0) return favorites
  const all = new Set(favorites)
  return programIds.filter((programId) => all.has(programId))
}

function progressIn(episodes: readonly Episode[], progress: NonNullable<Progress>): NonNullable<Progress> {
  if (progress.length === 0) return progress
  const shown = new Set(episodes.map(({ programGuid }) => programGuid))
  return progress.filter(({ programGuid }) => shown.has(programGuid))
}

/** Cards as the viewer with these favourites sees them. */
function markFavorite(favorites: Favorites) {
  const all = favorites && new Set(favorites)
  return <Own extends Card>(card: Own): Own => (all ? { ...card, myFavorite: all.has(card.programId) } : card)
}

function markProgress(progress: Progress) {
  const byGuid = progress && new Map(progress.map((one) => [one.programGuid, one]))
  return (episode: Episode): Episode => {
    const own = byGuid?.get(episode.programGuid)
    return byGuid ? { ...episode, position: own?.position ?? 0, watched: own?.finished ?? false } : episode
  }
}
