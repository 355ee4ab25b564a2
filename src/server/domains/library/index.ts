/**
 * The library of a profile: favourites, watch progress, viewing history, continue watching.
 * Owns the tables favorite, bookmark, history_removal. Never decides who may see what: each of its lists is the catalogue's.
 */
export type { EpisodeProgress, WatchedFacts, WatchedNote } from './library-model.ts'
export { continuationOf } from './library.rules.ts'
export { createLibrary, inProfile, type Library } from './library.service.ts'
export { coWatchedTitles, recentTitles } from './co-watching.query.ts'
export { favoritesColumn, progressColumn } from './viewer-state.query.ts'
export { genreTaste, knownTitles, lastWatchedTitle } from './taste.query.ts'
import './library-tables.ts'
