import { useSearchParams } from '#web/kit/router.tsx'

export interface TableParams<F extends string> {
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly sort: string
  readonly isFiltered: boolean
  /** Of one column or several; undefined clears. */
  readonly set: (change: Readonly<Record<string, string | undefined>>) => void
  readonly clear: () => void
}

/** Filters and sort are in the address: a bookmark is a saved view, and Back restores them. */
export function useTableParams<F extends string>(
  filters: readonly F[],
  sorts: readonly [string, ...string[]],
): TableParams<F> {
  const [query, setQuery] = useSearchParams()
  const given = filters.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value]] : []
  })
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  return {
    filter: Object.fromEntries(given),
    sort: sorts.find((sort) => sort === query.get('sort')) ?? sorts[0],
    isFiltered: given.length > 0,
    set,
    clear: () => set(Object.fromEntries(filters.map((name) => [name, undefined]))),
  }
}

/** What is open beside or over a table, in the address: a link opens it and Back closes it. */
export function useOpenInAddress(param: string): [string | undefined, (id: string | undefined) => void] {
  const [query, setQuery] = useSearchParams()
  const setOpen = (id: string | undefined) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set(param, id)
        else next.delete(param)
        return next
      },
      id ? { state: { keepsScroll: true } } : { replace: true },
    )
  return [query.get(param) ?? undefined, setOpen]
}
