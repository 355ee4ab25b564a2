import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Hasher } from './hasher.ts'
import type { Charged, Count, Throttles } from './throttles.service.ts'

export type CredentialChecks = ReturnType<typeof createCredentialChecks>

/** A password or code as somebody typed it; without a hash it is wrong, and that takes as long to find out. */
export type CredentialCheck = { counts: readonly Count[]; secret: string; hash: string | undefined }

export type CredentialChecksDeps = { db: Kysely<Database>; hasher: Hasher; throttles: Throttles }

/** Checks passwords and codes: each try is counted, verified, and given back when it was right. */
export function createCredentialChecks({ db, hasher, throttles }: CredentialChecksDeps) {
  return { isRight, recall: throttles.recall }

  /**
   * Whether a secret is right. The try is counted before it is verified: of many at once, on any number of nodes, none escapes
   * the limit. Within a process tries run one at a time, so that right ones at once do not use up each other's limit.
   * @throws TOO_MANY_TRIES, before anything is hashed
   */
  async function isRight({ counts, secret, hash }: CredentialCheck): Promise<boolean> {
    await throttles.peek(db, counts)
    return hasher.exclusive(async (verify) => {
      const charged = await db.transaction().execute((tx) => throttles.pass(tx, counts))
      const isRight = await giveBackOnFailure(charged, () => verify(secret, hash))
      if (isRight) await db.transaction().execute((tx) => throttles.giveBack(tx, charged, 'right'))
      return isRight
    })
  }

  /** A try that was never verified is given back. */
  async function giveBackOnFailure(charged: Charged, verify: () => Promise<boolean>): Promise<boolean> {
    try {
      return await verify()
    } catch (error) {
      await db.transaction().execute((tx) => throttles.giveBack(tx, charged, 'unmade'))
      throw error
    }
  }
}
