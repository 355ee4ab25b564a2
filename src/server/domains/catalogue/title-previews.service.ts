import type { Db } from '#server/kit/db.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { Viewer } from '../viewer.ts'
import { findPreviewFacts } from './cards.repo.ts'
import { episodeGuid, NO_VOTES, type PreviewFacts } from './drafts.rules.ts'
import type {
  AssetFacts,
  AssetRole,
  EpisodeRow,
  LicenceFacts,
  LocalizedText,
  TitleCard,
  TitleDetail,
  TitlePage,
  ViewerScope,
} from './titles-model.ts'
import { changeOf, episodesOf } from './content.rules.ts'

type PreviewViewer = Pick<Viewer, 'preview'>

/** Drafts in place of titles, for the viewers of previews alone. All others get what they came with. */
export function createTitlePreviews(
  db: Db,
  viewerScopeOf: (viewer: Pick<Viewer, 'region' | 'kids' | 'now'>) => ViewerScope,
) {
  return { replace, replaceIn, arrange, detail }

  /** Drafts that the viewer might not see are left out. */
  async function replace(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    titles: readonly TitleCard[],
  ): Promise<TitleCard[]> {
    if (!viewer.preview) return [...titles]
    const drafts = await draftsOf(
      viewer,
      titles.map(({ programId }) => programId),
    )
    const viewerScope = viewerScopeOf(viewer)
    return titles.flatMap((title) => {
      const draft = drafts.get(title.programId)
      if (!draft) return title
      return isDraftVisible(draft.content, viewerScope) ? { ...cardOfDraft(draft), note: title.note } : []
    })
  }

  async function replaceIn(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    page: TitlePage,
  ): Promise<TitlePage> {
    return viewer.preview ? { ...page, titles: await replace(viewer, page.titles) } : page
  }

  /** In the given order, with the drafts of titles that were not among `titles`. */
  async function arrange(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    programIds: readonly string[],
    titles: readonly TitleCard[],
  ): Promise<TitleCard[]> {
    if (!viewer.preview) return [...titles]
    const drafts = await draftsOf(viewer, programIds)
    const live = new Map(titles.map((title) => [title.programId, title]))
    const viewerScope = viewerScopeOf(viewer)
    return programIds.flatMap((programId) => {
      const draft = drafts.get(programId)
      if (!draft) return live.get(programId) ?? []
      return isDraftVisible(draft.content, viewerScope) ? cardOfDraft(draft) : []
    })
  }

  /** Undefined where the title is shown as it is. */
  async function detail(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'now'>,
    programId: string,
  ): Promise<TitleDetail | undefined> {
    const draft = (await draftsOf(viewer, [programId])).get(programId)
    return draft && detailOfDraft(draft, viewerScopeOf({ ...viewer, kids: false }))
  }

  async function draftsOf(
    { preview }: PreviewViewer,
    programIds: readonly string[],
  ): Promise<ReadonlyMap<string, DraftTitle>> {
    const wanted = programIds.flatMap((programId) => {
      const content = preview?.titles.get(programId)
      return content ? { programId, content } : []
    })
    if (wanted.length === 0) return new Map()
    const facts = await findPreviewFacts(
      db,
      wanted.map(({ programId }) => programId),
    )
    return new Map(
      wanted.map((draft) => [
        draft.programId,
        { ...draft, facts: facts.get(draft.programId) ?? { ...NO_VOTES, assets: [] } },
      ]),
    )
  }
}

type DraftTitle = { programId: string; content: TitleContent; facts: PreviewFacts }

const CARD_ACTORS = 3

/** As `visible`, for a draft as if it were published. */
const isDraftVisible = (content: TitleContent, { kids, ...place }: ViewerScope): boolean =>
  (!kids || (content.kids && content.restriction !== 'III')) && draftLicence(content, place).isWindowOpen

/** As `licenceColumns`. */
function draftLicence(content: TitleContent, { region, now }: Pick<ViewerScope, 'region' | 'now'>): LicenceFacts {
  const windows = changeOf(content).licences.filter((window) => window.region === region)
  const isOpen = windows.some(
    ({ startsAt, endsAt }) =>
      Temporal.Instant.compare(startsAt, now) <= 0 && (endsAt === null || Temporal.Instant.compare(endsAt, now) > 0),
  )
  return { isLicensedInRegion: windows.length > 0, isWindowOpen: isOpen }
}

const cardOfDraft = (draft: DraftTitle): TitleCard => {
  const card = wholeOf(draft)
  return { ...card, actors: card.actors.slice(0, CARD_ACTORS) }
}

function detailOfDraft(draft: DraftTitle, place: Pick<ViewerScope, 'region' | 'now'>): TitleDetail {
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
