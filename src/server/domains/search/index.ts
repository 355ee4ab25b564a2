/**
 * Search: finds titles, people and scenes by what somebody types.
 * Owns the tables whose names begin with search_ and subtitle_, which are derived from the catalogue and the packaged subtitles, except
 * search_recent, search_found and search_missed. Lists nothing that `visible` of the catalogue would not.
 */
export { createSearch, type Search, type SearchPage, type Suggestions } from './search.service.ts'
export { readJyutping } from './normalize.rules.ts'
export type { GenreNames } from './ports.ts'
