import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { listHomeBanner } from '#contract/banners.ts'
import { mayShowAd, mayShowPopup, OPEN_WITHIN_MS } from '#web/features/ads/ad.rules.ts'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { toastStore } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { adSeen, popupSeen, rememberAd, rememberPopup } from '#web/viewer/session/visit-storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { AD, POPUP } from './layers.tsx'

/** Delay after the page is idle, when this is loaded. */
const DELAY_MS = 500

const USES = ['pointerdown', 'keydown', 'wheel'] as const

/** popup: the other ad, which looks after itself. */
type Phase = 'waiting' | 'due' | 'open' | 'popup' | 'over'

/** The homepage ad opens within `OPEN_WITHIN_MS` of `shownAtMs`; a later one counts as shown today. */
export function AdHost({ shownAtMs }: { shownAtMs: number }) {
  const [phase, setPhase] = useState<Phase>('waiting')
  const [address] = useState(() => location.hash)
  const { programId } = useProgramOverlay()
  const isUsed = useUsedPage()
  useEffect(() => {
    const timer = setTimeout(
      () => setPhase(firstPhase(readMoment(address, isUsed()), performance.now() - shownAtMs)),
      DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [shownAtMs, address, isUsed])
  const isLoading = phase === 'due'
  const ad = useCall(listHomeBanner, { place: 'ad' }, { enabled: isLoading })
  const banner = ad.data?.data.bannerList[0]
  useEffect(() => {
    if (!isLoading || !banner) return
    let gone = false
    // Loading takes a while: the viewer may have opened something meanwhile.
    const decoded = import('#web/features/ads/ad-image.ts').then(({ decodeAd }) => decodeAd(banner))
    void Promise.all([AD.whenLoaded(), decoded.catch(() => false)]).then(([isLoaded, isDecoded]) => {
      if (gone) return
      const isLate = performance.now() - shownAtMs > OPEN_WITHIN_MS
      if (isLate) rememberAd()
      setPhase(isLoaded && isDecoded && !isLate && mayShowAd(readMoment(address, isUsed())) ? 'open' : 'over')
    })
    return () => {
      gone = true
    }
  }, [isLoading, banner, shownAtMs, address, isUsed])
  // A title was opened by its address: the ad does not stay behind it.
  if (programId && phase !== 'waiting' && phase !== 'over') setPhase('over')
  const close = useCallback(() => setPhase('over'), [])
  if (phase === 'popup') {
    return (
      <ErrorBoundary resetKey="">
        <Suspense fallback={null}>
          <POPUP.Screen mayOpen={() => mayOpenPopup(readMoment(address, isUsed()), shownAtMs)} onClose={close} />
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

function firstPhase(moment: ReturnType<typeof readMoment>, sinceMs: number): Phase {
  if (sinceMs > OPEN_WITHIN_MS) {
    rememberAd()
    return 'over'
  }
  if (mayShowAd(moment)) return 'due'
  return mayShowPopup(moment) ? 'popup' : 'over'
}

function mayOpenPopup(moment: ReturnType<typeof readMoment>, shownAtMs: number): boolean {
  const isLate = performance.now() - shownAtMs > OPEN_WITHIN_MS
  if (isLate) rememberPopup()
  return !isLate && mayShowPopup(moment)
}

/** Whether something was clicked, typed or scrolled since. The ad that opened then would take the next click. */
function useUsedPage(): () => boolean {
  const used = useRef(false)
  useEffect(() => {
    const note = () => (used.current = true)
    for (const use of USES) addEventListener(use, note, { capture: true, passive: true })
    return () => {
      for (const use of USES) removeEventListener(use, note, { capture: true })
    }
  }, [])
  return useCallback(() => used.current, [])
}

/** @param address of home: the next screen is loaded while home is still shown */
function readMoment(address: string, isUsed: boolean) {
  return {
    seen: adSeen(),
    popupSeen: popupSeen(),
    kidsMode: isKidsMode(),
    occupied:
      isUsed ||
      location.hash !== address ||
      document.documentElement.dataset.locked !== undefined ||
      document.activeElement instanceof HTMLInputElement ||
      scrollY > 0 ||
      toastStore.get().toast !== undefined ||
      // An ad in a language that the visitor may not read would lie over the way to another.
      document.querySelector('[data-skeleton], [data-language-offer]') !== null,
  }
}
