import type { BulkChange } from '#contract/admin/bulk.ts'
import { TAGS_MAX, type TitleContent } from '#contract/admin/titles.ts'

/** Undefined where nothing would change. Of the state nothing is in the content. */
export function contentAfter(content: TitleContent, change: BulkChange): TitleContent | undefined {
  switch (change.field) {
    case 'genres':
    case 'vodTypes':
      return withList(content, change)
    case 'tags':
      return withTags(content, change)
    case 'credits':
      return content.credits === change.credits ? undefined : { ...content, credits: change.credits }
    case 'kids':
      return content.kids === change.kids ? undefined : { ...content, kids: change.kids }
    case 'window':
      return withEnd(content, change)
    case 'state':
      return undefined
  }
}

type ListChange = Extract<BulkChange, { field: 'genres' | 'vodTypes' }>

function withList(content: TitleContent, { field, add, remove }: ListChange): TitleContent | undefined {
  const before: readonly string[] = content[field]
  const kept = before.filter((value) => !(remove as readonly string[]).includes(value))
  const after = [...kept, ...add.filter((value) => !kept.includes(value))]
  const isSame = after.length === before.length && before.every((value) => after.includes(value))
  return isSame ? undefined : { ...content, [field]: after }
}

/** More than a title may have are left as they are. */
function withTags(
  content: TitleContent,
  { add, remove }: Extract<BulkChange, { field: 'tags' }>,
): TitleContent | undefined {
  const idsOf = (tags: TitleContent['tags']) => new Set(tags.map(({ tagId }) => tagId))
  const [before, removed] = [idsOf(content.tags), idsOf(remove)]
  const kept = content.tags.filter(({ tagId }) => !removed.has(tagId))
  const keptIds = idsOf(kept)
  const tags = [...kept, ...add.filter(({ tagId }) => !keptIds.has(tagId))]
  const isSame = tags.length === before.size && tags.every(({ tagId }) => before.has(tagId))
  return isSame || tags.length > TAGS_MAX ? undefined : { ...content, tags }
}

function withEnd(
  content: TitleContent,
  { region, endsAt }: Extract<BulkChange, { field: 'window' }>,
): TitleContent | undefined {
  const ofRegion = content.windows.filter((window) => window.region === region)
  const last = ofRegion.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1)).at(-1)
  if (!last || last.endsAt === endsAt) return undefined
  return { ...content, windows: content.windows.map((window) => (window === last ? { ...last, endsAt } : window)) }
}
