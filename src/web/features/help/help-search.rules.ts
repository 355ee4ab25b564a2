import {
  type Article,
  type ArticlePart,
  type ArticleValues,
  fillIn,
  knownBlocks,
  plainText,
} from '#web/kit/article-model.ts'

export interface HelpEntry {
  part: ArticlePart
  topic: string
  /** An error code: `4032`. */
  code: string | undefined
}

/** `0x800a1000` → `0x800A1000`, `wrong-code` → `WRONG_CODE`. */
export const codeOf = (anchor: string): string =>
  anchor.startsWith('0x') ? `0x${anchor.slice(2).toUpperCase()}` : anchor.toUpperCase().replaceAll('-', '_')

/** The inverse, tolerant of spaces and case. */
export const anchorOf = (code: string): string => code.trim().toLowerCase().replaceAll('_', '-')

export const questionsOf = ({ sections }: Article): HelpEntry[] =>
  sections.flatMap(({ id: topic, parts }) => parts.map((part) => ({ part, topic, code: undefined })))

export const errorsOf = ({ sections }: Article): HelpEntry[] =>
  sections.flatMap(({ parts }) => parts.map((part) => ({ part, topic: 'errors', code: codeOf(part.id) })))

/** Leaves out entries whose every sentence names an unknown value. */
export const knownEntries = (entries: readonly HelpEntry[], values: ArticleValues): HelpEntry[] =>
  entries
    .map((entry) => ({ ...entry, part: { ...entry.part, blocks: knownBlocks(entry.part.blocks, values) } }))
    .filter(({ part }) => part.blocks.length > 0)

/** The keyword in the articles' characters: `订阅` as `訂閱`. */
export function inTheirCharacters(keyword: string, articles: readonly Pick<Article, 'variants'>[]): string {
  const pairs = articles.flatMap(({ variants = '' }) => variants.match(/../gu) ?? [])
  const forms = new Map(pairs.map((pair) => [pair[0], pair[1]]))
  return Array.from(keyword, (character) => forms.get(character) ?? character).join('')
}

/** `e-mail`, `can’t`. */
const WITHIN_WORDS = /(\p{L})['’‐-](?=\p{L})/gu
/** `48 小時` and `48小時` are the same. */
const AFTER_HAN = /(\p{sc=Han})\s+/gu
const BEFORE_HAN = /\s+(?=\p{sc=Han})/gu

const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(WITHIN_WORDS, '$1')
    .replaceAll(AFTER_HAN, '$1')
    .replaceAll(BEFORE_HAN, '')

/** All have to match; Chinese is not divided. */
export const wordsIn = (keyword: string): string[] =>
  keyword
    .normalize('NFKC')
    .split(/[\s，。、,?？]+/u)
    .map(normal)
    .filter(Boolean)

/** `head`: heading, other words and code; `all`: the answer too. */
function searchedOf({ part, code = '' }: HelpEntry, values: ArticleValues) {
  const head = normal(fillIn(`${part.heading} ${part.also ?? ''} ${code}`, values))
  return { head, all: `${head} ${normal(fillIn(plainText(part.blocks), values))}` }
}

/**
 * Entries that contain every word, those with it in heading or code first.
 * @param values of the placeholders in answers
 */
export function searchHelp(entries: readonly HelpEntry[], keyword: string, values: ArticleValues): HelpEntry[] {
  const terms = wordsIn(keyword)
  if (terms.length === 0) return []
  return byScore(entries, (entry) => {
    const { head, all } = searchedOf(entry, values)
    if (terms.every((term) => head.includes(term))) return 2
    return terms.every((term) => all.includes(term)) ? 1 : 0
  })
}

const byScore = (entries: readonly HelpEntry[], scoreOf: (entry: HelpEntry) => number): HelpEntry[] =>
  entries
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry)

/** Longer words lose their endings: `renting`, `forgotten` → `rent`, `forgot`. */
const STEM_MIN = 4
const ENDING_MAX = 3

type Searched = ReturnType<typeof searchedOf>
type Piece = (text: string) => boolean

/** Chinese matches anywhere. */
const within =
  (pair: string): Piece =>
  (text) =>
    text.includes(pair)

function beginning(word: string): Piece {
  const stem = word.slice(0, Math.max(STEM_MIN, word.length - ENDING_MAX))
  return (text) => text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(stem))
}

/** Beginnings of words, and pairs of Chinese characters. */
function piecesOf(keyword: string, fillers: readonly string[]): Piece[] {
  const isHan = (text: string) => /\p{sc=Han}/u.test(text)
  const spaced = (text: string, filler: string) => text.replaceAll(filler, ' ')
  const text = fillers.filter(isHan).reduce(spaced, wordsIn(keyword).join(' '))
  return (text.match(/\p{sc=Han}+|[^\p{sc=Han}\s]+/gu) ?? []).flatMap((run) => {
    if (!isHan(run)) return fillers.includes(run) ? [] : [beginning(run)]
    const signs = [...run]
    return signs.length === 1 ? [within(run)] : signs.slice(1).map((sign, at) => within(`${signs[at]}${sign}`))
  })
}

const CLOSEST_MAX = 6

/**
 * Best partial matches; rare pieces weigh more.
 * @param fillers words of a question without meaning
 */
export function closestHelp(
  entries: readonly HelpEntry[],
  { keyword, fillers }: { keyword: string; fillers: readonly string[] },
  values: ArticleValues,
): HelpEntry[] {
  const searched = new Map(entries.map((entry) => [entry, searchedOf(entry, values)]))
  const scores = new Map(entries.map((entry) => [entry, 0]))
  for (const has of piecesOf(keyword, fillers)) {
    const found = entries.filter((entry) => has(searched.get(entry)!.all))
    for (const entry of found)
      scores.set(entry, scores.get(entry)! + pointsOf(has, searched.get(entry)!) / found.length)
  }
  const best = Math.max(...scores.values())
  return byScore(entries, (entry) => (scores.get(entry)! > best / 3 ? scores.get(entry)! : 0)).slice(0, CLOSEST_MAX)
}

const pointsOf = (has: Piece, { head }: Searched): number => (has(head) ? 2 : 1)
