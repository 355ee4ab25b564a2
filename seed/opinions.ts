import type { Kysely } from 'kysely'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Author, Comments } from '#server/domains/comments/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Database } from '#server/kit/db.ts'

/** Dependencies for seeding what demo accounts think of titles. */
export interface OpinionsSeed {
  db: Kysely<Database>
  comments: Pick<Comments, 'ratings' | 'writing' | 'review'>
  profiles: Pick<Profiles, 'list'>
}

/** Half stars by title, and comments. */
interface Opinions {
  ratings: Record<string, number>
  comments: { programId: string; text: string; spoiler?: boolean }[]
}

const CLIENT = { address: '127.0.0.1' }

/**
 * Rates titles and comments on them in the name of a demo account, whose e-mail address is verified. What the account
 * has rated or commented on already stays as it is. Other kinds have no opinions.
 */
export async function seedOpinions(
  { db, comments, profiles }: OpinionsSeed,
  { kind, accountId }: { kind: string; accountId: string },
): Promise<void> {
  const all = JSON.parse(await readFile(join(import.meta.dirname, 'opinions.json'), 'utf8')) as Record<string, Opinions>
  const opinions = all[kind]
  const [profile] = await profiles.list({ accountId, sessionId: '' })
  if (!opinions || !profile) return
  const author = authorOf(accountId, profile.profileId)
  const rated = await db.selectFrom('rating').select('program_id').where('account_id', '=', accountId).execute()
  for (const [programId, halves] of Object.entries(opinions.ratings))
    if (!rated.some(({ program_id }) => program_id === programId))
      await unlessGone(comments.ratings.rate(author, { programId, halves }, CLIENT))
  const own = await db
    .selectFrom('comment')
    .select(['program_id', 'text'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { programId, text, spoiler = false } of opinions.comments) {
    // The same text may be waiting for its review since an interruption.
    if (own.some((one) => one.program_id === programId && one.text !== text)) continue
    const written = await unlessGone(comments.writing.write(author, { programId, text, spoiler }, CLIENT))
    if (written?.status === 'waiting') await approve(comments, written.commentId)
  }
}

/** A first comment waits for its review. */
async function approve({ review }: OpinionsSeed['comments'], commentId: string): Promise<void> {
  const waiting = (await review.list()).find((one) => one.commentId === commentId)
  if (waiting) await review.approve({ commentId, version: waiting.version, actor: 'system', reason: 'the demo' })
}

export const authorOf = (accountId: string, profileId: string): Author => ({
  kind: 'member',
  accountId,
  profileId,
  sessionId: '',
  language: 'zh_HK',
  region: 'HK',
  kids: false,
  deviceSerial: undefined,
  unlocked: false,
  parentalVersion: 0,
})

/** Titles removed by an operator are skipped. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: string }).code !== 'NOT_FOUND') throw error
    return undefined
  }
}
