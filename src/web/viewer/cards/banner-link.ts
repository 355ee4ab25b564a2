import type { Banner } from '#contract/banners.ts'
import { paths } from '#web/viewer/navigation/paths.ts'

/** The link of a banner: its title's details, a category, an external page; undefined for a screen that does not exist yet. */
export function bannerLink(
  banner: Pick<Banner, 'bannerType' | 'movieId' | 'url'>,
  detailLink: (programId: string) => string,
): string | undefined {
  if (banner.bannerType === 'drama') return banner.movieId ? detailLink(banner.movieId) : undefined
  if (banner.bannerType === 'category') return banner.url ? paths.rolling(banner.url) : undefined
  if (banner.bannerType === 'url' && /^https?:\/\//.test(banner.url)) return banner.url
  return undefined
}
