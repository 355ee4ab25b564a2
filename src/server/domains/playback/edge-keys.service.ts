import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import { endEdgeKeys, findEdgeKeys, insertEdgeKey, lockEdgeKeys } from './edge-keys.repo.ts'
import { deriveEdgeKey, type EdgeKey, type EdgeKeyRow, keysInUse, nextRotation, signingKey } from './edge-keys.rules.ts'

type Deps = { db: Kysely<Database>; clock: Clock; masterKey: Buffer }

export type EdgeKeys = ReturnType<typeof createEdgeKeys>

type Rotation = { made: number; signsFrom: Temporal.Instant } | { possibleFrom: Temporal.Instant }

/** What a process knows of the keys may be so old. */
const KNOWN_SECONDS = 30

/** The keys of edges: nginx and CDN check grants with them (decision 113). Without one, grants are as before and Harbour checks each. */
export function createEdgeKeys({ db, clock, masterKey }: Deps) {
  const known = createDecisionCache<readonly EdgeKeyRow[]>(clock, { seconds: KNOWN_SECONDS, max: 1 })
  return { signing, inUse, ensure, rotate }

  /** Undefined: grants are signed for Harbour alone. */
  async function signing(): Promise<EdgeKey | undefined> {
    const row = signingKey(await known.get('', () => findEdgeKeys(db)), clock.now())
    return row && deriveEdgeKey(masterKey, row.id)
  }

  /** Newest first. */
  async function inUse(on: Db = db): Promise<EdgeKey[]> {
    return keysInUse(await findEdgeKeys(on), clock.now()).map(({ id }) => deriveEdgeKey(masterKey, id))
  }

  /** @returns the number of the first key, which signs at once; undefined when there was one */
  async function ensure(tx: Tx): Promise<number | undefined> {
    await lockEdgeKeys(tx)
    const rows = await findEdgeKeys(tx)
    if (keysInUse(rows, clock.now()).length > 0) return undefined
    return make(tx, rows, clock.now())
  }

  /** `hasLeaked`: the new key signs at once, and no edge needs to accept the others. */
  async function rotate(tx: Tx, { minutes, hasLeaked }: { minutes: number; hasLeaked: boolean }): Promise<Rotation> {
    await lockEdgeKeys(tx)
    const now = clock.now()
    const rows = await findEdgeKeys(tx)
    const possibleFrom = hasLeaked ? undefined : nextRotation(rows, now)
    if (possibleFrom) return { possibleFrom }
    if (hasLeaked) await endEdgeKeys(tx, now)
    const signsFrom = hasLeaked ? now : now.add({ minutes })
    return { made: await make(tx, rows, signsFrom), signsFrom }
  }

  async function make(tx: Tx, rows: readonly EdgeKeyRow[], signsFrom: Temporal.Instant): Promise<number> {
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1
    await insertEdgeKey(tx, { id, signsFrom, at: clock.now() })
    return id
  }
}
