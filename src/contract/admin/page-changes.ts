import {
  PAGE_PARTS,
  type PageBanner,
  type PageCategory,
  type PageChange,
  type PageContent,
  type PageTab,
} from './pages.ts'

type Item = PageTab | PageCategory | PageBanner
type Part = (typeof PAGE_PARTS)[number]

export const idOfItem = (item: Item): string =>
  'tabId' in item ? item.tabId : 'categoryId' in item ? item.categoryId : item.bannerId

/** A banner without a title of its own is named by what it is about. */
function nameOf(item: Item): PageChange['name'] {
  if ('name' in item) return item.name
  if (!('bannerId' in item) || item.title.zh_HK || item.title.en_US) return item.title
  const about = item.programId ?? item.url
  return { zh_HK: about, en_US: about }
}

/** Equal values, whatever the order of their keys: the database keeps another than a form. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  const at = (of: object, key: string) => (of as Record<string, unknown>)[key]
  return keys.length === others.length && keys.every((key) => key in other && isSame(at(one, key), at(other, key)))
}

/** The version of a list says nothing that viewers see. */
const isHidden = (field: string): boolean => field === 'version'

export const changedFields = (before: Item, after: Item): string[] =>
  Object.keys(after).filter(
    (field) => !isHidden(field) && !isSame(before[field as keyof Item], after[field as keyof Item]),
  )

export const isSamePage = (one: PageContent, other: PageContent): boolean => pageChanges(one, other).length === 0

/** Lists that stand in no tab have no order. */
export const isOrdered = (part: Part, { tabs }: PageContent): boolean => part !== 'categories' || tabs.length === 0

/** What a publication changes, in the order of the page. One that is changed and moved is both. */
export const pageChanges = (before: PageContent, after: PageContent): PageChange[] =>
  PAGE_PARTS.flatMap((part) =>
    partChanges(part, before[part], after[part]).filter(({ change }) => change !== 'moved' || isOrdered(part, after)),
  )

function partChanges(part: Part, before: readonly Item[], after: readonly Item[]): PageChange[] {
  const was = new Map(before.map((item) => [idOfItem(item), item]))
  const is = new Map(after.map((item) => [idOfItem(item), item]))
  const moved = movedIds(
    [...was.keys()].filter((id) => is.has(id)),
    [...is.keys()].filter((id) => was.has(id)),
  )
  const say = (item: Item, change: PageChange['change'], fields: string[] = []): PageChange => ({
    part,
    id: idOfItem(item),
    name: nameOf(item),
    change,
    fields,
  })
  const kept = after.flatMap((item): PageChange[] => {
    const old = was.get(idOfItem(item))
    if (!old) return [say(item, 'added')]
    const fields = changedFields(old, item)
    return [
      ...(fields.length > 0 ? [say(item, 'changed', fields)] : []),
      ...(moved.has(idOfItem(item)) ? [say(item, 'moved')] : []),
    ]
  })
  return [...kept, ...before.filter((item) => !is.has(idOfItem(item))).map((item) => say(item, 'removed'))]
}

/** The fewest that have to move to make one order of the other. */
function movedIds(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const rankOf = new Map(before.map((id, at) => [id, at]))
  const ranks = after.map((id) => rankOf.get(id)!)
  // Longest rising run that ends at each, and the one before it.
  const best: { length: number; from: number }[] = []
  for (const [at, value] of ranks.entries()) {
    let found = { length: 1, from: -1 }
    for (let earlier = 0; earlier < at; earlier += 1) {
      const length = best[earlier]!.length + 1
      if (ranks[earlier]! < value && length > found.length) found = { length, from: earlier }
    }
    best.push(found)
  }
  const stays = new Set<string>()
  let at = best.reduce((top, { length }, index) => (top === -1 || length > best[top]!.length ? index : top), -1)
  for (; at >= 0; at = best[at]!.from) stays.add(after[at]!)
  return new Set(after.filter((id) => !stays.has(id)))
}
