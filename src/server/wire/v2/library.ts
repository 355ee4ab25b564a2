import * as endpoints from '#contract/library.ts'
import { PAGE_SIZE } from '#contract/paging.ts'
import { inProfile } from '#server/domains/library/index.ts'
import { deviceClassOf } from '#server/domains/visits/index.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

export const library = bind(endpoints, ({ cards, streams, library: { favorites, bookmarks, history } }) => ({
  createFavorite: async (viewer, ref) => {
    await favorites.add(inProfile(viewer), ref)
    return { myFavorite: true }
  },

  removeFavorite: async (viewer, { programId }) => {
    await favorites.remove(inProfile(viewer), programId)
    return { myFavorite: false }
  },

  favoriteList: {
    handler: async (viewer, { page, pageSize = PAGE_SIZE.portrait }) => {
      const { titles, total } = await favorites.list(inProfile(viewer), { page, pageSize })
      return { list: cards.localize(viewer, titles), page, pageSize, total }
    },
    overlay: createViewerStateOverlays(cards).list,
  },

  lastWatched: async (viewer, { programId }) => {
    const found = await history.last(inProfile(viewer), programId)
    return { data: found ? { ...found, watchedAt: wireInstant(found.watchedAt) } : null }
  },

  watchedList: {
    handler: async (viewer, { page, pageSize = PAGE_SIZE.landscape, continue: continuing }) => {
      const { list, total } = await history.list(inProfile(viewer), { page, pageSize, continuing })
      return { list: cards.localizeWatched(viewer, list), page, pageSize, total }
    },
    overlay: createViewerStateOverlays(cards).list,
  },

  removeWatched: async (viewer, { programId, at, sentAt }) => {
    await history.remove(inProfile(viewer), { programId, at: instantOf(at), sentAt: instantOf(sentAt) })
    return {}
  },

  getBookmark: (viewer, ref) => bookmarks.progress(inProfile(viewer), ref),

  createBookmark: async (viewer, { at, sentAt, ...report }, { context }) => {
    const time = { at: Temporal.Instant.from(at), sentAt: instantOf(sentAt) }
    const position = await bookmarks.save(inProfile(viewer), { ...report, ...time, device: deviceClassOf(context) })
    await streams.seen(viewer, report.programGuid)
    return { position }
  },
}))

const instantOf = (text: string | undefined): Temporal.Instant | undefined =>
  text === undefined ? undefined : Temporal.Instant.from(text)
