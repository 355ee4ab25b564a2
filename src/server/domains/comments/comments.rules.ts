import { createHash } from 'node:crypto'
import type { CommentStatus } from '#contract/comments.ts'
import { hasLink } from '#contract/links.ts'
import { DEFAULT_RATING } from '#contract/ratings.ts'
import { asRead } from '#contract/visible-text.ts'
import type { Halves, Rating, ReviewReason } from './comments-model.ts'
import { hasTelephone } from './telephones.rules.ts'

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
