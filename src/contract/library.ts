import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cardList, watched, watchedCard } from './programs.ts'
import { emptyOutput, flag, id, whole } from './wire-values.ts'
import { page, paged, pageSize } from './paging.ts'

/** One more is refused, the oldest is never dropped (ours). */
export const FAVORITES_MAX = 500
export const HISTORY_MONTHS = 2

const programId = id
const programGuid = id
export const seconds = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,7}(\.\d{1,6})?$/))]),
  z.pipe(
    z.transform((typed: number | string) => Math.floor(Number(typed))),
    z.int().check(z.minimum(0), z.maximum(1_440_000)),
  ),
)
const title = z.object({ programId, programGuid })
const oneOrAll = { programId: z.optional(programId), all: z._default(flag, false) }
const isOneOrAll = z.refine<{ programId?: string | undefined; all: boolean }>(
  ({ programId: one, all }) => all !== (one !== undefined),
  { path: ['programId'] },
)
/** At most nanoseconds, and a plausible year. */
const isStorable = (instant: string): boolean => /^(?:19|[2-9]\d)\d\d-/.test(instant) && !/\.\d{10}/.test(instant)
export const deviceTime = z.iso.datetime({ offset: true }).check(z.refine(isStorable))
/** When the call is sent: corrects a wrong clock. */
const sentAt = z.optional(deviceTime)

export const createFavorite = endpoint({
  wire: 'v2',
  path: '/profile/favorite/create',
  viewer: 'member',
  kids: 'narrowed',
  changes: true,
  summary: "Adds a title to the profile's favourites; repeating it changes nothing.",
  input: title,
  output: z.object({ myFavorite: z.boolean() }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
})

export const removeFavorite = endpoint({
  wire: 'v2',
  path: '/profile/favorite/remove',
  viewer: 'member',
  kids: 'narrowed',
  changes: true,
  summary: "Removes a title, or everything, from the profile's favourites.",
  input: z.object({ ...oneOrAll, programGuid: z.optional(programGuid) }).check(isOneOrAll),
  output: z.object({ myFavorite: z.boolean() }),
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})

export const favoriteList = endpoint({
  wire: 'v2',
  path: '/profile/favorite/list',
  viewer: 'member',
  kids: 'narrowed',
  summary: "The profile's favourites, the newest first.",
  input: z.object({ page, pageSize }),
  output: z.object(cardList),
  refuses: ['NOT_ALLOWED'],
})

export const lastWatched = endpoint({
  wire: 'v2',
  path: '/profile/mywatched/last',
  viewer: 'member',
  kids: 'narrowed',
  summary: 'What the profile last watched of a title; data is null when nothing.',
  input: z.object({ programId }),
  output: z.object({ data: z.nullable(watched) }),
  refuses: ['NOT_ALLOWED'],
})

export const watchedList = endpoint({
  wire: 'v2',
  path: '/profile/mywatched/list',
  viewer: 'member',
  kids: 'narrowed',
  summary: 'Two months of viewing history, or the titles to continue watching.',
  input: z.object({ page, pageSize, continue: z._default(flag, false) }),
  output: z.object({ list: z.array(watchedCard), ...paged }),
  refuses: ['NOT_ALLOWED'],
})

export const removeWatched = endpoint({
  wire: 'v2',
  path: '/profile/mywatched/remove',
  viewer: 'member',
  kids: 'narrowed',
  changes: true,
  summary:
    'Removes a title, or everything, from the history; progress from before the time given (default: now) is not stored any more.',
  input: z.object({ ...oneOrAll, at: z.optional(deviceTime), sentAt }).check(isOneOrAll),
  output: emptyOutput,
  refuses: ['INVALID_INPUT', 'NOT_ALLOWED'],
})

export const getBookmark = endpoint({
  wire: 'v2',
  path: '/profile/bookmark/get',
  viewer: 'member',
  kids: 'narrowed',
  summary:
    'The watch progress in a movie or an episode, in seconds; 0 when there is none, or when it was watched to its end.',
  input: z.extend(title, { episode: z.optional(whole(0, 9_999)) }),
  output: z.object({ position: z.number(), finished: z.boolean() }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const createBookmark = endpoint({
  wire: 'v2',
  path: '/profile/bookmark/create',
  viewer: 'member',
  kids: 'narrowed',
  changes: true,
  summary:
    'Saves the watch progress in a movie or an episode; returns the progress that is now stored. The newest by the player’s own time wins.',
  input: z
    .extend(title, {
      episode: z.optional(whole(0, 9_999)),
      position: seconds,
      duration: seconds,
      at: deviceTime,
      sentAt,
    })
    .check(z.refine(({ position, duration }) => position <= duration, { path: ['position'] })),
  output: z.object({ position: z.number() }),
  refuses: ['NOT_FOUND', 'INVALID_INPUT', 'NOT_ALLOWED'],
})
