import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import { PROFILES_MAX } from '#contract/profiles.ts'

export type ProfileFacts = { profileId: string; isFirst: boolean; kids: boolean }

const OF_WORD = /^(?!\p{Script=Han})[\p{L}\p{M}\p{N}'’]/u
const LOOSE_END = /[\s,，、·・‧•–—-]+$/

/** Ten graphemes of the owner's name, in whole words if possible. */
export function firstProfileName(name: string): string {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name.trim())
  const characters = Array.from(graphemes, ({ segment }) => segment)
  if (characters.length <= PROFILE_NAME_MAX) return characters.join('')
  const isOfWord = (at: number): boolean => OF_WORD.test(characters[at] ?? '')
  let end = PROFILE_NAME_MAX
  if (isOfWord(end)) while (isOfWord(end - 1)) end--
  const whole = characters.slice(0, end).join('').replace(LOOSE_END, '')
  return whole || characters.slice(0, PROFILE_NAME_MAX).join('').trim()
}

export const hasProfileSlot = (profiles: number): boolean => profiles < PROFILES_MAX

export const mayDelete = ({ profileId, isFirst }: ProfileFacts, current: string | undefined): boolean =>
  !isFirst && profileId !== current

export function kidsChangeRule({ isFirst, kids }: ProfileFacts, requested = kids): 'free' | 'code' | 'never' {
  if (requested === kids) return 'free'
  if (requested) return isFirst ? 'never' : 'free'
  return 'code'
}
