import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

export type CompiledStatement<Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/**
 * Compiled at its first use; later uses pass values only. For the statements of every request: compiling costs more than sending.
 * `build` may bind nothing but its placeholders: any other value would stay that of the first use.
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
