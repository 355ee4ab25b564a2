import {
  createBookmark,
  createFavorite,
  favoriteList,
  getBookmark,
  lastWatched,
  removeFavorite,
  removeWatched,
  watchedList,
} from '#contract/library.ts'
import { PAGE_SIZE } from '#contract/page-sizes.ts'
import { inProfile } from '#server/domains/library/index.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'

/** What a profile likes, where it was in each film, and what it has watched. */
export const library = (on: Handle, { cards, library }: Pick<Domains, 'cards' | 'library'>) => {
  const { favorites, bookmarks, history } = library

  on(createFavorite, async (viewer, wish) => {
    await favorites.add(inProfile(viewer), wish)
    return { myFavorite: true }
  })

  on(removeFavorite, async (viewer, { programId }) => {
    await favorites.remove(inProfile(viewer), programId)
    return { myFavorite: false }
  })

  on(favoriteList, async (viewer, { page, pageSize = PAGE_SIZE.portrait }) => {
    const { titles, total } = await favorites.list(inProfile(viewer), { page, pageSize })
    return { list: cards.dress(viewer, titles), page, pageSize, total }
  })

  on(lastWatched, async (viewer, { programId }) => {
    const found = await history.last(inProfile(viewer), programId)
    return { data: found ? { ...found, watchedAt: wireInstant(found.watchedAt) } : null }
  })

  on(watchedList, async (viewer, { page, pageSize = PAGE_SIZE.landscape, continue: continuing }) => {
    const { list, total } = await history.list(inProfile(viewer), { page, pageSize, continuing })
    return { list: cards.dressWatched(viewer, list), page, pageSize, total }
  })

  on(removeWatched, async (viewer, { programId }) => {
    await history.remove(inProfile(viewer), programId)
    return {}
  })

  on(getBookmark, async (viewer, { programId, programGuid }) => ({
    position: await bookmarks.place(inProfile(viewer), { programId, programGuid }),
  }))

  on(createBookmark, async (viewer, { programId, programGuid, position, duration, at }) => ({
    position: await bookmarks.keep(inProfile(viewer), {
      programId,
      programGuid,
      position,
      duration,
      at: Temporal.Instant.from(at),
    }),
  }))
}
