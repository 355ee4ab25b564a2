import { useState } from 'react'
import { chooseProfile, type Profile } from '#contract/profiles.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { enterProfile, isKidsMode } from '#web/viewer/session/session.ts'
import { showToast } from '#web/kit/toast-store.ts'

/** Enters a profile. Out of a kids profile into another one than a child's it takes the code, which the server asks for too. */
export function useChoose() {
  const [chosen, setChosen] = useState<string>()
  const choose = async (profile: Profile): Promise<void> => {
    if (chosen !== undefined) return
    const withCode = () => requestParentalCode({ purpose: 'leave-kids', profile })
    if (isKidsMode() && !profile.childrenModel) {
      await withCode()
      return
    }
    setChosen(profile.profileId)
    const answer = await call(chooseProfile, { profileId: profile.profileId })
    setChosen(undefined)
    if (answer.result === 'SUCCESS') enterProfile(answer.profile)
    else if (answer.errorCode === 'PARENTAL_CODE_REQUIRED') await withCode()
    else showToast({ text: answer.message })
  }
  return { choose, chosen }
}
