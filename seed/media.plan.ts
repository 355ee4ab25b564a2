import { episodeGuid } from '#server/domains/catalogue/index.ts'
import { isSeries, type SeedTitle } from './titles.mapping.ts'

/** A clip as `clips/clips.json` tells it; `small` is its short cut for quick tests. */
export type SeedClip = {
  id: string
  file: string
  kids: boolean
  subtitles: { lang: string; file: string }[]
  small?: { file: string }
}

/** Which clips a title shows, as `clips/map.json` tells it: its film or its episodes by guid, and its trailer. */
export type TitleClips = { film?: string; episodes?: Record<string, string>; trailer?: string }

/** One thing to be brought in: a clip as what plays for a guid. */
export type PlannedMedia = {
  programId: string
  programGuid: string
  role: 'film' | 'trailer'
  /** Below the clips' folder. */
  file: string
  subtitles: { language: string; file: string }[]
  hasPreview: boolean
}

/** What a plan is made from. `popular` is the order in which titles matter. */
export type PlanSource = {
  titles: readonly SeedTitle[]
  clips: readonly SeedClip[]
  map: Readonly<Record<string, TitleClips>>
  popular: readonly string[]
  mode: 'full' | 'small'
}

/** The guid of a title's film or first episode. */
export const firstGuid = (title: SeedTitle): string =>
  isSeries(title) ? episodeGuid(title.id, 1, title.episodes?.[0]?.n ?? 1) : title.id

type Wanted = { media: PlannedMedia; urgency: number; rank: number }

/**
 * What is to be brought in, the most urgent first: what a visitor may watch, then what every title begins with and its
 * trailer, then further episodes; within each, the popular first.
 */
export function planMedia(source: PlanSource): PlannedMedia[] {
  const ranks = new Map(source.popular.map((id, rank) => [id, rank]))
  return source.titles
    .flatMap((title) => wantedOf(title, source, ranks.get(title.id) ?? source.popular.length))
    .toSorted((a, b) => a.urgency - b.urgency || a.rank - b.rank)
    .map(({ media }) => media)
}

function wantedOf(title: SeedTitle, source: PlanSource, rank: number): Wanted[] {
  const { film, episodes = {}, trailer } = source.map[title.id] ?? {}
  const isFree = title.vodTypes.includes('free')
  const first = firstGuid(title)
  const want = (clipId: string, programGuid: string, role: 'film' | 'trailer'): Wanted[] => {
    const file = fileOf(clipId, title, source)
    const isStart = role === 'film' && programGuid === first
    const urgency = isStart && isFree ? 0 : isStart || role === 'trailer' ? 1 : 2
    // Class III has no public preview (PRODUCT section 6).
    const media = { programId: title.id, programGuid, role, hasPreview: title.class !== 'III' }
    return file ? [{ media: { ...media, ...file }, urgency, rank }] : []
  }
  return [
    ...(film ? want(film, first, 'film') : []),
    ...Object.entries(episodes).flatMap(([guid, clipId]) => want(clipId, guid, 'film')),
    ...(trailer ? want(trailer, first, 'trailer') : []),
  ]
}

type ClipFile = Pick<PlannedMedia, 'file' | 'subtitles'>

/**
 * The file of a clip. In the small set a clip without a short cut leaves its title preparing, but for free ones, which take
 * another short cut: what a visitor is promised can be watched.
 */
function fileOf(clipId: string, title: SeedTitle, { clips, mode }: PlanSource): ClipFile | undefined {
  const clip = clips.find(({ id }) => id === clipId)
  if (!clip) throw new Error(`map.json: ${title.id} shows ${clipId}, which clips.json does not have`)
  if (mode === 'full') {
    return { file: clip.file, subtitles: clip.subtitles.map(({ lang, file }) => ({ language: lang, file })) }
  }
  const short = clip.small ?? (title.vodTypes.includes('free') ? shortCut(clips, title.kids) : undefined)
  return short && { file: short.file, subtitles: [] }
}

const shortCut = (clips: readonly SeedClip[], kids: boolean) =>
  (clips.find((clip) => clip.small && clip.kids === kids) ?? clips.find((clip) => clip.small && (!kids || clip.kids)))
    ?.small
