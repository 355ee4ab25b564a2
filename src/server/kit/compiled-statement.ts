import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** The position of a value in a statement that was compiled without it. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A value of a statement by its name, as an expression. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/** Runs a compiled statement. @returns its rows */
export type CompiledStatement<Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/**
 * A statement that is built and compiled at its first use; later uses pass their values only. For the statements of every request:
 * building one costs more than sending it. `build` may bind nothing but its placeholders, which is checked: another value, of the
 * clock for example, would stay that of the first use.
 */
export function compileOnce<Values extends Record<string, unknown>, Row>(
  build: (values: Placeholders<Values>) => RawBuilder<Row>,
): CompiledStatement<Values, Row> {
  let compiled: { query: CompiledQuery<Row>; names: string[] } | undefined
  return async (db, values) => {
    compiled ??= compile(build, db)
    const { query, names } = compiled
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: names.map((name) => values[name]) })
    return rows
  }
}

function compile<Values, Row>(build: (values: Placeholders<Values>) => RawBuilder<Row>, db: Db) {
  const placeholders = new Proxy({} as Placeholders<Values>, {
    get: (_target, name) => sql`${new Placeholder(String(name))}`,
  })
  const query = build(placeholders).compile(db)
  const names = query.parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) throw new Error(`a compiled statement binds a value: ${query.sql}`)
    return parameter.name
  })
  return { query, names }
}
