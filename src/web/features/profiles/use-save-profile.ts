import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AvatarId } from '#contract/avatars.ts'
import { chooseProfile, createProfile, type Profile, updateProfile } from '#contract/profiles.ts'
import { call } from '#web/viewer/session/api-client.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { enterProfile, storeProfile } from '#web/viewer/session/session.ts'
import { navigationBridge } from '#web/viewer/session/navigation-bridge.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { changesOf, type ProfileDraft } from './profile-form.rules.ts'
import { useProfilesText } from './profiles-text.ts'

/** Why a draft was not taken: at its name, or as a whole. */
export interface SaveRefusal {
  name?: string
  form?: string
}

/** Saves a draft: as changes of a profile, or as a new one, which is then entered for its genres to be chosen. */
export function useSaveProfile(profile: Profile | undefined) {
  const { edit } = useProfilesText()
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)

  const update = async (known: Profile, draft: ProfileDraft): Promise<SaveRefusal | undefined> => {
    const { avatarId, ...changes } = changesOf(draft, known)
    const picture = avatarId === undefined ? {} : { avatarId: avatarId as AvatarId }
    const send = () => call(updateProfile, { profileId: known.profileId, ...changes, ...picture })
    let answer = await send()
    if (answer.result === 'FAILED' && answer.errorCode === 'PARENTAL_CODE_REQUIRED') {
      if (!(await requestParentalCode({ purpose: 'kids-off' }))) return undefined
      answer = await send()
    }
    if (answer.result === 'FAILED') return refusalOf(answer)
    showToast({ text: edit.saved })
    navigationBridge().refreshAnswers()
    // The profile that is in use has become a child's: its home is another one.
    if (answer.profile.current && changes.childrenModel !== undefined) enterProfile(answer.profile)
    else {
      if (answer.profile.current) storeProfile(answer.profile)
      void navigate(PATHS.profiles)
    }
    return undefined
  }

  const create = async ({ name, avatarId, childrenModel }: ProfileDraft): Promise<SaveRefusal | undefined> => {
    const answer = await call(createProfile, {
      name: name.trim(),
      avatarId: avatarId as AvatarId,
      childrenModel,
    })
    if (answer.result === 'FAILED') return refusalOf(answer)
    navigationBridge().refreshAnswers()
    showToast({ text: edit.created(answer.profile.name) })
    // A child's is only made here; entering it is a choice of its own, since leaving it takes the code.
    const chosen = childrenModel ? undefined : await call(chooseProfile, { profileId: answer.profile.profileId })
    if (chosen?.result !== 'SUCCESS') {
      void navigate(PATHS.profiles, { replace: true })
      return undefined
    }
    storeProfile(chosen.profile)
    void navigate(PATHS.moviePreference, { replace: true })
    return undefined
  }

  const save = async (draft: ProfileDraft): Promise<SaveRefusal | undefined> => {
    if (isSaving) return undefined
    setSaving(true)
    try {
      return await (profile ? update(profile, draft) : create(draft))
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}

function refusalOf({ message, fields }: Failure): SaveRefusal {
  return fields?.name ? { name: fields.name } : { form: message }
}
