import type { Banner } from '#contract/banners.ts'
import { imageAt, imageSrcSet } from '#web/ui/image.rules.ts'

/** As in the stylesheet of the full-screen ad. */
export const NARROW_AD = '(max-width: 767.98px)'

/** @returns false when loading or decoding failed */
export async function decodeImage(src: string, { sizes, from, to }: { sizes: string; from: number; to: number }) {
  const image = new Image()
  image.sizes = sizes
  const srcSet = imageSrcSet(src, { from, to })
  if (srcSet !== undefined) image.srcset = srcSet
  image.src = imageAt(src, 640)
  return image.decode().then(
    () => true,
    () => false,
  )
}

/** The full-screen ad's image for this screen. */
export function decodeAd({ bannerImage, bannerImagePortrait }: Pick<Banner, 'bannerImage' | 'bannerImagePortrait'>) {
  return matchMedia(NARROW_AD).matches
    ? decodeImage(bannerImagePortrait || bannerImage, { sizes: '100vw', from: 320, to: 1280 })
    : decodeImage(bannerImage, { sizes: '100vw', from: 640, to: 1920 })
}
