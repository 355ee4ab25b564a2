export type Values = Readonly<Record<string, unknown>>

/** What was there when the form was opened, what it holds now, and what another operator has saved meanwhile. */
export interface Versions {
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

export type Side = 'mine' | 'theirs'
export type FieldState = 'unchanged' | 'same' | Side | 'conflict'

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Who changed a field: both alike, one side, or both in different ways. */
export function fieldState({ base, mine, theirs }: Versions, name: string): FieldState {
  if (isEqual(mine[name], theirs[name])) return isEqual(base[name], mine[name]) ? 'unchanged' : 'same'
  if (isEqual(base[name], theirs[name])) return 'mine'
  return isEqual(base[name], mine[name]) ? 'theirs' : 'conflict'
}

/** One-sided changes merge by themselves; of the others a side is chosen. */
export function mergeFields(
  versions: Versions,
  names: readonly string[],
  chosen: Readonly<Partial<Record<string, Side>>>,
): { readonly merged: Values; readonly unchosen: readonly string[] } {
  const unchosen = names.filter((name) => fieldState(versions, name) === 'conflict' && !chosen[name])
  const merged = names.map((name) => {
    const state = fieldState(versions, name)
    const side = state === 'conflict' ? chosen[name] : state
    return [name, side === 'mine' ? versions.mine[name] : versions.theirs[name]]
  })
  return { merged: Object.fromEntries(merged), unchosen }
}
