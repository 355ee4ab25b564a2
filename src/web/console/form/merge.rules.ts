export type Values = Readonly<Record<string, unknown>>

/** What was there when the form was opened, what it holds now, and what another operator has saved meanwhile. */
export interface Versions {
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

export type Side = 'mine' | 'theirs'
/** `both`: the changes of both sides fit together. */
export type FieldState = 'unchanged' | 'same' | 'both' | Side | 'conflict'

/** What the changes of both sides make of a field together; undefined where they do not fit. */
export type Combine = (name: string, versions: Versions) => unknown

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const never: Combine = () => undefined

/** Who changed a field: both alike, one side, or both in different ways. */
export function fieldState(versions: Versions, name: string, combine = never): FieldState {
  const { base, mine, theirs } = versions
  if (isEqual(mine[name], theirs[name])) return isEqual(base[name], mine[name]) ? 'unchanged' : 'same'
  if (isEqual(base[name], theirs[name])) return 'mine'
  if (isEqual(base[name], mine[name])) return 'theirs'
  return combine(name, versions) === undefined ? 'conflict' : 'both'
}

export interface Choices {
  readonly chosen?: Readonly<Partial<Record<string, Side>>>
  readonly combine?: Combine | undefined
}

/** One-sided changes merge by themselves; of the others a side is chosen. */
export function mergeFields(
  versions: Versions,
  names: readonly string[],
  { chosen = {}, combine = never }: Choices,
): { readonly merged: Values; readonly unchosen: readonly string[] } {
  const states = names.map((name) => [name, fieldState(versions, name, combine)] as const)
  const unchosen = states.filter(([name, state]) => state === 'conflict' && !chosen[name]).map(([name]) => name)
  const merged = states.map(([name, state]) => {
    if (state === 'both') return [name, combine(name, versions)]
    const side = state === 'conflict' ? chosen[name] : state
    return [name, side === 'mine' ? versions.mine[name] : versions.theirs[name]]
  })
  return { merged: Object.fromEntries(merged), unchosen }
}

/** Keys in one order, so that equal values have equal text: the database keeps another order than a form. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, part]) => [name, canonical(part)]))
}

type List = readonly unknown[]
export type Three = readonly [base: List, mine: List, theirs: List]
export type IdOf = (item: unknown) => string

/** What either side removed is gone, what either added is there, mine last. Undefined where both changed the order. */
export function combineLists([base, mine, theirs]: Three, idOf: IdOf): List | undefined {
  const ids = (list: List) => list.map(idOf)
  const kept = (list: List) => ids(base).filter((id) => ids(list).includes(id))
  const isInOrder = (list: List) =>
    isEqual(
      ids(list).filter((id) => ids(base).includes(id)),
      kept(list),
    )
  if (!isInOrder(mine) && !isInOrder(theirs)) return undefined
  const [first, second] = isInOrder(mine) ? [theirs, mine] : [mine, theirs]
  const removed = ids(base).filter((id) => !ids(second).includes(id))
  const added = second.filter((item) => !ids(base).includes(idOf(item)) && !ids(first).includes(idOf(item)))
  return [...first.filter((item) => !removed.includes(idOf(item))), ...added]
}
