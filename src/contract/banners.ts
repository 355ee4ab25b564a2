import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { access, programCard } from './programs.ts'
import { emptyInput, id, instant } from './wire-values.ts'

export const BANNER_TYPES = ['drama', 'product', 'category', 'register', 'url'] as const

/** A point of an image, in percent from the left and from the top. */
const focalPoint = z.object({ x: z.number(), y: z.number() })
export type FocalPoint = z.output<typeof focalPoint>

const banner = z.object({
  bannerId: z.string(),
  bannerImage: z.string(),
  /** The same for a phone held upright; empty when the first serves both. */
  bannerImagePortrait: z.string(),
  /** What stays in sight when a screen crops the image, and the same of the portrait one. */
  focus: z.optional(focalPoint),
  focusPortrait: z.optional(focalPoint),
  bannerType: z.enum(BANNER_TYPES),
  movieId: z.string(),
  url: z.string(),
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
