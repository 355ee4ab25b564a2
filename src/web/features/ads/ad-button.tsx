import type { Banner } from '#contract/banners.ts'
import type { BannerLink } from '#web/viewer/cards/banner-link.ts'
import { Button } from '#web/ui/button.tsx'
import { useText } from '#web/kit/text.ts'

interface AdButtonProps {
  banner: Pick<Banner, 'bannerType'>
  link: BannerLink
  onClick: () => void
}

/** Links to another site open a new tab and name the site. */
export function AdButton({ banner, link, onClick }: AdButtonProps) {
  const text = useText('ads')
  const outside = link.isExternal ? ({ target: '_blank', rel: 'noreferrer' } as const) : {}
  return (
    <Button look="primary" size="l" href={link.href} onClick={onClick} {...outside}>
      {link.isExternal ? text.outside(new URL(link.href).host) : text.open[banner.bannerType]}
    </Button>
  )
}
