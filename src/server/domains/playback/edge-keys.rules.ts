import { GRANT_HOURS } from '#contract/playback.ts'
import { deriveKey } from '#server/kit/keys.ts'

type Instant = Temporal.Instant

/** With which edges check the grants that it signed; they never have the key of Harbour's own signature. */
export interface EdgeKey {
  readonly id: number
  readonly key: Uint8Array
}

export interface EdgeKeyRow {
  readonly id: number
  readonly signsFrom: Instant
  /** A key that leaked. */
  readonly endedAt: Instant | null
}

export const deriveEdgeKey = (masterKey: Buffer, id: number): EdgeKey => ({
  id,
  key: deriveKey(masterKey, `edge ${id}`),
})

/** The newest one whose time has come; undefined before the first. */
export const signingKey = (rows: readonly EdgeKeyRow[], now: Instant): EdgeKeyRow | undefined =>
  newestFirst(rows).find(({ signsFrom, endedAt }) => endedAt === null && Temporal.Instant.compare(signsFrom, now) <= 0)

/** Those that an edge needs: what signs, what will, and what signed grants that still live. Newest first. */
export function keysInUse(rows: readonly EdgeKeyRow[], now: Instant): EdgeKeyRow[] {
  const sorted = newestFirst(rows)
  return sorted.filter(({ endedAt }, at) => {
    const next = sorted[at - 1]
    const isOver = next !== undefined && Temporal.Instant.compare(lastGrantOfBefore(next), now) <= 0
    return endedAt === null && !isOver
  })
}

/** Two at most are in use: when the next rotation may begin. Undefined: at once. */
export function nextRotation(rows: readonly EdgeKeyRow[], now: Instant): Instant | undefined {
  const [newest, ...others] = keysInUse(rows, now)
  return newest !== undefined && others.length > 0 ? lastGrantOfBefore(newest) : undefined
}

/** When the last grant of the key before it ends. */
const lastGrantOfBefore = ({ signsFrom }: EdgeKeyRow): Instant => signsFrom.add({ hours: GRANT_HOURS, minutes: 1 })

const newestFirst = (rows: readonly EdgeKeyRow[]): EdgeKeyRow[] => rows.toSorted((one, other) => other.id - one.id)
