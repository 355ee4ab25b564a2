import { useNavigate } from '#web/kit/router.tsx'
import type { AvatarId } from '#contract/avatars.ts'
import { createProfile, type Profile, updateProfile } from '#contract/profiles.ts'
import type { FormRefusal } from '#web/kit/form.rules.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type SubmitRefusal, useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { enterProfile, storeProfile } from '#web/viewer/session/session.ts'
import { changesOf, type ProfileDraft } from './profile-form.rules.ts'

type Save = (draft: ProfileDraft) => Promise<FormRefusal | undefined>

/** Saves a draft: the changes of a profile, or a new one. */
export function useSaveProfile(profile: Profile | undefined): Save {
  const update = useUpdate(profile)
  const create = useCreate()
  return profile ? update : create
}

function useUpdate(profile: Profile | undefined): Save {
  const { edit } = useText('profiles')
  const navigate = useNavigate()
  const { submit } = useSubmit(updateProfile, { invalidates: 'all', toast: edit.saved })
  return async (draft) => {
    if (!profile) return undefined
    const { avatarId, ...changes } = changesOf(draft, profile)
    const avatar = avatarId === undefined ? {} : { avatarId: avatarId as AvatarId }
    const send = () => submit({ profileId: profile.profileId, ...changes, ...avatar })
    let answer = await send()
    if (answer.result === 'FAILED' && answer.failure.errorCode === 'PARENTAL_CODE_REQUIRED') {
      if (!(await requestParentalCode({ purpose: 'kids-off' }))) return undefined
      answer = await send()
    }
    if (answer.result === 'FAILED') return nameRefusal(answer)
    const saved = answer.profile
    // The current profile became a kids profile, or stopped being one: it has another home.
    if (saved.current && changes.childrenModel !== undefined) enterProfile(saved)
    else {
      if (saved.current) storeProfile(saved)
      navigate(PATHS.profiles)
    }
    return undefined
  }
}

/** Creates a profile, and goes back to the profiles: the one in use stays, until another is chosen. */
function useCreate(): Save {
  const { edit } = useText('profiles')
  const navigate = useNavigate()
  const creating = useSubmit(createProfile, {
    invalidates: 'all',
    onSuccess: ({ profile }) => showToast({ text: edit.created(profile.name) }),
  })
  return async ({ name, avatarId, childrenModel }) => {
    const answer = await creating.submit({ name: name.trim(), avatarId: avatarId as AvatarId, childrenModel })
    if (answer.result === 'FAILED') return nameRefusal(answer)
    navigate(PATHS.profiles, { replace: true })
    return undefined
  }
}

/** The name is the only field with room for a message. */
function nameRefusal({ message, fields }: SubmitRefusal): FormRefusal {
  return fields?.name ? { message, fields: { name: fields.name } } : { message }
}
