import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Hasher } from './hasher.ts'
import type { Charged, Count, Throttles } from './throttles.service.ts'
import { createSerialQueue } from './fair-queue.ts'

/** Guesses that may wait in a process, about two seconds' worth. */
const WAITING_MAX = 30

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** A secret as somebody says it; without a hash there is nothing to guess, which takes as long. */
export type CredentialCheck = { counts: readonly Count[]; secret: string; hash: string | undefined }

/** Looking at secrets that people remember: counted, hashed, and taken back when right. */
export function createCredentialChecks({
  db,
  hasher,
  throttles,
}: {
  db: Kysely<Database>
  hasher: Hasher
  throttles: Throttles
}) {
  const turns = createSerialQueue(WAITING_MAX)
  return { isRight, recall: throttles.recall }

  /**
   * Whether a guess is right. It is counted before it is looked at: of many at once, on any number of nodes, none slips through. In
   * one process they come one at a time, as their hashes would, so that right ones at once do not stand in each other's way.
   * @throws TOO_MANY_TRIES, before anything is hashed
   */
  async function isRight({ counts, secret, hash }: CredentialCheck): Promise<boolean> {
    await throttles.peek(db, counts)
    return turns.run(async () => {
      const charged = await db.transaction().execute((tx) => throttles.pass(tx, counts))
      const isRight = await verified(charged, () => hasher.verify(secret, hash))
      if (isRight) await db.transaction().execute((tx) => throttles.giveBack(tx, charged, 'right'))
      return isRight
    })
  }

  /** A guess that was never looked at is taken back. */
  async function verified(charged: Charged, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      await db.transaction().execute((tx) => throttles.giveBack(tx, charged, 'unmade'))
      throw error
    }
  }
}
