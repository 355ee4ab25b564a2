import { readFile } from 'node:fs/promises'
import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { foldCharacters } from './src/server/domains/search/normalize.rules.ts'
import type { Article, ArticleBlock, ArticleInline, ArticleSection } from './src/web/kit/article-model.ts'

/** The last line of a heading may name its anchor: `## Refunds {#refunds}`. */
const ANCHOR = /\s*\{#([a-z0-9-]+)\}\s*$/
/** The second block of an article: `Updated: 2026-11-23`. */
const UPDATED = /^Updated: (\d{4}-\d{2}-\d{2})$/
/** The first block of a question may name other words for it: `Also: unsubscribe, end my plan`. */
const ALSO = /^Also: (.+)$/

/**
 * Compiles an article. Its first line is the title (`# …`), then `Updated: 2000-01-01`, an optional lead, and sections (`## … {#anchor}`), which may have
 * questions (`### … {#anchor}`), each with other words that find it (`Also: …`) if there are any.
 * @throws Error for anything that the site does not show: raw HTML, images, a heading without an anchor
 */
export function compileArticle(markdown: string): Article {
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  const [title, updated, ...rest] = tokens
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('an article begins with its title')
  const [, date] = UPDATED.exec(updated?.raw.trim() ?? '') ?? []
  if (!date) throw new Error('after the title comes “Updated: 2000-01-01”')
  const article: Article = { title: title.text, updated: date, lead: [], sections: [] }
  for (const token of rest) addToken(article, token)
  // Only questions are searched.
  const variants = article.sections.some(({ parts }) => parts.length > 0) ? variantsOf(markdown) : ''
  return variants ? { ...article, variants } : article
}

const HAN_FIRST = 0x4e00
const HAN_LAST = 0x9fff

/**
 * Simplified and variant characters, each followed by its form in a text: the site's search folds all of them alike, and the browser is spared
 * its tables. A character that stands in the text is found as it is.
 */
function variantsOf(text: string): string {
  const own = new Set(text.match(/\p{sc=Han}/gu))
  const byFolded = new Map([...own].map((character) => [foldCharacters(character), character]))
  let variants = ''
  for (let code = HAN_FIRST; code <= HAN_LAST; code++) {
    const character = String.fromCodePoint(code)
    const form = byFolded.get(foldCharacters(character))
    if (form !== undefined && !own.has(character)) variants += character + form
  }
  return variants
}

/** Adds a block to the last section or question, or begins a new one. */
function addToken(article: Article, token: Token): void {
  const section = article.sections.at(-1)
  if (token.type === 'heading' && token.depth === 2) {
    article.sections.push({ ...headOf(token as Tokens.Heading), blocks: [], parts: [] })
    return
  }
  if (token.type === 'heading' && token.depth === 3) {
    if (!section) throw new Error(`no section above “${token.text}”`)
    section.parts.push({ ...headOf(token as Tokens.Heading), blocks: [] })
    return
  }
  const part = section?.parts.at(-1)
  const [, also] = ALSO.exec(token.raw.trim()) ?? []
  if (also && part && part.blocks.length === 0) {
    part.also = also
    return
  }
  const blocks = part?.blocks ?? section?.blocks ?? article.lead
  blocks.push(blockOf(token))
}

function headOf({ text }: Tokens.Heading): Pick<ArticleSection, 'id' | 'heading'> {
  const [, id] = ANCHOR.exec(text) ?? []
  if (!id) throw new Error(`the heading “${text}” has no anchor`)
  return { id, heading: text.replace(ANCHOR, '') }
}

function blockOf(token: Token): ArticleBlock {
  switch (token.type) {
    case 'paragraph':
      return { kind: 'text', text: inlinesOf(token.tokens) }
    case 'list':
      return {
        kind: token.ordered ? 'steps' : 'list',
        items: (token as Tokens.List).items.map((item) =>
          item.tokens.flatMap((part) => inlinesOf('tokens' in part ? part.tokens : undefined)),
        ),
      }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlinesOf(tokens))
      return { kind: 'table', head: cells(header), rows: rows.map(cells) }
    }
    default:
      throw new Error(`articles have no ${token.type}: ${token.raw.slice(0, 60)}`)
  }
}

/** Line breaks inside a paragraph are those of the source file only; between Chinese characters there is no space. */
const withoutBreaks = (text: string): string =>
  text.replaceAll(/(?<=[\p{sc=Han}\p{P}])\n(?=\p{sc=Han})/gu, '').replaceAll('\n', ' ')

function inlinesOf(tokens: readonly Token[] = []): ArticleInline[] {
  return tokens.map((token) => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return withoutBreaks(token.text)
      case 'strong':
        return { strong: withoutBreaks(token.text) }
      case 'link':
        return { href: token.href, text: token.text }
      default:
        throw new Error(`articles have no ${token.type}: ${token.raw.slice(0, 60)}`)
    }
  })
}

/** Imports of `content/**.md` are compiled articles: `import { article } from '#content/zh_HK/terms.md'`. No Markdown reaches the browser. */
export function articles(): Plugin {
  return {
    name: 'articles',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?')
      if (!/\/content\/[\w/-]+\.md$/.test(file)) return undefined
      const article = compileArticle(await readFile(file, 'utf8'))
      return { code: `export const article = ${JSON.stringify(article)}`, map: null }
    },
  }
}
