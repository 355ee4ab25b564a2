import { useNavigate } from 'react-router'
import { chooseProfile, type Profile } from '#contract/profiles.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { readPendingAction } from '#web/viewer/session/pending-action.ts'
import { enterProfile, isKidsMode, storeProfile } from '#web/viewer/session/session.ts'
import { asksGenres } from './genres.rules.ts'

/** Chooses a profile; one that is new is asked for its genres first, unless a favourite or a playback waits to be resumed. Leaving a kids profile for another kind takes the parental code, which the server requires too. */
export function useChoose() {
  const navigate = useNavigate()
  const { submit, pendingInput } = useSubmit(chooseProfile, {
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
    if (answer.result === 'FAILED') {
      if (answer.failure.errorCode === 'PARENTAL_CODE_REQUIRED') await withCode()
    } else if (asksGenres(profile) && !waitsToBeResumed()) {
      storeProfile(answer.profile)
      void navigate(PATHS.moviePreference)
    } else enterProfile(answer.profile)
  }
  return { choose, chosen: pendingInput?.profileId }
}

const waitsToBeResumed = (): boolean => {
  const kind = readPendingAction()?.action.kind
  return kind === 'favorite' || kind === 'play'
}
