import type { Banner } from '#contract/banners.ts'
import type { Episode, Program } from '#contract/programs.ts'
import type { AccountFacts } from '#server/domains/access/index.ts'
import type { Cards, ViewerState } from '#server/domains/cards/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { Overlay, SharedResponse } from '../shared-responses.ts'
import { wireInstant } from '../instants.ts'
import { type AccessResponse, toAccessResponse } from './titles.presenter.ts'

type Card = {
  programId: string
  myFavorite?: boolean | undefined
  remainingMinute?: number | undefined
  expiresAt?: string | undefined
}
type Recommended = { program: Card }
type Banners = { data: { bannerList: Banner[] } }

/** Among the titles of a response; undefined without a profile. */
type Favorites = readonly string[] | undefined
type Progress = ViewerState['progress']

/** Running ones among the titles of a response, by `programId`. */
type Rented = Readonly<Record<string, { remainingMinute: number; expiresAt: string }>>
type CardView = { favorites: Favorites; rented: Rented }

type TitleView = {
  favorites: Favorites
  rented: Rented
  progress: Progress
  access: AccessResponse | undefined
}
type BannersView = CardView & { access: Record<string, AccessResponse> }

interface ListOverlay<Item> {
  load(viewer: MemberViewer, input: unknown, output: { list: readonly Item[] } | undefined): Promise<ViewerState>
  view(viewer: MemberViewer, shared: SharedResponse<{ list: readonly Item[] }>, state: ViewerState): CardView
  apply<Own extends Item>(output: { list: readonly Own[] }, view: CardView): { list: Own[] }
}

interface ViewerStateOverlays {
  readonly list: ListOverlay<Card>
  readonly recommendations: ListOverlay<Recommended>
  readonly similar: ListOverlay<Card & Recommended>
  readonly title: Overlay<{ programId: string }, { program: Program }, ViewerState, TitleView>
  readonly season: Overlay<{ programId: string }, { dramaList: Episode[] }, ViewerState, Progress>
  readonly banners: Overlay<unknown, Banners, ViewerState, BannersView>
}

type ViewerStates = Pick<Cards, 'viewerState' | 'decide' | 'owned' | 'minutesUntil'>

/** Each loads one statement: what the response shows of account and profile. */
export const createViewerStateOverlays = (cards: ViewerStates): ViewerStateOverlays => ({
  list: listOverlay(cards),
  recommendations: recommendationsOverlay(cards),
  similar: similarOverlay(cards),
  title: titleOverlay(cards),
  banners: bannersOverlay(cards),

  season: {
    load: (viewer, { programId }) =>
      cards.viewerState(viewer, { favorites: [], progress: [programId], account: 'rentals' }),
    view: (_viewer, { output }, { progress }) => progress && progressIn(output.dramaList, progress),
    apply: ({ dramaList }, progress) => ({ dramaList: dramaList.map(markProgress(progress)) }),
  },
})

const listOverlay = (cards: ViewerStates): ViewerStateOverlays['list'] => ({
  load: (viewer, _input, output) => listState(cards, viewer, output && idsOfList(output)),
  view: (_viewer, { output }, state) => cardView(cards, state, idsOfList(output)),
  apply: ({ list }, view) => ({ list: list.map(markCard(view)) }),
})

function recommendationsOverlay(cards: ViewerStates): ViewerStateOverlays['recommendations'] {
  const idsOf = (output: { list: readonly Recommended[] }) => output.list.map(({ program }) => idOf(program))
  return {
    load: (viewer, _input, output) => listState(cards, viewer, output && idsOf(output)),
    view: (_viewer, { output }, state) => cardView(cards, state, idsOf(output)),
    apply({ list }, view) {
      const mark = markCard(view)
      return { list: list.map((item) => ({ ...item, program: mark(item.program) })) }
    },
  }
}

function similarOverlay(cards: ViewerStates): ViewerStateOverlays['similar'] {
  const { load, view } = listOverlay(cards)
  return {
    load,
    view,
    apply({ list }, cardState) {
      const mark = markCard(cardState)
      return { list: list.map((item) => ({ ...mark(item), program: mark(item.program) })) }
    },
  }
}

