export interface Article {
  title: string
  /** The day of the last change, as 2000-01-01. */
  updated: string
  lead: ArticleBlock[]
  sections: ArticleSection[]
  /** Variant characters, each before its form in the article: `订訂`. */
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

export type ArticleInline = string | { strong: string } | { href: string; text: string }

export type ArticleValues = Readonly<Record<string, string | number | undefined>>

const NAME = /\{([A-Z][A-Z0-9_]*)\}/g

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

const isKnown = (part: unknown, values: ArticleValues): boolean =>
  [...JSON.stringify(part).matchAll(NAME)].every(([, name = '']) => values[name] !== undefined)

export const fillIn = (text: string, values: ArticleValues): string =>
  text.replaceAll(NAME, (_, name: string) => String(values[name] ?? ''))

export function plainText(part: unknown): string {
  if (typeof part === 'string') return part
  if (Array.isArray(part)) return part.map(plainText).join(' ')
  if (typeof part !== 'object' || part === null) return ''
  const { href: _href, kind: _kind, ...texts } = part as Record<string, unknown>
  return Object.values(texts).map(plainText).join(' ')
}
