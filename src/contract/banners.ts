import * as z from 'zod/mini'
import { focalPoint, promotion } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { access, programCard } from './programs.ts'
import { emptyInput, id, instant } from './wire-values.ts'

export const BANNER_TYPES = ['drama', 'product', 'category', 'register', 'url'] as const

const banner = z.object({
  bannerId: z.string(),
  bannerImage: z.string(),
  bannerImagePortrait: z.string(),
  /** A data URL of some 140 bytes, of a billboard's image: shown, blurred, until the image is there. */
  bannerPreview: z.optional(z.string()),
  focus: z.optional(focalPoint),
  focusPortrait: z.optional(focalPoint),
  bannerType: z.enum(BANNER_TYPES),
  movieId: z.string(),
  /** By `bannerType`: the id of goods or of a category, or an address that `bannerAddress` accepts. */
  url: z.string(),
  promotion: z.optional(promotion),
  title: z.string(),
  subtitle: z.string(),
  startsAt: z.optional(instant),
  endsAt: z.optional(instant),
  program: z.optional(z.extend(programCard, access)),
})
export type Banner = z.output<typeof banner>

export const listHomeBanner = endpoint({
  wire: 'v2',
  path: '/revamp/listHomeBanner',
  viewer: 'anyone',
  kids: 'narrowed',
  cacheable: true,
  summary: 'The full-screen homepage ad, or the billboard of a tab.',
  input: z.object({ place: z._default(z.enum(['ad', 'billboard']), 'ad'), tabId: z._default(id, '1') }),
  output: z.object({ data: z.object({ bannerList: z.array(banner) }) }),
})

export const homePopupAd = endpoint({
  wire: 'action',
  path: '/homePopupAd.action',
  viewer: 'anyone',
  kids: 'refused',
  cacheable: true,
  summary: 'The home pop-up ads, served on the 4K host.',
  input: emptyInput,
  output: z.object({ adList: z.array(banner) }),
})

/** Without a user name: what stands before an `@` is not the host. */
const EXTERNAL = /^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i

/**
 * A path of this site with its query, or another site's page. Undefined for other schemes, user names, and paths that browsers read as
 * hosts.
 */
export function bannerAddress(url: string): { own: string } | { external: string } | undefined {
  const path = url.replace(/^#/, '')
  if (/^\/(?![/\\])[\w./?=&%~-]*$/.test(path)) return { own: path }
  return EXTERNAL.test(url) ? { external: url } : undefined
}
