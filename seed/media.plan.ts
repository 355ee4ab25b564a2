import { episodeGuid } from '#server/domains/catalogue/index.ts'
import type { SeedPages } from './pages.mapping.ts'
import { isSeries, type SeedTitle } from './titles.mapping.ts'

/** A clip in `clips/clips.json`: the moving picture of the title with its id. */
export type SeedClip = {
  id: string
  file: string
  codec: string
  height: number
  subtitles: { lang: string; file: string }[]
}

/** One asset to ingest: a title's clip as its film, which all its episodes play, or as its trailer. */
export type PlannedMedia = {
  programId: string
  programGuid: string
  /** Further episodes that play the same asset. */
  also: string[]
  role: 'film' | 'trailer'
  /** Path below the clips folder. */
  file: string
  subtitles: { language: string; file: string }[]
  /** The clips name none. */
  audioLanguage: string
  hasPreview: boolean
  /** Only what the clip is already is published, so that titles play soon. False: every rung of the ladder. */
  lean: boolean
}

/** Inputs of the plan. The small set has the films of free titles only. */
export type PlanSource = {
  titles: readonly SeedTitle[]
  clips: readonly SeedClip[]
  pages: Pick<SeedPages, 'popular' | 'banners' | 'categories' | 'tabs'>
  mode: 'full' | 'small'
}

/** Guids of a title's film or its episodes, in order. */
export const guidsOf = (title: SeedTitle): string[] =>
  isSeries(title) ? (title.episodes ?? []).map(({ n }) => episodeGuid(title.id, 1, n)) : [title.id]

/** In all titles of the catalogue. */
const SPOKEN = 'yue'

const HOME = '1'

/** Titles that a visitor meets first: home's billboard, the ads, home's first row. */
function firstMet({ popular, banners, categories, tabs }: PlanSource['pages']): Set<string> {
  const slides = banners.filter(({ tabId }) => tabId === undefined || tabId === HOME)
  const row = categories.find(({ categoryId }) => categoryId === tabs[HOME]?.[0])
  const listed = row && row.programIds.length > 0 ? row.programIds : popular.slice(0, 10)
  return new Set([...slides.flatMap(({ programId }) => programId ?? []), ...listed])
}

/** From here a clip is a film with rungs below it. The others move over their art in 360p. */
const LADDER_LINES = 720

/**
 * Assets to ingest, most urgent first: films of the titles that a visitor meets first, free titles, the others; then
 * what has to be encoded, and the trailers. Popular titles come first within each group. Once all titles play, the full set's
 * films are ingested again with their ladder, which takes the place of the first asset.
 */
export function planMedia({ titles, clips, pages, mode }: PlanSource): PlannedMedia[] {
  const met = firstMet(pages)
  const ranks = new Map(pages.popular.map((id, rank) => [id, rank]))
  const isFree = ({ vodTypes }: SeedTitle) => vodTypes.includes('free')
  const entries = titles
    .filter((title) => mode === 'full' || isFree(title))
    .map((title) => {
      const clip = clips.find(({ id }) => id === title.id)
      if (!clip) throw new Error(`clips.json: there is no clip of ${title.id}`)
      const urgency = clip.codec !== 'h264' ? 3 : met.has(title.id) ? 0 : isFree(title) ? 1 : 2
      return { title, clip, urgency, rank: ranks.get(title.id) ?? pages.popular.length }
    })
    .toSorted((a, b) => a.urgency - b.urgency || a.rank - b.rank)
  const lean = (['film', 'trailer'] as const).flatMap((role) => entries.map((entry) => mediaOf(entry, { role })))
  const films = entries.filter(({ clip }) => mode === 'full' && clip.height >= LADDER_LINES)
  return [...lean, ...films.map((entry) => mediaOf(entry, { role: 'film', lean: false }))]
}

function mediaOf(
  { title, clip }: { title: SeedTitle; clip: SeedClip },
  { role, lean = true }: { role: 'film' | 'trailer'; lean?: boolean },
): PlannedMedia {
  const [programGuid = title.id, ...others] = guidsOf(title)
  return {
    programId: title.id,
    programGuid,
    also: role === 'film' ? others : [],
    role,
    file: clip.file,
    subtitles: clip.subtitles.map(({ lang, file }) => ({ language: lang, file })),
    audioLanguage: SPOKEN,
    // Class III has no public preview (PRODUCT section 6).
    hasPreview: title.class !== 'III',
    lean,
  }
}
