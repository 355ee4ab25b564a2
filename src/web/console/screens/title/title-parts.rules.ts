import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import type { TitleContent, TitleEpisode, TitleField } from '#contract/admin/titles.ts'
import { REGIONS } from '#contract/regions.ts'
import { canonical } from '../../form/merge.rules.ts'
import { episodeCode, sortedEpisodes } from './title-content.rules.ts'

/**
 * A title as flat parts, each of which changes, merges and is taken by itself: `title.zh_HK`, `windows.HK`, `episodes.S1E3.image`. Of an episode
 * that a version lacks, the part is the whole of it: `episodes.S1E3`.
 */
export type Parts = Readonly<Record<string, unknown>>

/** Objects whose members are parts. */
const SPLIT = ['title', 'aliases', 'tagline', 'description', 'warning', 'images', 'focus'] as const
const EPISODE_PARTS = [
  'title.zh_HK',
  'title.en_US',
  'description.zh_HK',
  'description.en_US',
  'startShowPoint',
  'startPosition',
  'endPosition',
  'image',
] as const
/** The order on the page. */
const FIELDS: readonly TitleField[] = [
  'title',
  'aliases',
  'tagline',
  'description',
  'warning',
  'directors',
  'actors',
  'programType',
  'classify',
  'restriction',
  'kids',
  'genres',
  'tags',
  'releaseYear',
  'country',
  'locale',
  'vodTypes',
  'credits',
  'windows',
  'episodes',
  'images',
  'focus',
]

const SEPARATOR = '.'

/** Episodes by their code; a second one of the same number, which a draft may have, by `S1E3#2`. */
function episodesByCode({ episodes }: TitleContent): Map<string, TitleEpisode> {
  const found = new Map<string, TitleEpisode>()
  for (const episode of sortedEpisodes(episodes)) {
    const code = episodeCode(episode)
    let key = code
    for (let count = 2; found.has(key); count += 1) key = `${code}#${count}`
    found.set(key, episode)
  }
  return found
}

/** Those that all versions have: of them single fields are compared. */
export function commonEpisodes(versions: readonly TitleContent[]): ReadonlySet<string> {
  const [first, ...others] = versions.map(episodesByCode)
  return new Set([...(first?.keys() ?? [])].filter((code) => others.every((other) => other.has(code))))
}

export function partsOf(content: TitleContent, common: ReadonlySet<string>): Parts {
  const parts: Record<string, unknown> = {}
  for (const field of FIELDS) {
    if (isSplit(field))
      for (const [name, value] of Object.entries(content[field])) parts[join(field, name)] = canonical(value)
    else if (field === 'windows')
      for (const region of REGIONS) parts[join(field, region)] = canonical(windowsOf(content, region))
    else if (field === 'episodes') Object.assign(parts, episodeParts(content, common))
    else parts[field] = canonical(content[field])
  }
  return parts
}

function episodeParts(content: TitleContent, common: ReadonlySet<string>): Parts {
  const parts: Record<string, unknown> = {}
  for (const [code, episode] of episodesByCode(content)) {
    if (!common.has(code)) parts[join('episodes', code)] = canonical(episode)
    else for (const path of EPISODE_PARTS) parts[join('episodes', code, path)] = valueAt(episode, path)
  }
  return parts
}

/** The other way round. */
export function contentOf(parts: Parts): TitleContent {
  const content: Record<string, unknown> = { ...EMPTY_TITLE }
  const episodes = new Map<string, Record<string, unknown>>()
  const windows: unknown[] = []
  for (const [key, value] of Object.entries(parts)) {
    const [field = '', name = '', ...path] = key.split(SEPARATOR)
    if (field === 'windows') windows.push(...(value as readonly unknown[]))
    else if (field === 'episodes') addEpisodePart(episodes, { code: name, path, value })
    else if (name) content[field] = { ...(content[field] as object), [name]: value }
    else content[field] = value
  }
  return {
    ...(content as unknown as TitleContent),
    windows: windows as TitleContent['windows'],
    episodes: sortedEpisodes([...episodes.values()] as unknown as TitleEpisode[]),
  }
}

interface EpisodePart {
  code: string
  path: readonly string[]
  value: unknown
}

function addEpisodePart(
  episodes: Map<string, Record<string, unknown>>,
  { code, path: [name, language], value }: EpisodePart,
): void {
  if (value === undefined) return
  if (!name) return void episodes.set(code, value as Record<string, unknown>)
  const [, season, number] = /^S(\d+)E(\d+)/.exec(code) ?? []
  const episode = episodes.get(code) ?? { season: Number(season), episode: Number(number) }
  const member = language ? { ...(episode[name] as object | undefined), [language]: value } : value
  episodes.set(code, { ...episode, [name]: member })
}

/** Which parts differ, in the order of the page. */
export function changedParts(before: TitleContent, after: TitleContent): readonly ChangedPart[] {
  const common = commonEpisodes([before, after])
  const [was, is] = [partsOf(before, common), partsOf(after, common)]
  return partNames([was, is])
    .filter((key) => !isEqualPart(was[key], is[key]))
    .map((key) => ({ key, was: was[key], is: is[key] }))
}

export interface ChangedPart {
  readonly key: string
  readonly was: unknown
  readonly is: unknown
}

/** A draft with one part as another version has it; undefined removes an episode. */
export function withPart(draft: TitleContent, key: string, source: TitleContent): TitleContent {
  const common = commonEpisodes([draft, source])
  const value = partsOf(source, common)[key]
  return contentOf({ ...partsOf(draft, common), [key]: value })
}

export const isEqualPart = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** All names, in the order of the page; episodes in theirs. */
export function partNames(versions: readonly Parts[]): readonly string[] {
  const names = [...new Set(versions.flatMap((parts) => Object.keys(parts)))]
  return FIELDS.flatMap((field) => {
    const own = names.filter((name) => name === field || name.startsWith(`${field}${SEPARATOR}`))
    return field === 'episodes' ? own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })) : own
  })
}

const isSplit = (field: TitleField): field is (typeof SPLIT)[number] => (SPLIT as readonly TitleField[]).includes(field)

const windowsOf = ({ windows }: TitleContent, region: string) =>
  windows.filter((window) => window.region === region).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))

const join = (...names: readonly string[]): string => names.join(SEPARATOR)

function valueAt(episode: TitleEpisode, path: string): unknown {
  let value: unknown = episode
  for (const name of path.split(SEPARATOR)) value = (value as Record<string, unknown>)[name]
  return value
}
