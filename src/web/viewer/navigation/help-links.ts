import { PATHS } from './paths.ts'

/** The pattern of the pages of error codes. */
export const HELP_ERROR = `${PATHS.help}/error/:code`

/** What an error code means, as it is on screen: 4032, INSUFFICIENT_CREDITS. Apart from `paths`, which every page loads. */
export const helpErrorLink = (code: string): string => `#${HELP_ERROR.replace(':code', encodeURIComponent(code))}`

/** A section of an article, at the article's own path. */
export const sectionLink = (path: string, section: string): string => `#${path}?section=${section}`
