import type { Restriction } from '#contract/restrictions.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { ListedWindow } from '../catalogue/index.ts'
/**
 * How well a token says what its title or person is: smaller comes first. A token that equals what was typed counts `EXACT` less.
 * A whole word comes before the beginning of one, wherever in the title it is.
 */
export const TIERS = {
  wordAtStart: 7,
  word: 9,
  start: 10,
  inside: 20,
  anyOrder: 25,
  alias: 30,
  aliasWord: 29,
  insideAlias: 31,
  person: 40,
  insidePerson: 42,
  personSound: 44,
  sound: 50,
  otherSound: 52,
  aliasSound: 54,
  insideSound: 56,
  insideOtherSound: 58,
  initials: 60,
  insideInitials: 62,
  anyOrderWithPeople: 65,
  typo: 71,
} as const

/** What a token that equals the whole of what was typed gains. */
export const EXACT = 5

/** Begins a token of a whole word: no key begins with it, so that such tokens are found by equality only. */
export const WHOLE_WORD = '='

/** A form by which something is found. */
export type Token = { readonly token: string; readonly tier: number }

/** A title that was found, with how well it matches. */
export type Found = { titleId: number; programId: string; tier: number }

/** What a suggestion shows of a title. `people` have a name that begins with what was typed. */
export type ShownTitle = {
  programId: string
  programType: 'movie' | 'drama'
  title: LocalizedText
  aliases: string[]
  image: string
  restriction: Restriction
  releaseYear: number
  people: LocalizedText[]
}

/** A person with how many of their titles the viewer may see. */
export type ShownPerson = { personId: string; name: LocalizedText; titles: number; directs: boolean }

/** A title with what it is found by and what a suggestion shows of it. */
export type NamedTitle = {
  titleId: number
  /** What was indexed, and by which rules: its tokens are the same as long as this and `names` are. */
  revision: string
  popularity: number
  isForKids: boolean
  /** Empty while it is not published. */
  windows: readonly ListedWindow[]
  /** The words of its names, each after a space (`SearchText`). */
  names: string
  /** `personNo` of all who take part, in order. */
  people: readonly number[]
  directors: readonly number[]
  shown: Omit<ShownTitle, 'people'>
}

/** A person with the words of both names, each after a space. */
export type NamedPerson = { personNo: number; personId: string; zh: string; en: string; text: string }

/** A word of the catalogue, and in how many names it stands. */
export type KnownWord = { word: string; frequency: number }
