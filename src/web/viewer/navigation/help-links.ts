import { PATHS } from './paths.ts'

export const HELP_ERROR = `${PATHS.help}/error/:code`

/** Apart from `paths`, which every page loads. */
export const helpErrorLink = (code: string): string => `#${HELP_ERROR.replace(':code', encodeURIComponent(code))}`

export const sectionLink = (path: string, section: string): string => `#${path}?section=${section}`
