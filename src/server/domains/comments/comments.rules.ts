import { createHash } from 'node:crypto'
import type { CommentStatus } from '#contract/comments.ts'
import { hasLink } from '#contract/links.ts'
import { DEFAULT_RATING } from '#contract/ratings.ts'
import { asRead } from '#contract/visible-text.ts'
import type { Halves, Rating, ReviewReason } from './comments-model.ts'

/** How many votes the prior of 3.5 weighs in the score that lists sort by (ours). */
export const PRIOR_VOTES = 10
/** Half stars of the lowest vote, which `counts[0]` counts. */
const LOWEST_HALVES = 2
const HALVES_OF_A_STAR = 2
/** A title without votes. */
export const NO_VOTES: readonly number[] = Object.freeze(Array.from({ length: 9 }, () => 0))

/** The votes with one more or one less. */
export const countVotes = (counts: readonly number[], change: { added?: Halves; removed?: Halves }): number[] =>
  counts.map((count, at) => {
    const halves = at + LOWEST_HALVES
    return count + (change.added === halves ? 1 : 0) - (change.removed === halves ? 1 : 0)
  })

/** The rating that votes make. */
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

/** Votes by whole stars, one star first; half a star counts for the star above. */
export function byStars(counts: readonly number[]): number[] {
  const stars = [0, 0, 0, 0, 0]
  for (const [at, count] of counts.entries()) {
    const star = Math.ceil((at + LOWEST_HALVES) / HALVES_OF_A_STAR) - 1
    stars[star] = (stars[star] ?? 0) + count
  }
  return stars
}

/**
 * What its author is told of a decision; nothing when it changes nothing. One that others have seen, also before their reports took it off,
 * is removed, not kept back.
 */
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

/** A short version of what a reader sees: it differs once the text or its spoiler mark was changed. */
export const versionOf = ({ text, spoiler }: { text: string; spoiler: boolean }): string =>
  createHash('sha256').update(`${spoiler}\n${text}`).digest('hex').slice(0, 8)

/** From this many accounts on, reports take a comment off until an operator has read it. */
export const REPORTS_MAX = 5

const MAILBOX = /[\w.+-]+\s?@\s?[\w-]+\s?\.\s?\w{2,}/u

/** Whether a text leads its reader elsewhere: to a page, a mailbox or a telephone. */
function leadsAway(text: string): boolean {
  const read = asRead(text)
  return hasLink(text) || MAILBOX.test(read) || hasTelephone(read)
}

/** Text as words are looked for: lower case, letters and digits only. */
export const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What the rules read of a comment. */
export type ReviewFacts = {
  text: string
  /** The list of words, compact. */
  listed: readonly string[]
  /** The account has no other comment that is published. */
  isFirst: boolean
  /** An earlier comment of the account on the title was rejected, or taken off by reports. */
  isHeld: boolean
  /** It has open reports. */
  isReported: boolean
}

/** Why a comment has to wait for review; none when it is published at once. */
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

/** Digits as Chinese writes them. */
const NUMERALS: ReadonlyMap<string, string> = new Map(
  ['〇零○', '一壹', '二貳贰', '三參叁', '四肆', '五伍', '六陸陆', '七柒', '八捌', '九玖'].flatMap((forms, digit) =>
    [...forms].map((form) => [form, String(digit)] as const),
  ),
)
const CHINESE = `[${[...NUMERALS.keys()].join('')}]`

/** Digits with at most three separators between two of them, and what shows a price. */
const RUN = new RegExp(
  String.raw`([$€£¥]\s?)?((?:\d+|${CHINESE}+)(?:[\s.\p{Pd}\u2212~·•‧∙・()]{0,3}(?:\d+|${CHINESE}+))*)(\s?[元圓円蚊萬万億亿])?`,
  'gu',
)
const GROUP = new RegExp(String.raw`\d+|${CHINESE}+`, 'gu')

/** In Hong Kong and Macau eight digits from 2 to 9; in mainland China and North America eleven from 1. */
const NUMBER = /^(?:00)?(?:85[23])?[2-9]\d{7}$|^(?:(?:00)?86)?1\d{10}$/
const DIGITS_MAX = 15
/** Round, as amounts are. */
const ROUND = /0{5}$/

const YEAR = '(?:19|20)\\d\\d'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
/** Groups of digits that are none: two years, a date, millions, and several marks or results of matches (`8.5 9.0 7.5 8.0`). */
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

/** Whether a text has a telephone number in it, however its digits are separated. The text is as `asRead` gives it. */
export function hasTelephone(text: string): boolean {
  return [...text.matchAll(RUN)].some(([, currency, run = '', unit]) => {
    const groups = run.match(GROUP) ?? []
    if (groups.length === 1 && (currency ?? unit) !== undefined) return false
    return !MARKS.test(run) && isAnyNumber(groups.map(toDigits))
  })
}

const toDigits = (group: string): string => [...group].map((digit) => NUMERALS.get(digit) ?? digit).join('')

/** Whether neighbouring groups make a number together. */
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
