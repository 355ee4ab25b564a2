import type { TitleContent } from '#contract/admin/titles.ts'
import { combineLists, type IdOf, mergeFields, type Side, type Three, type Versions } from '../../form/merge.rules.ts'
import { commonEpisodes, contentOf, partNames, partsOf } from './title-parts.rules.ts'

export interface TitleVersions {
  readonly base: TitleContent
  readonly mine: TitleContent
  readonly theirs: TitleContent
}

/** The three as flat parts, and the names of those that any of them has. */
export function flatVersions({ base, mine, theirs }: TitleVersions): { versions: Versions; names: readonly string[] } {
  const common = commonEpisodes([base, mine, theirs])
  const versions = { base: partsOf(base, common), mine: partsOf(mine, common), theirs: partsOf(theirs, common) }
  return { versions, names: partNames(Object.values(versions)) }
}

/** Merges what one side changed, and lists to which both added; of the rest a side is chosen. */
export function mergeTitles(
  titles: TitleVersions,
  chosen: Readonly<Partial<Record<string, Side>>> = {},
): { readonly merged: TitleContent; readonly unchosen: readonly string[] } {
  const { versions, names } = flatVersions(titles)
  const { merged, unchosen } = mergeFields(versions, names, { chosen, combine: combinePart })
  return { merged: contentOf(merged), unchosen }
}

/** Lists whose items stand for themselves. */
const ID_OF: Readonly<Record<string, (item: never) => string>> = {
  'aliases.zh_HK': String,
  'aliases.en_US': String,
  genres: String,
  country: String,
  vodTypes: String,
  tags: ({ tagId }: { tagId: string }) => tagId,
  directors: ({ personId }: { personId: string }) => personId,
  actors: ({ personId }: { personId: string }) => personId,
}

/** What both changes of a list make together; undefined where they contradict each other. */
export function combinePart(name: string, { base, mine, theirs }: Versions): unknown {
  const idOf = ID_OF[name]
  return idOf && combineLists([base[name], mine[name], theirs[name]] as unknown as Three, idOf as IdOf)
}
