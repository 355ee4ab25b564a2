import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Banner, homePopupAd } from '#contract/banners.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { callUrl } from '#web/kit/call-url.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { bannerLink } from '#web/viewer/cards/banner-link.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { rememberPopup } from '#web/viewer/session/visit-storage.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { AdButton } from './ad-button.tsx'
import { decodeImage } from './ad-image.ts'
import { popupOf } from './ad.rules.ts'
import styles from './popup-ad.module.css'

const SIZES = '480px'
const WIDTHS = { from: 320, to: 960 } as const

interface PopupAdProps {
  /** Checked again once the ad is there. */
  mayOpen: () => boolean
  onClose: () => void
}

/** From the 4K host (PRODUCT 6). */
export function PopupAd({ mayOpen, onClose }: PopupAdProps) {
  const { get } = useApiClient()
  const context = useCallContext()
  const isMember = useSession().token !== undefined
  const url = `${siteConfig().uhdHost}${callUrl(homePopupAd, {}, { ...context, profileId: undefined })}`
  const ad = useQuery({
    queryKey: [url],
    // Without a token: the 4K host may be another origin.
    queryFn: async ({ signal }) => {
      const { adList } = await get<{ adList: Banner[] }>(url, { signal, anonymous: true })
      const shown = popupOf(adList, { isMember, nowMs: Date.now() })
      const isDecoded = shown && (await decodeImage(shown.bannerImage, { sizes: SIZES, ...WIDTHS }))
      return isDecoded && mayOpen() ? shown : null
    },
    // Decided once: the pop-up itself occupies the page.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const isOver = ad.isError || ad.data === null
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  return ad.data ? <Popup ad={ad.data} onClose={onClose} /> : null
}

function Popup({ ad, onClose }: { ad: Banner; onClose: () => void }) {
  const { site } = useShellText()
  const text = useText('ads')
  const link = bannerLink(ad, useDetailLink())
  useEffect(rememberPopup, [])
  return (
    <Dialog title={ad.title || text.label} closeLabel={site.close} onClose={onClose} className={styles.popup}>
      <div className={styles.image}>
        <ResponsiveImage src={ad.bannerImage} alt="" title="" sizes={SIZES} {...WIDTHS} priority="eager" />
      </div>
      <p className={styles.label}>{text.label}</p>
      {ad.subtitle ? <p className={styles.text}>{ad.subtitle}</p> : null}
      {link ? <AdButton banner={ad} link={link} onClick={onClose} /> : null}
    </Dialog>
  )
}
