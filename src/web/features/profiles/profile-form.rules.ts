import * as z from 'zod/mini'
import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import { countGraphemes } from '#contract/visible-text.ts'
import type { Profile } from '#contract/profiles.ts'

/** Counts and validates a name as the server does, without surrounding spaces. */
export function readName(typed: string): { count: number; state: 'empty' | 'fine' | 'too-long' } {
  const count = countGraphemes(typed.trim())
  if (count === 0) return { count, state: 'empty' }
  return { count, state: count <= PROFILE_NAME_MAX ? 'fine' : 'too-long' }
}

export interface AvatarChoice {
  avatarId: string
  kids: boolean
}

/** The default avatar of a new profile: the first of its group that no other profile has, otherwise the group's first. */
export function firstAvatar(icons: readonly AvatarChoice[], taken: readonly string[], kids: boolean): string {
  const group = icons.filter((one) => one.kids === kids)
  const free = group.find(({ avatarId }) => !taken.includes(avatarId))
  return (free ?? group[0] ?? icons[0])?.avatarId ?? ''
}

/** What the form checks before it submits; the messages are the states of `readName`. */
export const profileDraft = z.object({
  name: z.string().check(
    z.refine((name) => readName(name).state !== 'empty', { error: 'empty' }),
    z.refine((name) => readName(name).state !== 'too-long', { error: 'too-long' }),
  ),
  avatarId: z.string(),
  childrenModel: z.boolean(),
})
export type ProfileDraft = z.output<typeof profileDraft>

/** The fields of a draft that differ from the profile. */
export function changesOf(draft: ProfileDraft, profile: Profile): Partial<ProfileDraft> {
  const name = draft.name.trim()
  return {
    ...(name === profile.name ? {} : { name }),
    ...(draft.avatarId === profile.avatarId ? {} : { avatarId: draft.avatarId }),
    ...(draft.childrenModel === profile.childrenModel ? {} : { childrenModel: draft.childrenModel }),
  }
}

/** Why a profile cannot be deleted; undefined if it can. The server has the same rule. */
export const deletionObstacle = (profile: Pick<Profile, 'deletable' | 'current'>): 'first' | 'in-use' | undefined => {
  if (!profile.deletable) return 'first'
  return profile.current ? 'in-use' : undefined
}
