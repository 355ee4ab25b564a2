import { newId } from '#server/kit/ids.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import type { WireMembers } from './wire-members.ts'

/** A comment of 60 characters. */
export const COMMENT_TEXT =
  '最後一場戲的沉默比任何對白都有力，燈光與配樂互相呼應，令人久久不能忘懷，值得一看再看，推薦給每一位喜歡港產片的朋友細味。'

type World = { db: Db; clock: Clock; members: WireMembers }

/**
 * The member `critic`, whose published comment on `harbour-light` has the id `published`, and who may comment without waiting; and the
 * member `rater`, who has neither an e-mail address that is verified nor a comment.
 */
export async function createWireComments(world: World): Promise<void> {
  const accountId = await world.members.addMember('critic', '92210200')
  await verifyEmail(world, accountId)
  await addComment(world, { name: 'critic', accountId, commentId: 'published' })
  await addComment(world, { name: 'critic', accountId, commentId: 'changed', programId: 'ding-ding' })
  await addComment(world, { name: 'critic', accountId, commentId: 'deleted', programId: 'paid' })
  await world.members.addMember('rater', '92210201')
}

/** Marks the e-mail address of an account as verified. */
export async function verifyEmail({ db, clock }: Pick<World, 'db' | 'clock'>, accountId: string): Promise<void> {
  await db.updateTable('account').set({ email_valid_at: clock.now() }).where('account_id', '=', accountId).execute()
}

/** Adds a published comment of a member's first profile. @returns its id */
export async function addComment(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { name, accountId, ...given }: { name: string; accountId: string; commentId?: string; programId?: string },
): Promise<string> {
  const { commentId = newId(), programId = 'harbour-light' } = given
  await db
    .insertInto('comment')
    .values({
      comment_id: commentId,
      program_id: programId,
      account_id: accountId,
      profile_id: `${name}-first`,
      text: COMMENT_TEXT,
      spoiler: true,
      status: 'published',
      created_at: clock.now(),
      edited_at: null,
    })
    .execute()
  return commentId
}
