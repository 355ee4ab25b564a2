import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'

/** The facts that decide what may be done with a profile. */
export type ProfileFacts = { profileId: string; isFirst: boolean; kids: boolean }

/** The name of an account's first profile: the first ten graphemes of its owner's name. */
export function firstProfileName(name: string): string {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name.trim())
  const characters = Array.from(graphemes, ({ segment }) => segment).slice(0, PROFILE_NAME_MAX)
  return characters.join('').trim()
}

export const hasProfileSlot = (profiles: number): boolean => profiles < PROFILES_MAX

/** True unless the profile is the account's first or the session's own. */
export const mayDelete = ({ profileId, isFirst }: ProfileFacts, current: string | undefined): boolean =>
  !isFirst && profileId !== current

/** The requirement of a change to the kids flag: none, the parental code, or never allowed. */
export function kidsChangeRule({ isFirst, kids }: ProfileFacts, requested = kids): 'free' | 'code' | 'never' {
  if (requested === kids) return 'free'
  if (requested) return isFirst ? 'never' : 'free'
  return 'code'
}
