import type { Pattern } from '#contract/patterns.ts'
import { PATHS } from '../navigation/paths.ts'

/** The pages that the apps embed, without a header, by the pages of the site that they stand for. */
const EMBEDDED: Readonly<Record<string, string>> = {
  [PATHS.contact]: PATHS.mobileContact,
  [PATHS.help]: PATHS.mobileHelpCenter,
  [PATHS.knowUs]: PATHS.mobileKnowUs,
  [PATHS.privacy]: PATHS.mobilePrivacy,
  [PATHS.terms]: PATHS.mobileTerms,
}

/** Where an article is read. */
export interface ArticlePlace {
  pattern: Pattern
  /** The path of the page. */
  path: string
}

/**
 * Where a link of an article leads. Children have none; in a page that an app embeds they stay among such pages.
 * @returns undefined when it is plain text there
 */
export function articleLink(href: string, { pattern, path }: ArticlePlace): string | undefined {
  if (pattern === 'children') return undefined
  if (!href.startsWith('#') || !path.startsWith('/mobile/')) return href
  const [target = '', query] = href.slice(1).split('?')
  const embedded = EMBEDDED[target]
  return embedded && `#${embedded}${query === undefined ? '' : `?${query}`}`
}
