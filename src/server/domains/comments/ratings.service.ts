import type { CommentsDeps } from './ports.ts'
import type { Reader, Author, Client, Halves, Rating } from './comments-model.ts'
import { AppError } from '#contract/errors.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { countVotes, ratingOf } from './comments.rules.ts'
import { ratingLimits } from './limits.ts'
import {
  deleteVote,
  findRatedTitles,
  findRating,
  findVote,
  lockCounts,
  upsertVote,
  writeCounts,
} from './opinions.repo.ts'

export type OwnRating = Rating & { mine: Halves | null }

/** One vote per account, not per profile. */
export function createRatings({ db, clock, catalogue, accounts }: CommentsDeps) {
  return { find, rate, remove, eraseAll }

  /** @throws NOT_FOUND */
  async function find(viewer: Reader, programId: string): Promise<OwnRating> {
    await catalogue.watchable(viewer, { programId })
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const { counts, mine } = await findRating(db, { accountId, programId })
    return { ...ratingOf(counts), mine }
  }

  /** Replaces an earlier vote. @throws NOT_FOUND, EMAIL_NEEDED (SPEC 6), TOO_MANY_TRIES */
  async function rate(viewer: Author, { programId, halves }: { programId: string; halves: Halves }, client: Client) {
    return vote(viewer, { programId, halves }, client)
  }

  /** @throws NOT_FOUND, TOO_MANY_TRIES */
  async function remove(viewer: Author, programId: string, client: Client): Promise<OwnRating> {
    return vote(viewer, { programId, halves: null }, client)
  }

  async function vote(
    viewer: Author,
    { programId, halves }: { programId: string; halves: Halves | null },
    client: Client,
  ): Promise<OwnRating> {
    const { accountId } = viewer
    await catalogue.watchable(viewer, { programId })
    return inTransaction(db, async (tx) => {
      if (halves !== null && !(await accounts.lock(tx, accountId)).emailValidAt) throw new AppError('EMAIL_NEEDED')
      await accounts.throttles.consume(tx, ratingLimits({ accountId, ...client }))
      return { ...(await change(tx, { accountId, programId, halves })), mine: halves }
    })
  }

  async function change(
    tx: Db,
    { accountId, programId, halves }: { accountId: string; programId: string; halves: Halves | null },
  ): Promise<Rating> {
    const counts = await lockCounts(tx, programId)
    const before = await findVote(tx, { accountId, programId })
    if (halves === null) await deleteVote(tx, { accountId, programId })
    else await upsertVote(tx, { accountId, programId, halves, at: clock.now() })
    const now = countVotes(counts, {
      ...(halves !== null && { added: halves }),
      ...(before !== undefined && { removed: before }),
    })
    await writeCounts(tx, { programId, counts: now })
    const rated = ratingOf(now)
    await catalogue.setRating(tx, { programId, ...rated })
    return rated
  }

  async function eraseAll(tx: Db, accountId: string): Promise<void> {
    for (const programId of await findRatedTitles(tx, accountId))
      await change(tx, { accountId, programId, halves: null })
  }
}
