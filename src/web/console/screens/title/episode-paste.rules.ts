import { EMPTY_EPISODE } from '#contract/admin/new-title.ts'
import type { TitleEpisode } from '#contract/admin/titles.ts'
import { episodeCode, sortedEpisodes } from './title-content.rules.ts'

const NAME_MAX = 200
const TEXT_MAX = 5_000

export interface PastedLine {
  readonly line: number
  /** Undefined: no number of an episode was found in it. */
  readonly episode: TitleEpisode | undefined
}

/** Season and number at the start: `S01E02`, `1x02`, `2`, `EP 2`, `2.` */
const START =
  /^(?:s(\d{1,3})\s*[.-]?\s*e(?:p\.?)?\s*(\d{1,4})|(\d{1,3})x(\d{1,4})|(?:e(?:p(?:isode)?)?\.?\s*)?(\d{1,4}))(?=$|[\s.:,、，|-])/i

/**
 * Lines as they are copied from a spreadsheet or written by hand: the number, then both names and both descriptions, apart by tabs or `|`. A line
 * without a season belongs to the one that is given.
 */
export const readPasted = (text: string, season: number): readonly PastedLine[] =>
  text
    .split(/\r?\n/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
    .map((line) => ({ line: line.line, episode: episodeOf(line.text, season) }))

function episodeOf(line: string, season: number): TitleEpisode | undefined {
  const found = START.exec(line)
  if (!found) return undefined
  const own = Number(found[1] ?? found[3] ?? season)
  const number = Number(found[2] ?? found[4] ?? found[5])
  if (own < 1 || own > 999 || number < 1) return undefined
  const rest = line.slice(found[0].length).replace(/^[^\S\t]*[.:,、，-]?[^\S\t]*[\t|]?/, '')
  const cells = rest.split(/[\t|]/).map((cell) => cell.trim())
  const cell = (at: number, max: number) => (cells[at] ?? '').slice(0, max)
  return {
    ...EMPTY_EPISODE,
    season: own,
    episode: number,
    title: { zh_HK: cell(0, NAME_MAX), en_US: cell(1, NAME_MAX) },
    description: { zh_HK: cell(2, TEXT_MAX), en_US: cell(3, TEXT_MAX) },
  }
}

/** Names and descriptions of episodes that are there are replaced where the line has them; times and images stay. */
export function withPasted(
  episodes: readonly TitleEpisode[],
  pasted: readonly TitleEpisode[],
): { readonly episodes: TitleEpisode[]; readonly added: number; readonly changed: number } {
  const known = new Map(episodes.map((episode) => [episodeCode(episode), episode]))
  let [added, changed] = [0, 0]
  for (const line of pasted) {
    const code = episodeCode(line)
    const before = known.get(code)
    if (before) changed += 1
    else added += 1
    known.set(code, before ? { ...before, ...filled(before, line) } : line)
  }
  return { episodes: sortedEpisodes([...known.values()]), added, changed }
}

const filled = (before: TitleEpisode, line: TitleEpisode): Pick<TitleEpisode, 'title' | 'description'> => ({
  title: { zh_HK: line.title.zh_HK || before.title.zh_HK, en_US: line.title.en_US || before.title.en_US },
  description: {
    zh_HK: line.description.zh_HK || before.description.zh_HK,
    en_US: line.description.en_US || before.description.en_US,
  },
})
