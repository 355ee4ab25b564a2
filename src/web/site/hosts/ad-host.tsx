import { Suspense, useCallback, useEffect, useState } from 'react'
import { listHomeBanner } from '#contract/banners.ts'
import { mayShowAd, mayShowPopup } from '#web/features/ads/ad.rules.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import { adSeen, popupSeen } from '#web/viewer/session/visit-storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { AD, POPUP } from './layers.tsx'

/** Delay after the page is idle. */
const DELAY_MS = 1500

/** due: being loaded; open: on screen; popup: the other ad, which looks after itself. */
type Phase = 'waiting' | 'due' | 'open' | 'popup' | 'over'

/** Shows the homepage ad after the page has been idle. */
export function AdHost() {
  const [phase, setPhase] = useState<Phase>('waiting')
  const { programId } = useProgramOverlay()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    afterFirstPaint(() => {
      if (!gone) timer = setTimeout(() => setPhase(firstPhase(readMoment())), DELAY_MS)
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  const isLoading = phase === 'due'
  const ad = useCall(listHomeBanner, { place: 'ad' }, { enabled: isLoading })
  const banner = ad.data?.data.bannerList[0]
  useEffect(() => {
    if (!isLoading || !banner) return
    let gone = false
    // Loading takes a while: the viewer may have opened something meanwhile.
    void AD.whenLoaded().then((isLoaded) => {
      if (!gone) setPhase(isLoaded && mayShowAd(readMoment()) ? 'open' : 'over')
    })
    return () => {
      gone = true
    }
  }, [isLoading, banner])
  // A title was opened by its address: the ad does not stay behind it.
  if (programId && phase !== 'waiting' && phase !== 'over') setPhase('over')
  const close = useCallback(() => setPhase('over'), [])
  if (phase === 'popup') {
    return (
      <ErrorBoundary resetKey="">
        <Suspense fallback={null}>
          <POPUP.Screen mayOpen={() => mayShowPopup(readMoment())} onClose={close} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  if (phase !== 'open' || !banner) return null
  return (
    <ErrorBoundary resetKey="">
      <Suspense fallback={null}>
        <AD.Screen banner={banner} onClose={close} />
      </Suspense>
    </ErrorBoundary>
  )
}

function firstPhase(moment: ReturnType<typeof readMoment>): Phase {
  if (mayShowAd(moment)) return 'due'
  return mayShowPopup(moment) ? 'popup' : 'over'
}

function readMoment() {
  return {
    seen: adSeen(),
    popupSeen: popupSeen(),
    kidsMode: isKidsMode(),
    occupied:
      document.documentElement.dataset.locked !== undefined || document.activeElement instanceof HTMLInputElement,
  }
}
