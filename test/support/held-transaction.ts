import type { Db } from '#server/kit/db.ts'

export interface HeldTransaction<T> {
  /** Begins it: `db.transaction().execute(work)`. */
  readonly run: (work: (tx: Db) => Promise<void>) => Promise<unknown>
  /** Takes its locks. */
  readonly lock: (tx: Db) => Promise<unknown>
  /** Runs beside it, on connections of its own, while the locks are held. */
  readonly beside: () => Promise<T>
}

/** Runs work beside an open transaction, which is committed afterwards. */
export async function besideTransaction<T>({ run, lock, beside }: HeldTransaction<T>): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const transaction = run(async (tx) => {
    await lock(tx)
    locked.resolve()
    await done.promise
  })
  transaction.catch(locked.reject)
  await locked.promise
  try {
    return await beside()
  } finally {
    done.resolve()
    await transaction
  }
}
