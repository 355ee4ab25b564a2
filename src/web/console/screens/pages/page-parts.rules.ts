import { idOfItem, isOrdered } from '#contract/admin/page-changes.ts'
import { PAGE_PARTS, type PageContent } from '#contract/admin/pages.ts'
import { canonical, combineLists, type IdOf, type Three, type Versions } from '../../form/merge.rules.ts'

/**
 * A page as flat parts, each of which changes and merges by itself: `categories` is their order, `categories/rain/title/zh_HK` a field of one
 * that all versions have, `categories/rain` the whole of one that a version lacks.
 */
type Parts = Readonly<Record<string, unknown>>
type Item = Readonly<Record<string, unknown>>

const SEPARATOR = '/'
/** Texts, of which each language is a part. */
const SPLIT: ReadonlySet<string> = new Set(['name', 'title', 'subtitle'])
/** Says nothing that an operator edits. */
const VERSION = 'version'

export interface PageVersions {
  readonly base: PageContent
  readonly mine: PageContent
  readonly theirs: PageContent
}

const itemsOf = (content: PageContent, part: (typeof PAGE_PARTS)[number]): ReadonlyMap<string, Item> =>
  new Map(content[part].map((item) => [idOfItem(item), item]))

/** The three as flat parts, and the names of those that any of them has, in the order of the page. */
export function flatVersions({ base, mine, theirs }: PageVersions): { versions: Versions; names: readonly string[] } {
  const all = [base, mine, theirs]
  const flat = all.map((content) => partsOf(content, all))
  const names = [...new Set([flat[1]!, flat[2]!, flat[0]!].flatMap((parts) => Object.keys(parts)))]
  return {
    versions: { base: flat[0]!, mine: flat[1]!, theirs: flat[2]! },
    names: names.filter(
      (name) => !name.endsWith(`${SEPARATOR}${VERSION}`) && (name !== 'categories' || isOrdered(name, mine)),
    ),
  }
}

function partsOf(content: PageContent, all: readonly PageContent[]): Parts {
  const parts: Record<string, unknown> = {}
  for (const part of PAGE_PARTS) {
    const items = itemsOf(content, part)
    parts[part] = [...items.keys()]
    for (const [id, item] of items) {
      const isCommon = all.every((other) => itemsOf(other, part).has(id))
      if (isCommon) Object.assign(parts, fieldsOf(join(part, id), item))
      else parts[join(part, id)] = canonical(item)
    }
  }
  return parts
}

function fieldsOf(path: string, item: Item): Parts {
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(item)) {
    if (!SPLIT.has(field)) fields[join(path, field)] = canonical(value)
    else for (const [language, text] of Object.entries(value as object)) fields[join(path, field, language)] = text
  }
  return fields
}

/** The other way round. What no choice covers, such as the versions of lists, is as in `theirs`. */
export function contentOf(merged: Parts, theirs: Parts): PageContent {
  const parts: Parts = { categories: theirs.categories, ...versionsIn(theirs), ...merged }
  const content = PAGE_PARTS.map((part) => {
    const items = new Map<string, Record<string, unknown>>()
    for (const [key, value] of Object.entries(parts)) {
      const [of, id, field, language] = key.split(SEPARATOR)
      if (of !== part || id === undefined || value === undefined) continue
      const item = items.get(id) ?? {}
      if (field === undefined) items.set(id, value as Record<string, unknown>)
      else if (language === undefined) items.set(id, { ...item, [field]: value })
      else items.set(id, { ...item, [field]: { ...(item[field] as object | undefined), [language]: value } })
    }
    const order = (parts[part] as readonly string[] | undefined) ?? []
    const ids = [...order.filter((id) => items.has(id)), ...[...items.keys()].filter((id) => !order.includes(id))]
    return [part, ids.map((id) => items.get(id)!)]
  })
  return Object.fromEntries(content) as PageContent
}

const versionsIn = (parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([key]) => key.endsWith(`${SEPARATOR}${VERSION}`)))

/** Orders and lists of titles to which both sides added; undefined where they contradict each other. */
export function combinePart(name: string, { base, mine, theirs }: Versions): unknown {
  const isList = !name.includes(SEPARATOR) || name.endsWith('/programIds')
  return isList ? combineLists([base[name], mine[name], theirs[name]] as unknown as Three, String as IdOf) : undefined
}

const join = (...names: readonly string[]): string => names.join(SEPARATOR)
