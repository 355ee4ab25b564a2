import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './wire-values.ts'

/** What a title's order asks to play. */
export const ORDER_KINDS = ['movie', 'trailer', 'preview'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/** A playback grant lives at most this long (PRODUCT section 6). */
export const GRANT_HOURS = 6

/**
 * The order call, behind every `orderURL`. Entitled: `redirectURL` (the master playlist under a grant). Refused: `errorCode` and `message`.
 */
export const order = endpoint({
  wire: 'v2',
  path: '/order',
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Asks to play a title; answers where it plays, or why not.',
  input: z.object({ programId: id, programGuid: z.optional(id), kind: z._default(z.enum(ORDER_KINDS), 'movie') }),
  output: z.object({
    redirectURL: z.string(),
    expiresAt: instant,
    storyboardURL: z.optional(z.string()),
    subtitles: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
  }),
  refuses: [
    'NOT_FOUND',
    'LOGIN_REQUIRED',
    'REGION_REFUSED',
    'KIDS_REFUSED',
    'CLASS_REFUSED',
    'WINDOW_CLOSED',
    'PREPARING',
    'NOT_ON_SALE',
  ],
})