const titleOverlay = (cards: ViewerStates): ViewerStateOverlays['title'] => ({
  load: (viewer, { programId }) =>
    cards.viewerState(viewer, { favorites: [programId], progress: [programId], account: 'facts' }),
  view: (viewer, { output, titles }, { account, favorites, progress }) => {
    const facts = titles.get(output.program.programId)
    return {
      favorites,
      rented: rentedAmong(cards, account, [output.program.programId]),
      progress: progress && progressIn(output.program.dramaList, progress),
      access: facts && toAccessResponse(cards.decide(viewer, account, facts), viewer.language, cards.owned(account)),
    }
  },
  apply: ({ program }, { favorites, rented, progress, access }) => ({
    program: {
      ...markCard({ favorites, rented })(program),
      ...access,
      dramaList: program.dramaList.map(markProgress(progress)),
    },
  }),
})

const bannersOverlay = (cards: ViewerStates): ViewerStateOverlays['banners'] => ({
  load: (viewer, _input, output) =>
    cards.viewerState(viewer, { favorites: output && programsOf(output).map(idOf), progress: [], account: 'facts' }),
  view(viewer, { output, titles }, { account, favorites }) {
    const programIds = programsOf(output).map(idOf)
    const access = programIds.flatMap((programId) => {
      const facts = titles.get(programId)
      const decide = () => cards.decide(viewer, account, facts!)
      return facts ? [[programId, toAccessResponse(decide(), viewer.language, cards.owned(account))]] : []
    })
    const rented = rentedAmong(cards, account, programIds)
    return { favorites: among(favorites, programIds), rented, access: Object.fromEntries(access) }
  },
  apply({ data }, { access, ...view }) {
    const mark = markCard(view)
    const personalize = (banner: Banner): Banner =>
      banner.program ? { ...banner, program: { ...mark(banner.program), ...access[banner.program.programId] } } : banner
    return { data: { bannerList: data.bannerList.map(personalize) } }
  },
})

/** The rentals, and the favourites among these titles; all of the profile's while the titles are unknown. */
const listState = (
  cards: ViewerStates,
  viewer: MemberViewer,
  programIds: readonly string[] | undefined,
): Promise<ViewerState> => cards.viewerState(viewer, { favorites: programIds, progress: [], account: 'rentals' })

const idOf = ({ programId }: Card): string => programId

/** The same array for the same response: its literal is made once (`textArray`). */
const idsOfList = oncePerObject(({ list }: { list: readonly Card[] }): readonly string[] => list.map(idOf))

/** Results live as long as the objects that they were made from. */
function oncePerObject<From extends object, Value>(make: (from: From) => Value): (from: From) => Value {
  const made = new WeakMap<From, Value>()
  return (from) => {
    const known = made.get(from)
    if (known !== undefined) return known
    const value = make(from)
    made.set(from, value)
    return value
  }
}

const programsOf = ({ data }: Banners) => data.bannerList.flatMap(({ program }) => program ?? [])

/** In the order of the titles: the view must not depend on other favourites. */
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

const cardView = (
  cards: ViewerStates,
  { account, favorites }: ViewerState,
  programIds: readonly string[],
): CardView => ({
  favorites: among(favorites, programIds),
  rented: rentedAmong(cards, account, programIds),
})

/** In the account's order: the view must not depend on other rentals. */
function rentedAmong(cards: ViewerStates, { rentals }: AccountFacts, programIds: readonly string[]): Rented {
  if (rentals.length === 0) return NOTHING_RENTED
  const shown = new Set(programIds)
  const rented = rentals.flatMap(({ programId, expiresAt }) => {
    const remainingMinute = shown.has(programId) ? cards.minutesUntil(expiresAt) : 0
    return remainingMinute > 0 ? [[programId, { remainingMinute, expiresAt: wireInstant(expiresAt) }]] : []
  })
  return Object.fromEntries(rented)
}

const NOTHING_RENTED: Rented = {}

function markCard({ favorites, rented }: CardView) {
  const all = favorites && new Set(favorites)
  return <Own extends Card>(card: Own): Own => {
    const rental = rented[card.programId]
    if (!all && !rental) return card
    return { ...card, ...(all && { myFavorite: all.has(card.programId) }), ...rental }
  }
}

function markProgress(progress: Progress) {
  const byGuid = progress && new Map(progress.map((one) => [one.programGuid, one]))
  return (episode: Episode): Episode => {
    const own = byGuid?.get(episode.programGuid)
    return byGuid ? { ...episode, position: own?.position ?? 0, watched: own?.finished ?? false } : episode
  }
}
