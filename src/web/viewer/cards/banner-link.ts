import { type Banner, bannerAddress } from '#contract/banners.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

type BannerTarget = Pick<Banner, 'bannerType' | 'movieId' | 'url' | 'promotion'>

export interface BannerLink {
  href: string
  isExternal: boolean
}

/** Undefined without a target, or for an address that must not be followed. */
export function bannerLink(banner: BannerTarget, detailLink: (programId: string) => string): BannerLink | undefined {
  const address = banner.bannerType === 'url' ? bannerAddress(banner.url) : undefined
  if (address && 'external' in address) return { href: address.external, isExternal: true }
  const href = address ? paths.route(address.own) : ownLink(banner, detailLink)
  return href === undefined ? undefined : { href, isExternal: false }
}

function ownLink({ bannerType, movieId, url, promotion }: BannerTarget, detailLink: (programId: string) => string) {
  if (bannerType === 'register') return paths.registration()
  if (bannerType === 'drama') return movieId ? detailLink(movieId) : undefined
  if (!url || bannerType === 'url') return undefined
  if (bannerType === 'product') return paths.specialSaleDetail(url)
  return promotion ? paths.promote(url, promotion === 'adult') : paths.rolling(url)
}
