import { episodeGuid } from '#server/domains/catalogue/index.ts'
import { isSeries, type SeedTitle } from './titles.mapping.ts'

/** A clip in `clips/clips.json`; `small` is its short version for quick tests. */
export type SeedClip = {
  id: string
  file: string
  kids: boolean
  subtitles: { lang: string; file: string }[]
  small?: { file: string }
}

/** Clips of a title in `clips/map.json`: its film, or its episodes by guid, and its trailer. */
export type TitleClips = { film?: string; episodes?: Record<string, string>; trailer?: string }

/** One asset to ingest: a clip in a role for a guid. */
export type PlannedMedia = {
  programId: string
  programGuid: string
  role: 'film' | 'trailer'
  /** Path below the clips folder. */
  file: string
  subtitles: { language: string; file: string }[]
  hasPreview: boolean
}

/** Inputs of the plan. `popular` lists titles by importance. */
export type PlanSource = {
  titles: readonly SeedTitle[]
  clips: readonly SeedClip[]
  map: Readonly<Record<string, TitleClips>>
  popular: readonly string[]
  mode: 'full' | 'small'
}

/** Guid of a title's film or first episode. */
export const firstGuid = (title: SeedTitle): string =>
  isSeries(title) ? episodeGuid(title.id, 1, title.episodes?.[0]?.n ?? 1) : title.id

type PlanEntry = { media: PlannedMedia; urgency: number; rank: number }

/**
 * Assets to ingest, most urgent first: free titles, then every title's first clip and trailer, then further episodes;
 * popular titles first within each group.
 */
export function planMedia(source: PlanSource): PlannedMedia[] {
  const ranks = new Map(source.popular.map((id, rank) => [id, rank]))
  return source.titles
    .flatMap((title) => entriesOf(title, source, ranks.get(title.id) ?? source.popular.length))
    .toSorted((a, b) => a.urgency - b.urgency || a.rank - b.rank)
    .map(({ media }) => media)
}

function entriesOf(title: SeedTitle, source: PlanSource, rank: number): PlanEntry[] {
  const { film, episodes = {}, trailer } = source.map[title.id] ?? {}
  const isFree = title.vodTypes.includes('free')
  const first = firstGuid(title)
  const entryOf = (clipId: string, programGuid: string, role: 'film' | 'trailer'): PlanEntry[] => {
    const file = fileOf(clipId, title, source)
    const isStart = role === 'film' && programGuid === first
    const urgency = isStart && isFree ? 0 : isStart || role === 'trailer' ? 1 : 2
    // Class III has no public preview (PRODUCT section 6).
    const media = { programId: title.id, programGuid, role, hasPreview: title.class !== 'III' }
    return file ? [{ media: { ...media, ...file }, urgency, rank }] : []
  }
  return [
    ...(film ? entryOf(film, first, 'film') : []),
    ...Object.entries(episodes).flatMap(([guid, clipId]) => entryOf(clipId, guid, 'film')),
    ...(trailer ? entryOf(trailer, first, 'trailer') : []),
  ]
}

type ClipFile = Pick<PlannedMedia, 'file' | 'subtitles'>

/**
 * The file of a clip. In the small set, titles whose clip has no short version stay in preparation, except free
 * titles, which use the short version of another clip, so that they can be watched.
 */
function fileOf(clipId: string, title: SeedTitle, { clips, mode }: PlanSource): ClipFile | undefined {
  const clip = clips.find(({ id }) => id === clipId)
  if (!clip) throw new Error(`map.json: ${title.id} uses ${clipId}, which is not in clips.json`)
  if (mode === 'full') {
    return { file: clip.file, subtitles: clip.subtitles.map(({ lang, file }) => ({ language: lang, file })) }
  }
  const smallClip = clip.small ?? (title.vodTypes.includes('free') ? anySmallClip(clips, title.kids) : undefined)
  return smallClip && { file: smallClip.file, subtitles: [] }
}

const anySmallClip = (clips: readonly SeedClip[], kids: boolean) =>
  (clips.find((clip) => clip.small && clip.kids === kids) ?? clips.find((clip) => clip.small && (!kids || clip.kids)))
    ?.small
