import type { LazyScreen } from './lazy-screen.tsx'
import { pathParams } from './path-pattern.rules.ts'

/** A screen of an app. An app's own rows extend it by what its guard, layout and page title read. */
export interface Route {
  readonly name: string
  readonly path: string
  readonly screen: LazyScreen<object>
}

/** The helper with which an app writes its rows: a row leaves out what is as in `defaults`. `Given`: what every row says. */
export const routeHelper =
  <R extends Route, Given extends keyof R = keyof Route>(defaults: Omit<R, Given>) =>
  <Name extends string>(row: Partial<R> & Pick<R, Given> & { readonly name: Name }) =>
    ({ ...defaults, ...row }) as R & { readonly name: Name }

/** The path without trailing slashes, as a table has it. */
export const plainPath = (pathname: string): string => pathname.replace(/\/+$/, '') || '/'

export function createRouteTable<R extends Route>(rows: readonly R[], home: R) {
  const isPattern = ({ path }: R) => path.includes(':')
  const byName = new Map<string, R>(rows.map((row) => [row.name, row]))
  const byPath = new Map(rows.filter((row) => !isPattern(row)).map((row) => [row.path, row]))
  const patterns = rows.filter(isPattern)
  /** Undefined for an unknown path. */
  const find = (pathname: string): R | undefined => {
    const path = plainPath(pathname)
    return byPath.get(path) ?? patterns.find((row) => pathParams(row.path, path))
  }
  return {
    find,
    at: (pathname: string): R => find(pathname) ?? home,
    preload: (name: R['name']): void => byName.get(name)?.screen.preload(),
  }
}
