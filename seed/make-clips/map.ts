import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILMS } from './films.ts'
import { MOODS, MOOD_OF } from './moods.ts'

/** What is read of a title. */
export interface MappedTitle {
  id: string
  episodes?: readonly { n: number }[]
}

/** Which clips a title shows: its film when it has no episodes, else a clip for each written one; the trailer is of what the title begins with. */
export interface TitleClips {
  film?: string
  episodes?: Record<string, string>
  trailer: string
}

/** The episode that is in 4K. */
const UHD_EPISODE = { guid: 'northtrain.s1e1', clip: 'northtrain' } as const

/** Titles whose film is their own; the 4K clip is an episode's alone. */
const OWN = new Set(FILMS.map(({ id }) => id).filter((id) => id !== UHD_EPISODE.clip))

/** A clip one place better in its mood may have been used this many times more. */
const RANK = 2

/** Writes map.json: title id to its clips. */
export async function writeClipMap(folder: string): Promise<void> {
  const titles = JSON.parse(await readFile(join(folder, '../titles.json'), 'utf8')) as MappedTitle[]
  await writeFile(join(folder, 'map.json'), `${JSON.stringify(mapClips(titles), null, 2)}\n`)
}

/**
 * Shares the clips among the titles: a title shows its own clip when there is one, else the clip of its mood that was
 * used least, better ones sooner, and never the one its neighbour in the list begins with.
 */
export function mapClips(titles: readonly MappedTitle[]): Record<string, TitleClips> {
  const used = new Map<string, number>()
  let before = ''
  const entries = titles.map((title) => {
    const pool = poolOf(title.id)
    const pick = (avoid: readonly string[]) => take(used, pool, avoid)
    const guids = (title.episodes ?? []).map(({ n }) => `${title.id}.s1e${n}`)
    const first = OWN.has(title.id) ? count(used, title.id) : pick([before])
    const shown = [first]
    for (const _ of guids.slice(1)) shown.push(pick(shown.slice(-2)))
    before = first
    const episodes = Object.fromEntries(
      guids.map((guid, index) => [guid, guid === UHD_EPISODE.guid ? UHD_EPISODE.clip : shown[index]!]),
    )
    return [title.id, { ...(guids.length > 0 ? { episodes } : { film: first }), trailer: first }] as const
  })
  return Object.fromEntries(entries)
}

function poolOf(id: string): readonly string[] {
  const mood = MOOD_OF[id]
  if (!mood) throw new Error(`no mood is written down for ${id}`)
  return MOODS[mood]
}

function count(used: Map<string, number>, clip: string): string {
  used.set(clip, (used.get(clip) ?? 0) + 1)
  return clip
}

/** The least used clip outside `avoid`; where that leaves nothing, only the first to be avoided is. */
function take(used: Map<string, number>, pool: readonly string[], avoid: readonly string[]): string {
  const free = pool.filter((clip) => !avoid.includes(clip))
  const choice = free.length > 0 ? free : pool.filter((clip) => clip !== avoid[0])
  const cost = (clip: string) => (used.get(clip) ?? 0) + pool.indexOf(clip) * RANK
  return count(used, choice.toSorted((a, b) => cost(a) - cost(b))[0]!)
}
