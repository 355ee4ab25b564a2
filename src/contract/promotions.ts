import * as z from 'zod/mini'
import { category, facets, filters, focalPoint } from './categories.ts'
import { endpoint } from './endpoint.ts'
import { page, pageSize } from './paging.ts'
import { cardList } from './programs.ts'
import { flag, id } from './wire-values.ts'

const promotionBanner = z.object({
  bannerImage: z.string(),
  bannerImagePortrait: z.string(),
  bannerPreview: z.optional(z.string()),
  focus: z.optional(focalPoint),
  focusPortrait: z.optional(focalPoint),
  text: z.string(),
})
export type PromotionBanner = z.output<typeof promotionBanner>

/** Not cacheable: whether it answers depends on the member's unlock. */
export const promoteCategory = endpoint({
  wire: 'v2',
  path: '/revamp/promoteCategory',
  cost: 2,
  viewer: 'anyone',
  summary: 'A promoted collection with its banner, paged, sorted and filtered. One for adults needs the parental code.',
  /** `adult` asks for the code also where the collection itself does not. */
  input: z.object({ categoryId: id, adult: z._default(flag, false), page, pageSize, ...filters }),
  output: z.object({ ...cardList, category, facets, banner: promotionBanner }),
  refuses: ['NOT_FOUND', 'LOGIN_REQUIRED', 'PARENTAL_CODE_REQUIRED'],
})
