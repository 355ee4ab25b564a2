import { useState } from 'react'
import type { AdminInputOf } from '#contract/admin/endpoint.ts'
import { BULK_MAX, type tryBulk } from '#contract/admin/bulk.ts'
import type { TitleRow, TitlesFilter } from '#contract/admin/titles.ts'
import type { ListState } from '../../client/use-read.ts'
import type { Selection } from '../../table/columns.tsx'

/** The titles of a bulk change, as its calls take them. */
export type BulkTarget = Pick<AdminInputOf<typeof tryBulk>, 'titles' | 'filter' | 'expected'>

export interface TitleSelection extends Selection {
  readonly count: number
  readonly target: BulkTarget
  /** Every title that the filter finds can be selected: how many. */
  readonly selectable: number | undefined
  /** All loaded rows are selected, and there are too many others to select them too. */
  readonly isCut: boolean
  readonly selectFound: () => void
  readonly clear: () => void
}

interface Chosen {
  /** The filter: another one begins without a selection. */
  readonly of: string
  /** By programId, of the time of selection: a later one is a change by another operator. */
  readonly versions: ReadonlyMap<string, number>
  readonly isAll: boolean
}

const NONE: Pick<Chosen, 'versions' | 'isAll'> = { versions: new Map(), isAll: false }

export function useTitleSelection(list: ListState<TitleRow>, filter: TitlesFilter): TitleSelection {
  const of = JSON.stringify(filter)
  const [chosen, setChosen] = useState<Chosen>({ of, ...NONE })
  const { versions, isAll } = chosen.of === of ? chosen : NONE
  const { rows = [], total = 0, isMore, hasNext } = list
  const canSelectFound = hasNext && !isMore && total <= BULK_MAX
  return {
    keys: isAll ? new Set(rows.map(({ programId }) => programId)) : new Set(versions.keys()),
    count: isAll ? total : versions.size,
    target: isAll
      ? { filter, expected: total }
      : { titles: [...versions].map(([programId, version]) => ({ programId, version })) },
    selectable: canSelectFound && !isAll ? total : undefined,
    isCut: versions.size > BULK_MAX || (hasNext && !canSelectFound && rows.every((row) => versions.has(row.programId))),
    onChange: (keys) => {
      const shown = new Map(rows.map(({ programId, version }) => [programId, version]))
      const versionOf = (key: string) => versions.get(key) ?? shown.get(key) ?? 0
      setChosen({ of, isAll: false, versions: new Map([...keys].map((key) => [key, versionOf(key)])) })
    },
    selectFound: () => setChosen({ of, versions: new Map(), isAll: true }),
    clear: () => setChosen({ of, ...NONE }),
  }
}
