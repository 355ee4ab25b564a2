/**
 * Imports of titles: files of an operator's own catalogue, CSV or JSON Lines. Owns title_import, title_import_row, imported_title. Reads what
 * a file says and lays it over what there is; writes titles through `catalogue`, images through `images`, films through `media`. Fetches nothing
 * from an address, and reads no file outside of the folder.
 */
export { createTitleImports, type CheckedTitle, type ImportCheck, type TitleImports } from './imports.service.ts'
export type { ImportProgress, ListedRow } from './imports.repo.ts'
