import { chooseProfile, type Profile } from '#contract/profiles.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { enterProfile, isKidsMode } from '#web/viewer/session/session.ts'

/** Chooses a profile. Leaving a kids profile for another kind takes the parental code, which the server requires too. */
export function useChoose() {
  const { submit, pendingInput } = useSubmit(chooseProfile, {
    onSuccess: ({ profile }) => enterProfile(profile),
    // `choose` opens the parental code dialog instead.
    on: { PARENTAL_CODE_REQUIRED: () => {} },
    toastsRefusals: true,
  })
  const choose = async (profile: Profile): Promise<void> => {
    if (pendingInput) return
    const withCode = () => requestParentalCode({ purpose: 'leave-kids', profile })
    if (isKidsMode() && !profile.childrenModel) {
      await withCode()
      return
    }
    const answer = await submit({ profileId: profile.profileId })
    if (answer.result === 'FAILED' && answer.failure.errorCode === 'PARENTAL_CODE_REQUIRED') await withCode()
  }
  return { choose, chosen: pendingInput?.profileId }
}
