import type { FoundTarget, IngestTarget } from '#contract/admin/ingest.ts'
import { stemOf, subtitleName } from '../../client/file-names.rules.ts'

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
const YEAR = /(?<=.)[ ._([-]((?:19|20)\d{2})(?![0-9a-z])/gi
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

export const readName = (fileName: string): NamedFilm => readStem(stemOf(fileName))

function readStem(stem: string): NamedFilm {
  const found = EPISODES.map((shape) => shape.exec(stem)).find((match) => match !== null)
  const head = found ? stem.slice(0, found.index) : stem
  // A name may have a number like a year, so that the last one counts; a name that is only a year is the name.
  const year = [...head.matchAll(YEAR)].findLast(({ index }) => spaced(head.slice(0, index)) !== '')
  const name = spaced((year ? head.slice(0, year.index) : head).replace(TECHNICAL, ''))
  return {
    // A name that is only technical is the name.
    name: name || spaced(stem),
    season: found ? numberOf(found[1] || '1') : null,
    episode: found ? numberOf(found[2]!) : null,
    year: year ? Number(year[1]) : null,
  }
}

/**
 * What is proposed for a file. `found`: its target is by the name; `made`: a draft that was made for it; `choose`: titles of this name that
 * are of another year, or that have a film already, which it would replace, or get one from another file; or parts of the title that it is for.
 */
export type Match =
  | { readonly kind: 'looking' | 'found' | 'made' | 'several' }
  | {
      readonly kind: 'choose'
      readonly why: 'hasFilm' | 'queued' | 'otherYear' | 'part'
      readonly film: NamedFilm
      readonly among: readonly FoundTarget[]
    }
  | { readonly kind: 'noEpisode'; readonly series: IngestTarget; readonly season: number; readonly episode: number }
  | { readonly kind: 'new'; readonly film: NamedFilm }
  | { readonly kind: 'failed'; readonly film: NamedFilm; readonly message: string }

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s\p{P}]/gu, '')

const isNamed = ({ title }: IngestTarget, name: string): boolean =>
  [title.zh_HK, title.en_US].some((one) => one !== '' && plain(one) === plain(name))

const CHOICES_MAX = 5

/** Another file of the queue is for it. */
type IsQueued = (target: IngestTarget) => boolean
type Matched = { match?: Match | undefined; target?: IngestTarget }

/** Only the one title of just this name is proposed, of this year if the file says one, and without a film; else the operator chooses. */
export function matchOf(film: NamedFilm, found: readonly FoundTarget[], isQueued: IsQueued = () => false): Matched {
  const { name, season, episode, year } = film
  // A number that looks like a year may be the end of the name.
  const full = year === null ? [] : found.filter((target) => isNamed(target, `${name} ${year}`))
  const named = full.length > 0 ? full : found.filter((target) => isNamed(target, name))
  if (named.length === 0) return { match: { kind: 'new', film } }
  const fits = (target: IngestTarget) => target.season === season && target.episode === episode
  const mayBe = ({ releaseYear }: FoundTarget) => year === null || releaseYear === 0 || year === releaseYear
  const ofYear = full.length > 0 ? full : named.filter(mayBe)
  if (ofYear.length === 0)
    return { match: { kind: 'choose', why: 'otherYear', film, among: named.filter(fits).slice(0, CHOICES_MAX) } }
  const fitting = ofYear.filter(fits)
  if (fitting.length > 1) return { match: { kind: 'several' } }
  const [only] = fitting
  if (only) return taken(film, only, isQueued) ?? { match: { kind: 'found' }, target: targetIn(only) }
  if (season !== null && episode !== null) return { match: { kind: 'noEpisode', series: ofYear[0]!, season, episode } }
  return { match: { kind: 'several' } }
}

/** Of a file that was chosen for a title: its part is by the numbers in the name. Undefined without any. */
export function matchWithin(film: NamedFilm, parts: readonly FoundTarget[], isQueued: IsQueued): Matched | undefined {
  const { season, episode } = film
  const fitting = parts.filter((part) => episode === null || (part.season === season && part.episode === episode))
  const [only, second] = fitting
  if (!only) return undefined
  if (second) return { match: { kind: 'choose', why: 'part', film, among: fitting } }
  return taken(film, only, isQueued) ?? { match: undefined, target: targetIn(only) }
}

function taken(film: NamedFilm, only: FoundTarget, isQueued: IsQueued): Matched | undefined {
  if (!only.hasFilm && !isQueued(only)) return undefined
  return { match: { kind: 'choose', why: only.hasFilm ? 'hasFilm' : 'queued', film, among: [only] } }
}

function targetIn(found: FoundTarget): IngestTarget {
  const { hasFilm: _hasFilm, releaseYear: _releaseYear, ...target } = found
  return target
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

/**
 * The file of a film that subtitles are for: whose name begins theirs, else of the same name and episode. Undefined where none or several
 * are, which the operator decides.
 */
export function ownerOf<T extends { readonly fileName: string }>(
  subtitles: string,
  films: readonly T[],
): T | undefined {
  const candidates = films.filter((film) => isBegunBy(subtitles, film.fileName))
  const longest = Math.max(...candidates.map(({ fileName }) => stemOf(fileName).length))
  const nearest = candidates.filter(({ fileName }) => stemOf(fileName).length === longest)
  if (nearest.length > 0) return nearest.length === 1 ? nearest[0] : undefined
  const named = readStem(subtitleName(subtitles).name)
  const same = films.filter(({ fileName }) => isSame(readName(fileName), named))
  return same.length === 1 ? same[0] : undefined
}

/** Languages as the names of files say them in Chinese. */
const IN_CHINESE = /[ ._([-]+(?:[繁簡简][體体]?(?:中文?)?|中文|英文|中英|粵語|國語|普通話|字幕)+[)\]]?$/

/** `EP1` begins `EP1.en.srt`, neither `EP10.srt` nor `EP1 2.srt` nor `EP1 - Director.srt`: what follows says a language, a purpose or the format. */
function isBegunBy(subtitles: string, film: string): boolean {
  const stem = stemOf(film).toLowerCase()
  if (stem === '' || !subtitles.toLowerCase().startsWith(stem)) return false
  const { name } = subtitleName(subtitles.slice(stem.length).replace(/^[_ -]/, '.'))
  const before = `x${name}`
  return before.replace(IN_CHINESE, '').replace(TECHNICAL, '') === 'x'
}

const isSame = (film: NamedFilm, other: NamedFilm): boolean =>
  plain(film.name) === plain(other.name) &&
  film.season === other.season &&
  film.episode === other.episode &&
  (film.year === null || other.year === null || film.year === other.year)
