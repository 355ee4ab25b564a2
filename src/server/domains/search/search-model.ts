import type { Restriction } from '#contract/restrictions.ts'
import type { LocalizedText } from '../catalogue/index.ts'
import type { ListedWindow } from '../catalogue/index.ts'
/** Smaller is better. A token equal to the query counts `EXACT` less. Whole words precede prefixes. */
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

export const EXACT = 5

/** Prefix of whole-word tokens; no key begins with it. */
export const WHOLE_WORD = '='

export type Token = { readonly token: string; readonly tier: number }

export type Found = { titleId: number; programId: string; tier: number }

/** `people`: whose name matches. */
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

/** `titles`: those that the viewer may see. */
export type ShownPerson = { personId: string; name: LocalizedText; titles: number; directs: boolean }

export type NamedTitle = {
  titleId: number
  /** Changes with the tokens. */
  revision: string
  popularity: number
  isForKids: boolean
  /** Empty while unpublished. */
  windows: readonly ListedWindow[]
  /** Words, each after a space (`SearchText`). */
  names: string
  /** `personNo`, in order. */
  people: readonly number[]
  directors: readonly number[]
  shown: Omit<ShownTitle, 'people'>
}

/** Words of both names, each after a space. */
export type NamedPerson = { personNo: number; personId: string; zh: string; en: string; text: string }

/** `frequency`: names that contain it. */
export type KnownWord = { word: string; frequency: number }
