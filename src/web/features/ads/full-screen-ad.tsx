import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { bannerLink } from '#web/viewer/cards/banner-link.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { rememberAd, rememberAdInTab } from '#web/viewer/session/visit-storage.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { AdButton } from './ad-button.tsx'
import { NARROW_AD } from './ad-image.ts'
import styles from './full-screen-ad.module.css'
import { useText } from '#web/kit/text.ts'

/** Closed by its button or Esc. */
export function FullScreenAd({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const { site } = useShellText()
  const text = useText('ads')
  const detailLink = useDetailLink()
  useEffect(() => {
    rememberAd()
    rememberAdInTab()
  }, [])
  const link = bannerLink(banner, detailLink)
  return (
    <Dialog look="full" title={banner.title || text.label} hideTitle closeLabel={site.close} onClose={onClose}>
      <div className={styles.ad}>
        <ResponsiveImage
          src={banner.bannerImage}
          alt=""
          title=""
          sizes="100vw"
          from={640}
          narrow={{
            src: banner.bannerImagePortrait || banner.bannerImage,
            media: NARROW_AD,
            sizes: '100vw',
          }}
          priority="eager"
        />
        <div className={styles.text}>
          <p className={styles.label}>{text.label}</p>
          <p className={styles.title} aria-hidden="true">
            {banner.title}
          </p>
          {banner.subtitle ? <p className={styles.subtitle}>{banner.subtitle}</p> : null}
          {link ? <AdButton banner={banner} link={link} onClick={onClose} /> : null}
        </div>
      </div>
    </Dialog>
  )
}
