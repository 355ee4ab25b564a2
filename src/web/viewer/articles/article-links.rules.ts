import type { Pattern } from '#contract/patterns.ts'
import { PATHS } from '../navigation/paths.ts'

/** The pages that apps embed, without a header, by the site's own pages. */
const EMBEDDED: Readonly<Record<string, string>> = {
  [PATHS.contact]: PATHS.mobileContact,
  [PATHS.help]: PATHS.mobileHelpCenter,
  [PATHS.knowUs]: PATHS.mobileKnowUs,
  [PATHS.privacy]: PATHS.mobilePrivacy,
  [PATHS.terms]: PATHS.mobileTerms,
}

export interface ArticlePlace {
  pattern: Pattern
  path: string
}

/** Undefined for plain text: children have no links, and embedded pages link only to one another. */
export function articleLink(href: string, { pattern, path }: ArticlePlace): string | undefined {
  if (pattern === 'children') return undefined
  if (!href.startsWith('#') || !path.startsWith('/mobile/')) return href
  const [target = '', query] = href.slice(1).split('?')
  const embedded = EMBEDDED[target]
  return embedded && `#${embedded}${query === undefined ? '' : `?${query}`}`
}
