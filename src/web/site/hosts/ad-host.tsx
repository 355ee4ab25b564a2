import { Suspense, useEffect, useState } from 'react'
import { listHomeBanner } from '#contract/banners.ts'
import { mayShowAd } from '#web/features/ads/ad.rules.ts'
import { afterFirstPaint } from '#web/kit/idle.ts'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { useCall } from '#web/kit/use-call.ts'
import { adSeen } from '#web/viewer/session/visit-storage.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { AD } from './layers.tsx'

/** Delay after the page is idle. */
const DELAY_MS = 1500

/** Shows the homepage ad after the page has been idle. */
export function AdHost() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    afterFirstPaint(() => {
      if (!gone) timer = setTimeout(() => setDue(mayShowAd(readMoment())), DELAY_MS)
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [])
  const ad = useCall(listHomeBanner, { place: 'ad' }, { enabled: isDue })
  const banner = isDue ? ad.data?.data.bannerList[0] : undefined
  if (!banner) return null
  return (
    <ErrorBoundary resetKey="">
      <Suspense fallback={null}>
        <AD.Screen banner={banner} onClose={() => setDue(false)} />
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
