import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { bannerLink } from '#web/viewer/cards/banner-link.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { rememberAd } from '#web/viewer/session/visit-storage.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './full-screen-ad.module.css'

/** The homepage ad: over the whole screen, once a day, closed by its button or Esc. */
export function FullScreenAd({ banner, onClose }: { banner: Banner; onClose: () => void }) {
  const { home, site } = useText()
  const detailLink = useDetailLink()
  useEffect(rememberAd, [])
  const href = bannerLink(banner, detailLink)
  return (
    <Dialog look="full" title={banner.title || home.adLabel} hideTitle closeLabel={site.close} onClose={onClose}>
      <div className={styles.ad}>
        <ResponsiveImage
          src={banner.bannerImage}
          alt=""
          title=""
          sizes="100vw"
          from={640}
          narrow={{
            src: banner.bannerImagePortrait || banner.bannerImage,
            media: '(max-width: 767.98px)',
            sizes: '100vw',
          }}
          priority="eager"
        />
        <div className={styles.text}>
          <p className={styles.label}>{home.adLabel}</p>
          <p className={styles.title} aria-hidden="true">
            {banner.title}
          </p>
          {banner.subtitle ? <p className={styles.subtitle}>{banner.subtitle}</p> : null}
          {href ? (
            <Button look="primary" size="l" href={href} onClick={onClose}>
              {home.adOpen}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
