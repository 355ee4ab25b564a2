import { Suspense, useEffect, useState } from 'react'
import { listHomeBanner } from '#contract/banners.ts'
import { mayShowAd } from '#web/features/ads/ad.rules.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import { adSeen } from '#web/viewer/session/visit-storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { AD } from './layers.tsx'

/** The page is left alone for this long first. */
const CALM_MS = 1500

/** Brings the homepage ad once home has come to rest. */
export function AdHost() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    afterFirstPaint(() => {
      if (!gone) timer = setTimeout(() => setWanted(mayShowAd(readMoment())), CALM_MS)
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  const ad = useCall(listHomeBanner, { place: 'ad' }, { enabled: wanted })
  const banner = wanted ? ad.data?.data.bannerList[0] : undefined
  if (!banner) return null
  return (
    <ErrorBoundary resetKey="">
      <Suspense fallback={null}>
        <AD.Screen banner={banner} onClose={() => setWanted(false)} />
      </Suspense>
    </ErrorBoundary>
  )
}

function readMoment() {
  return {
    seen: adSeen(),
    kidsMode: isKidsMode(),
    occupied:
      document.documentElement.dataset.locked !== undefined || document.activeElement instanceof HTMLInputElement,
  }
}
