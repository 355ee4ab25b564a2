import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILMS } from './films.ts'
import { MOODS, MOOD_OF } from './moods.ts'

/** The fields of a title that are used. */
export interface MappedTitle {
  id: string
  episodes?: readonly { n: number }[]
}

/** Clips of a title: one film without episodes, else one clip per episode. The trailer uses the first clip. */
export interface TitleClips {
  film?: string
  episodes?: Record<string, string>
  trailer: string
}

/** The 4K episode. */
const UHD_EPISODE = { guid: 'northtrain.s1e1', clip: 'northtrain' } as const

/** Titles with their own film clip. The 4K clip belongs to an episode. */
const OWN = new Set(FILMS.map(({ id }) => id).filter((id) => id !== UHD_EPISODE.clip))

/** Cost of one rank in a mood, in uses: a better ranked clip may be used this many times more. */
const RANK = 2

/** Writes map.json: clips by title id. */
export async function writeClipMap(folder: string): Promise<void> {
  const titles = JSON.parse(await readFile(join(folder, '../titles.json'), 'utf8')) as MappedTitle[]
  await writeFile(join(folder, 'map.json'), `${JSON.stringify(mapClips(titles), null, 2)}\n`)
}

/**
 * Assigns clips to titles: a title's own clip if there is one, else the least used clip of its mood, better ranked
 * ones first, and never the first clip of the previous title.
 */
export function mapClips(titles: readonly MappedTitle[]): Record<string, TitleClips> {
  const used = new Map<string, number>()
  let previous = ''
  const entries = titles.map((title) => {
    const pool = poolOf(title.id)
    const pick = (avoid: readonly string[]) => take(used, pool, avoid)
    const guids = (title.episodes ?? []).map(({ n }) => `${title.id}.s1e${n}`)
    const first = OWN.has(title.id) ? count(used, title.id) : pick([previous])
    const shown = [first]
    for (const _ of guids.slice(1)) shown.push(pick(shown.slice(-2)))
    previous = first
    const episodes = Object.fromEntries(
      guids.map((guid, index) => [guid, guid === UHD_EPISODE.guid ? UHD_EPISODE.clip : shown[index]!]),
    )
    return [title.id, { ...(guids.length > 0 ? { episodes } : { film: first }), trailer: first }] as const
  })
  return Object.fromEntries(entries)
}

function poolOf(id: string): readonly string[] {
  const mood = MOOD_OF[id]
  if (!mood) throw new Error(`no mood is defined for ${id}`)
  return MOODS[mood]
}

function count(used: Map<string, number>, clip: string): string {
  used.set(clip, (used.get(clip) ?? 0) + 1)
  return clip
}

/** The least used clip outside `avoid`. If none is left, only the first of `avoid` is excluded. */
function take(used: Map<string, number>, pool: readonly string[], avoid: readonly string[]): string {
  const free = pool.filter((clip) => !avoid.includes(clip))
  const choice = free.length > 0 ? free : pool.filter((clip) => clip !== avoid[0])
  const cost = (clip: string) => (used.get(clip) ?? 0) + pool.indexOf(clip) * RANK
  return count(used, choice.toSorted((a, b) => cost(a) - cost(b))[0]!)
}
