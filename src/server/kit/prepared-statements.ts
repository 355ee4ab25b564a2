import { createHash } from 'node:crypto'
import { DatabaseError } from 'pg'

/**
 * Prepared statement names, derived from the statement's text. PostgreSQL plans a named statement once per connection,
 * which doubles the throughput of small queries.
 */
const names = new Map<string, string>()
const NAMES_MAX = 5_000

export function nameOf(text: string): string | undefined {
  const cached = names.get(text)
  if (cached) return cached
  if (names.size >= NAMES_MAX) return undefined
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/**
 * After a migration (that of another node, perhaps) PostgreSQL refuses a prepared statement whose columns have changed, each time that
 * it is used. It has to be prepared again, under another name.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  // By its place in PostgreSQL's source: the message can be translated.
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

interface Revisions {
  /** The name of a statement on this connection. */
  name(base: string): string
  /** Replaces a name that was refused, once however many statements were refused under it. */
  renew(base: string, refused: string): void
}

const revisionsByClient = new WeakMap<object, Revisions>()

/** The renamed statements of a connection. */
export function revisionsOf(client: object): Revisions {
  const known = revisionsByClient.get(client)
  if (known) return known
  const counts = new Map<string, number>()
  const name = (base: string) => (counts.has(base) ? `${base}.${counts.get(base)}` : base)
  const revisions: Revisions = {
    name,
    renew(base, refused) {
      if (name(base) === refused) counts.set(base, (counts.get(base) ?? 0) + 1)
    },
  }
  revisionsByClient.set(client, revisions)
  return revisions
}
