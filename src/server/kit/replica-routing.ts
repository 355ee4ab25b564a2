import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'

/** Of a replica, in place of those of `DbHandle`. */
export interface ReplicaPools {
  readonly db: PostgresPool
  readonly reads: PostgresPool
  readonly fixedPlanDb: PostgresPool
}

const chosen = new AsyncLocalStorage<ReplicaPools | undefined>()

export const replicaPool = (place: keyof ReplicaPools): PostgresPool | undefined => chosen.getStore()?.[place]

/** Single statements of `work` go to the replica; its transactions do not. */
export const onReplica = <T>(pools: ReplicaPools, work: () => T): T => chosen.run(pools, work)

/** For what is written during a read that may go to a replica. */
export const onPrimary = <T>(work: () => T): T =>
  chosen.getStore() === undefined ? work() : chosen.run(undefined, work)
