/**
 * Search: finds titles, people and scenes by what somebody types.
 * Owns the tables whose names begin with search_ and subtitle_, which are derived from the catalogue and the packaged subtitles, except
 * search_recent, search_found and search_missed. Lists nothing that `visible` of the catalogue would not.
 */
export { createSearch, type Search } from './search.service.ts'
export { readJyutping } from './jyutping.rules.ts'
export type { GenreNames } from './ports.ts'
export type { SearchPage } from './results.service.ts'
export type { Suggestions } from './suggestions.service.ts'
import './search-tables.ts'
