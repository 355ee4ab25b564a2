import { type CommentStatus, DEFAULT_RATING } from '#contract/comments.ts'
import { hasLink } from '#contract/links.ts'
import { asRead } from '#contract/visible-text.ts'
import type { ReviewReason } from '#contract/admin/comments.ts'
import type { Halves, Rating } from './comments-model.ts'

/** Weight of the prior (3.5) in the score (ours). */
export const PRIOR_VOTES = 10
/** Half stars; `counts[0]`. */
const LOWEST_HALVES = 2
const HALVES_OF_A_STAR = 2
export const NO_VOTES: readonly number[] = Object.freeze(Array.from({ length: 9 }, () => 0))

export const countVotes = (counts: readonly number[], change: { added?: Halves; removed?: Halves }): number[] =>
  counts.map((count, at) => {
    const halves = at + LOWEST_HALVES
    return count + (change.added === halves ? 1 : 0) - (change.removed === halves ? 1 : 0)
  })

export function ratingOf(counts: readonly number[]): Rating {
  const votes = counts.reduce((sum, count) => sum + count, 0)
  const stars = counts.reduce((sum, count, at) => sum + (count * (at + LOWEST_HALVES)) / HALVES_OF_A_STAR, 0)
  return {
    votes,
    rating: votes === 0 ? DEFAULT_RATING : stars / votes,
    score: (stars + PRIOR_VOTES * DEFAULT_RATING) / (votes + PRIOR_VOTES),
    counts,
  }
}

/** One star first; half a star counts for the star above. */
export function byStars(counts: readonly number[]): number[] {
  const stars = [0, 0, 0, 0, 0]
  for (const [at, count] of counts.entries()) {
    const star = Math.ceil((at + LOWEST_HALVES) / HALVES_OF_A_STAR) - 1
    stars[star] = (stars[star] ?? 0) + count
  }
  return stars
}

/** Undefined when the decision changes nothing. A comment that was published before is removed, not rejected. */
export function messageAfter(
  { status: before, reviewReasons }: { status: CommentStatus; reviewReasons: readonly string[] },
  after: CommentStatus,
): 'commentPublished' | 'commentRejected' | 'commentRemoved' | undefined {
  if (before === after) return undefined
  if (after === 'published') return 'commentPublished'
  if (after === 'rejected')
    return before === 'published' || reviewReasons.includes('reported') ? 'commentRemoved' : 'commentRejected'
  return undefined
}

/** Accounts whose reports hide a comment until review. */
export const REPORTS_MAX = 5

const MAILBOX = /[\w.+-]+\s?@\s?[\w-]+\s?\.\s?\w{2,}/u

/** Contains a link, mailbox or telephone number. */
function leadsAway(text: string): boolean {
  const read = asRead(text)
  return hasLink(text) || MAILBOX.test(read) || hasTelephone(read)
}

/** For word lookup: lower case, letters and digits only. */
export const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export type ReviewFacts = {
  text: string
  /** As `compact` returns them. */
  listed: readonly string[]
  /** The account has no other published comment. */
  isFirst: boolean
  /** An earlier comment of the account on the title was rejected, or hidden by reports. */
  isHeld: boolean
  isReported: boolean
}

/** Empty: published at once. */
export function reviewReasons({ text, listed, isFirst, isHeld, isReported }: ReviewFacts): ReviewReason[] {
  const searched = compact(text)
  const found: Readonly<Record<ReviewReason, boolean>> = {
    link: leadsAway(text),
    word: listed.some((word) => searched.includes(word)),
    first: isFirst,
    reported: isReported,
    rejected: isHeld,
  }
  return (Object.keys(found) as ReviewReason[]).filter((reason) => found[reason])
}

/**
 * Listed words, mailboxes and telephone numbers in a text as it is written, in order and apart. The rules also find what a text hides,
 * of which this shows nothing.
 */
export function marksIn(text: string, listed: readonly string[]): { from: number; to: number }[] {
  const patterns = listed.map((word) => [...word].map((letter) => RegExp.escape(letter)).join('[^\\p{L}\\p{N}]*'))
  const found = [
    ...patterns.flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'giu'))]),
    ...text.matchAll(new RegExp(MAILBOX, 'gu')),
    ...[...text.matchAll(RUN)].filter(([run]) => hasTelephone(run)),
  ].map(({ 0: { length }, index }) => ({ from: index, to: index + length }))
  const marks: { from: number; to: number }[] = []
  for (const mark of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = marks.at(-1)
    if (last && mark.from <= last.to) last.to = Math.max(last.to, mark.to)
    else marks.push(mark)
  }
  return marks
}

const NUMERALS: ReadonlyMap<string, string> = new Map(
  ['〇零○', '一壹', '二貳贰', '三參叁', '四肆', '五伍', '六陸陆', '七柒', '八捌', '九玖'].flatMap((forms, digit) =>
    [...forms].map((form) => [form, String(digit)] as const),
  ),
)
const CHINESE = `[${[...NUMERALS.keys()].join('')}]`

/** Digits with at most three separators in between, and price marks. */
const RUN = new RegExp(
  String.raw`([$€£¥]\s?)?((?:\d+|${CHINESE}+)(?:[\s.\p{Pd}\u2212~·•‧∙・()]{0,3}(?:\d+|${CHINESE}+))*)(\s?[元圓円蚊萬万億亿])?`,
  'gu',
)
const GROUP = new RegExp(String.raw`\d+|${CHINESE}+`, 'gu')

/** Hong Kong and Macau: eight digits from 2 to 9; mainland China and North America: eleven from 1. */
const NUMBER = /^(?:00)?(?:85[23])?[2-9]\d{7}$|^(?:(?:00)?86)?1\d{10}$/
const DIGITS_MAX = 15
/** Round amounts. */
const ROUND = /0{5}$/

const YEAR = '(?:19|20)\\d\\d'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
/** Not telephone numbers: two years, a date, millions, results (`8.5 9.0 7.5 8.0`). */
const OTHERS = new RegExp(
  [
    `${YEAR} ${YEAR}`,
    `${YEAR} ?${MONTH} ?${DAY}`,
    `(?:${DAY} ?${MONTH}|${MONTH} ?${DAY}) ?${YEAR}`,
    '\\d{2} \\d{3} 000',
  ]
    .map((shape) => `^${shape}$`)
    .join('|'),
)
const MARKS = /^\d{1,2}(?:[.\p{Pd}]\d)(?:\s+\d{1,2}[.\p{Pd}]\d)+$/u

/** However its digits are separated. `text` as `asRead` returns it. */
export function hasTelephone(text: string): boolean {
  return [...text.matchAll(RUN)].some(([, currency, run = '', unit]) => {
    const groups = run.match(GROUP) ?? []
    if (groups.length === 1 && (currency ?? unit) !== undefined) return false
    return !MARKS.test(run) && isAnyNumber(groups.map(toDigits))
  })
}

const toDigits = (group: string): string => [...group].map((digit) => NUMERALS.get(digit) ?? digit).join('')

function isAnyNumber(groups: readonly string[]): boolean {
  return groups.some((_, from) => {
    let digits = ''
    for (let to = from; to < groups.length && digits.length <= DIGITS_MAX; to++) {
      digits += groups[to]
      if (isNumber(digits, groups.slice(from, to + 1))) return true
    }
    return false
  })
}

const isNumber = (digits: string, groups: readonly string[]): boolean =>
  NUMBER.test(digits) && !OTHERS.test(groups.join(' ')) && !(groups.length === 1 && ROUND.test(digits))
