import type { IngestTarget } from '#contract/admin/ingest.ts'
import { stemOf } from '../../client/file-names.rules.ts'

/** What the name of a film's file says. */
export interface NamedFilm {
  readonly name: string
  readonly season: number | null
  readonly episode: number | null
  readonly year: number | null
}

const HAN_DIGITS = '零一二三四五六七八九'
const NUMBER = `(\\d{1,3}|[${HAN_DIGITS}十]{1,3})`
/** `S01E02`, `s1e2`, `1x02`, 第1季第2集; 第2集 is of the first season. */
const EPISODES: readonly RegExp[] = [
  /(?<![a-z0-9])s(\d{1,2})[ ._-]?e(\d{1,3})(?![0-9])/i,
  /(?<![a-z0-9])(\d{1,2})x(\d{2,3})(?![a-z0-9])/i,
  new RegExp(`第\\s*${NUMBER}\\s*[季輯辑]\\s*[._-]?\\s*第\\s*${NUMBER}\\s*[集話话回]`),
  new RegExp(`()第\\s*${NUMBER}\\s*[集話话回]`),
]
const YEAR = /(?<=.)[ ._([-]((?:19|20)\d{2})(?![0-9a-z])/i
/** What follows the name in the names of files. */
const TECHNICAL =
  /(?<=.)[ ._([-](?:\d{3,4}[pi]|\d{3,4}x\d{3,4}|4k|uhd|hdr\d*|web|webrip|web-dl|bluray|x26[45]|h26[45]|hevc|prores|master|final)(?![a-z0-9]).*$/i

/** 十二 is 12, 二十 is 20. */
function numberOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  const [tens = '', ones = ''] = written.includes('十') ? written.split('十') : ['零', written]
  const digit = (text: string, none: number) => (text === '' ? none : HAN_DIGITS.indexOf(text))
  return digit(tens, 1) * 10 + digit(ones, 0)
}

const spaced = (text: string): string =>
  text
    .replaceAll(/\[[^\]]*\]|【[^】]*】/g, ' ')
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s-]+/, '')
    .replace(/[\s([-]+$/, '')

export function readName(fileName: string): NamedFilm {
  const stem = stemOf(fileName)
  const found = EPISODES.map((shape) => shape.exec(stem)).find((match) => match !== null)
  const head = found ? stem.slice(0, found.index) : stem
  const year = YEAR.exec(head)
  const name = spaced((year ? head.slice(0, year.index) : head).replace(TECHNICAL, ''))
  return {
    // A name that is only technical is the name.
    name: name || spaced(stem),
    season: found ? numberOf(found[1] || '1') : null,
    episode: found ? numberOf(found[2]!) : null,
    year: year ? Number(year[1]) : null,
  }
}

/** What is proposed for a file; `found`: its target is by the name; `made`: a draft that was made for it. */
export type Match =
  | { readonly kind: 'looking' | 'found' | 'made' | 'several' }
  | { readonly kind: 'noEpisode'; readonly series: IngestTarget; readonly season: number; readonly episode: number }
  | { readonly kind: 'new'; readonly film: NamedFilm }
  | { readonly kind: 'failed'; readonly film: NamedFilm; readonly message: string }

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s\p{P}]/gu, '')

const isNamed = ({ title }: IngestTarget, { name }: NamedFilm): boolean =>
  [title.zh_HK, title.en_US].some((one) => one !== '' && plain(one) === plain(name))

/** Only a title of just this name is proposed; of several the operator chooses. */
export function matchOf(film: NamedFilm, found: readonly IngestTarget[]): { match: Match; target?: IngestTarget } {
  const { season, episode } = film
  const named = found.filter((target) => isNamed(target, film))
  const fitting = named.filter((target) => target.season === season && target.episode === episode)
  if (fitting.length === 1) return { match: { kind: 'found' }, target: fitting[0]! }
  if (fitting.length > 1) return { match: { kind: 'several' } }
  const [series] = named
  if (series && season !== null && episode !== null) return { match: { kind: 'noEpisode', series, season, episode } }
  return { match: series ? { kind: 'several' } : { kind: 'new', film } }
}

/** Files of one new series become episodes of one draft. */
export function draftGroups<T extends { readonly film: NamedFilm }>(files: readonly T[]): T[][] {
  const groups = new Map<string, T[]>()
  for (const [at, file] of files.entries()) {
    const key = file.film.episode === null ? `film ${at}` : `series ${plain(file.film.name)}`
    groups.set(key, [...(groups.get(key) ?? []), file])
  }
  return [...groups.values()]
}
