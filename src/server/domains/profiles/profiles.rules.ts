import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'

/** A profile as far as it decides what may be done with it. */
export type ProfileFacts = { profileId: string; isFirst: boolean; kids: boolean }

/** The name of an account's first profile: the first ten characters of its owner's, as readers count them. */
export function firstName(name: string): string {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name.trim())
  const first = Array.from(graphemes, ({ segment }) => segment).slice(0, PROFILE_NAME_MAX)
  return first.join('').trim()
}

/** Whether one more profile may be made. */
export const hasRoom = (profiles: number): boolean => profiles < PROFILES_MAX

/** Whether a profile may be deleted: the account keeps its first, and nobody deletes what they are in. */
export const mayDelete = ({ profileId, isFirst }: ProfileFacts, current: string | undefined): boolean =>
  !isFirst && profileId !== current

/** What a change of the kids flag takes: nothing, the parental code, or it is not done at all. */
export function ruleOnKids({ isFirst, kids }: ProfileFacts, wanted = kids): 'free' | 'code' | 'never' {
  if (wanted === kids) return 'free'
  if (wanted) return isFirst ? 'never' : 'free'
  return 'code'
}
