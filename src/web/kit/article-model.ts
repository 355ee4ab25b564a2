/** A text of several sections, compiled from Markdown (vite.articles.ts). Strings may hold values in braces: `{RENTAL_HOURS}`. */
export interface Article {
  title: string
  /** The day of the last change, as 2000-01-01. */
  updated: string
  lead: ArticleBlock[]
  sections: ArticleSection[]
  /** Simplified and variant characters, each followed by its form in the article: `订訂`. Of articles with questions. */
  variants?: string
}

export interface ArticleSection extends ArticlePart {
  parts: ArticlePart[]
}

export interface ArticlePart {
  /** The anchor, the same in every language. */
  id: string
  heading: string
  blocks: ArticleBlock[]
  /** Other words for it, which are searched and not shown. */
  also?: string
}

export type ArticleBlock =
  | { kind: 'text'; text: ArticleInline[] }
  | { kind: 'list' | 'steps'; items: ArticleInline[][] }
  | { kind: 'table'; head: ArticleInline[][]; rows: ArticleInline[][][] }

/** Plain text, emphasized text, or a link: `#/help` leads into the site, `mailto:` and `https:` out of it. */
export type ArticleInline = string | { strong: string } | { href: string; text: string }

/** What stands for the names in braces. A paragraph, list item or table row that names a value which is undefined is left out. */
export type ArticleValues = Readonly<Record<string, string | number | undefined>>

const NAME = /\{([A-Z][A-Z0-9_]*)\}/g

/** The blocks without the paragraphs, list items and table rows that name an unknown value. A list or table of which nothing is left goes too. */
export const knownBlocks = (blocks: readonly ArticleBlock[], values: ArticleValues): ArticleBlock[] =>
  blocks.flatMap((block): ArticleBlock[] => {
    if (block.kind === 'text') return isKnown(block, values) ? [block] : []
    if (block.kind === 'table') {
      const rows = block.rows.filter((row) => isKnown(row, values))
      return rows.length > 0 ? [{ ...block, rows }] : []
    }
    const items = block.items.filter((item) => isKnown(item, values))
    return items.length > 0 ? [{ ...block, items }] : []
  })

/** Whether every value that a part of a text names is known. */
const isKnown = (part: unknown, values: ArticleValues): boolean =>
  [...JSON.stringify(part).matchAll(NAME)].every(([, name = '']) => values[name] !== undefined)

/** Puts the values in. */
export const fillIn = (text: string, values: ArticleValues): string =>
  text.replaceAll(NAME, (_, name: string) => String(values[name] ?? ''))

/** The text of a block or a part of one, without links and emphasis: for searching. */
export function plainText(part: unknown): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(plainText).join(' ')
  if (typeof part !== 'object' || part === null) return ''
  const { href: _href, kind: _kind, ...texts } = part as Record<string, unknown>
  return Object.values(texts).map(plainText).join(' ')
}
