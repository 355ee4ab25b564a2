import { EMPTY_EPISODE, EMPTY_TITLE } from '#contract/admin/new-title.ts'
import type { TitleContent, TitleEpisode } from '#contract/admin/titles.ts'

/** Values by path, in the form in which two are compared. */
export type Fields = Readonly<Record<string, unknown>>

const EPISODE = /^S(\d+)E(\d+)\.(.+)$/

type Named = { readonly personId?: string; readonly tagId?: string }

/** People and tags by their ids: names are changed elsewhere. */
export function comparable(path: string, value: unknown): unknown {
  if (path === 'directors' || path === 'actors') return (value as readonly Named[]).map(({ personId }) => personId)
  return path === 'tags' ? (value as readonly Named[]).map(({ tagId }) => tagId) : value
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** PostgreSQL keeps another order of keys. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

function readIn(of: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], of)
}

function writeIn<T extends object>(of: T, path: string, value: unknown): T {
  const [key, ...rest] = path.split('.') as [string, ...string[]]
  const inner = (of as Record<string, unknown>)[key]
  return { ...of, [key]: rest.length === 0 ? value : writeIn(inner as object, rest.join('.'), value) }
}

const isEpisode = (season: number, episode: number) => (one: TitleEpisode) =>
  one.season === season && one.episode === episode

export function readField(content: TitleContent, path: string): unknown {
  const [, season, episode, inner] = EPISODE.exec(path) ?? []
  if (inner === undefined) return readIn(content, path)
  const found = content.episodes.find(isEpisode(Number(season), Number(episode)))
  return readIn(found ?? { ...EMPTY_EPISODE, season: Number(season), episode: 0 }, inner)
}

export function writeField(content: TitleContent, path: string, value: unknown): TitleContent {
  const [, first, second, inner] = EPISODE.exec(path) ?? []
  if (inner === undefined) return writeIn(content, path, value)
  const [season, episode] = [Number(first), Number(second)]
  const isThis = isEpisode(season, episode)
  const found = content.episodes.find(isThis) ?? { ...EMPTY_EPISODE, season, episode }
  const episodes = [...content.episodes.filter((one) => !isThis(one)), writeIn(found, inner, value)]
  return { ...content, episodes: episodes.toSorted((a, b) => a.season - b.season || a.episode - b.episode) }
}

export interface Merged {
  readonly content: TitleContent
  /** Paths that the line changes. */
  readonly changed: readonly string[]
  /** Paths that the line changes, and another has changed since the last import to something else. */
  readonly conflicts: readonly string[]
}

/**
 * Lays a line over a title. `base`: as the last import left it. What the line says as it did then stays as it is now, so that what operators
 * changed since is kept.
 */
export function mergeLine(
  current: TitleContent,
  { base, values }: { base: Fields; values: ReadonlyMap<string, unknown> },
): Merged {
  let content = current
  const [changed, conflicts]: [string[], string[]] = [[], []]
  for (const [path, value] of values) {
    const next = comparable(path, value)
    const now = comparable(path, readField(current, path))
    const before = path in base ? base[path] : comparable(path, readField(EMPTY_TITLE, path))
    if (isSame(next, now) || (path in base && isSame(next, before))) continue
    if (!isSame(now, before)) conflicts.push(path)
    content = writeField(content, path, value)
    changed.push(path)
  }
  return { content, changed, conflicts }
}

export const fieldsOf = (values: ReadonlyMap<string, unknown>): Fields =>
  Object.fromEntries([...values].map(([path, value]) => [path, comparable(path, value)]))
