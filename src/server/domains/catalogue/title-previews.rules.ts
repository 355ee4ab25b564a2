import type { TitleContent } from '#contract/admin/titles.ts'
import { changeOf, episodesOf } from './content.rules.ts'
import { episodeGuid, type PreviewFacts } from './drafts.rules.ts'
import type {
  AssetFacts,
  AssetRole,
  EpisodeRow,
  LicenceFacts,
  LocalizedText,
  TitleCard,
  TitleDetail,
  ViewerScope,
} from './titles-model.ts'

export type DraftTitle = { programId: string; content: TitleContent; facts: PreviewFacts }

const CARD_ACTORS = 3

/** As `visible`, for a draft as if it were published. */
export const isDraftVisible = (content: TitleContent, { kids, ...place }: ViewerScope): boolean =>
  (!kids || (content.kids && content.restriction !== 'III')) && draftLicence(content, place).isWindowOpen

/** As `licenceColumns`. */
export function draftLicence(
  content: TitleContent,
  { region, now }: Pick<ViewerScope, 'region' | 'now'>,
): LicenceFacts {
  const windows = changeOf(content).licences.filter((window) => window.region === region)
  const isOpen = windows.some(
    ({ startsAt, endsAt }) =>
      Temporal.Instant.compare(startsAt, now) <= 0 && (endsAt === null || Temporal.Instant.compare(endsAt, now) > 0),
  )
  return { isLicensedInRegion: windows.length > 0, isWindowOpen: isOpen }
}

export const cardOfDraft = (draft: DraftTitle): TitleCard => {
  const card = wholeOf(draft)
  return { ...card, actors: card.actors.slice(0, CARD_ACTORS) }
}

export function detailOfDraft(draft: DraftTitle, place: Pick<ViewerScope, 'region' | 'now'>): TitleDetail {
  const { programId, content } = draft
  const { warning, tags = [] } = changeOf(content)
  return {
    ...wholeOf(draft),
    ...draftLicence(content, place),
    directors: content.directors.map(nameOf),
    warning: warning!,
    tags: tags.map(({ name }) => name),
    opening: assetIn(draft, 'opening'),
    episodes: episodesInOrder(content).map((episode) => episodeOf(programId, episode, draft)),
  }
}

/** With all actors. */
function wholeOf(draft: DraftTitle): TitleCard {
  const { programId, content, facts } = draft
  const change = changeOf(content)
  const episodes = episodesInOrder(content)
  const first = episodes[0]
  const programGuid = first ? episodeGuid(programId, first.season, first.episode) : programId
  const { votes, rating, score } = facts
  return {
    programId,
    programGuid,
    programType: content.programType,
    classify: content.classify,
    title: change.title,
    tagline: change.tagline!,
    description: change.description!,
    genres: content.genres,
    country: content.country,
    locale: content.locale,
    restriction: content.restriction,
    vodTypes: content.vodTypes,
    credits: content.credits,
    kids: content.kids,
    releaseYear: content.releaseYear,
    images: content.images,
    votes,
    rating,
    score,
    actors: content.actors.map(nameOf),
    episodeCount: episodes.length,
    film: assetIn(draft, 'film', programGuid),
    trailer: assetIn(draft, 'trailer'),
  }
}

type Episode = ReturnType<typeof episodesOf>[number]

const episodesInOrder = (content: TitleContent): Episode[] =>
  episodesOf(content).toSorted((a, b) => a.season - b.season || a.episode - b.episode)

function episodeOf(programId: string, episode: Episode, draft: DraftTitle): EpisodeRow {
  const { season, episode: number, title, description, startShowPoint, startPosition, endPosition, image } = episode
  const programGuid = episodeGuid(programId, season, number)
  return {
    programGuid,
    season,
    episode: number,
    title,
    description: description ?? NO_TEXT,
    startShowPoint: startShowPoint ?? 0,
    startPosition: startPosition ?? 0,
    endPosition: endPosition ?? 0,
    image: image ?? '',
    film: assetIn(draft, 'film', programGuid),
  }
}

const NO_TEXT: LocalizedText = { zh: '', en: '' }

const nameOf = ({ name }: TitleContent['actors'][number]): LocalizedText => ({ zh: name.zh_HK, en: name.en_US })

/** Of any guid without one. */
const assetIn = ({ facts }: DraftTitle, role: AssetRole, programGuid?: string): AssetFacts | null =>
  facts.assets.find((asset) => asset.role === role && (programGuid ?? asset.programGuid) === asset.programGuid)
    ?.facts ?? null
