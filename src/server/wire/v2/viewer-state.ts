import type { Banner } from '#contract/banners.ts'
import type { Episode, Program } from '#contract/programs.ts'
import type { Library, ViewerState } from '#server/domains/library/index.ts'
import type { InProfile, Overlay } from '../shared-responses.ts'

/** What of a card a mark goes by, and is. */
type Likeable = { programId: string; myFavorite?: boolean | undefined }

type Banners = { data: { bannerList: Banner[] } }

/** Of a list of whatever cards. */
interface ListOverlay {
  marks(viewer: InProfile, output: { list: readonly Likeable[] }): Promise<ViewerState>
  decorate<Card extends Likeable>(output: { list: readonly Card[] }, marks: ViewerState): { list: Card[] }
}

/** What of each answer that shows titles is a profile's own. */
interface MarksOverlays {
  readonly list: ListOverlay
  readonly title: Overlay<{ program: Program }, ViewerState>
  readonly season: Overlay<{ dramaList: Episode[] }, ViewerState>
  readonly banners: Overlay<Banners, ViewerState>
}

/** The same marks as the catalogue's statements bring to a member, laid over what is shown to everybody. */
export const createViewerStateOverlays = (library: Pick<Library, 'marks'>): MarksOverlays => ({
  list: {
    marks: (viewer, { list }) => library.marks(viewer, { programIds: list.map(idOf) }),
    decorate: ({ list }, marks) => ({ list: list.map(likedIn(marks)) }),
  },

  title: {
    marks: (viewer, { program }) =>
      library.marks(viewer, { programIds: [program.programId], programGuids: program.dramaList.map(guidOf) }),
    decorate: ({ program }, marks) => ({
      program: { ...likedIn(marks)(program), dramaList: program.dramaList.map(watchedIn(marks)) },
    }),
  },

  season: {
    marks: (viewer, { dramaList }) => library.marks(viewer, { programIds: [], programGuids: dramaList.map(guidOf) }),
    decorate: ({ dramaList }, marks) => ({ dramaList: dramaList.map(watchedIn(marks)) }),
  },

  banners: {
    marks: (viewer, { data }) =>
      library.marks(viewer, { programIds: data.bannerList.flatMap(({ program }) => (program ? [idOf(program)] : [])) }),
    decorate: ({ data }, marks) => ({ data: { bannerList: data.bannerList.map(bannerIn(marks)) } }),
  },
})

const idOf = ({ programId }: Likeable): string => programId
const guidOf = ({ programGuid }: Episode): string => programGuid

/** Titles as the one whose marks these are sees them. */
function likedIn({ favorites }: ViewerState) {
  const liked = new Set(favorites)
  return <Card extends Likeable>(card: Card): Card => ({ ...card, myFavorite: liked.has(card.programId) })
}

function watchedIn({ places }: ViewerState) {
  const known = new Map(places.map((place) => [place.programGuid, place]))
  return (episode: Episode): Episode => {
    const place = known.get(episode.programGuid)
    return { ...episode, position: place?.position ?? 0, watched: place?.finished ?? false }
  }
}

function bannerIn(marks: ViewerState) {
  const liked = likedIn(marks)
  return (banner: Banner): Banner => (banner.program ? { ...banner, program: liked(banner.program) } : banner)
}
