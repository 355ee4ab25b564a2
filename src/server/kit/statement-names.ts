import { createHash } from 'node:crypto'
import { DatabaseError } from 'pg'

const names = new Map<string, string>()
const NAMES_MAX = 5_000

/** Same name in every process, so a pooler can share statements. */
export function nameOf(text: string): string | undefined {
  const cached = names.get(text)
  if (cached) return cached
  if (names.size >= NAMES_MAX) return undefined
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** After a migration PostgreSQL refuses a prepared statement whose columns have changed, at each use: it needs another name. */
export const isOutdatedPlan = (error: unknown): boolean =>
  // Matched by routine: messages are localized.
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

interface Revisions {
  name(base: string): string
  /** Once, however many statements were refused under the name. */
  renew(base: string, refused: string): void
}

const revisionsByClient = new WeakMap<object, Revisions>()

/** How often a connection's statement was refused as outdated. */
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
