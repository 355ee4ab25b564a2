import { type Author, createComments } from '#server/domains/comments/index.ts'
import { isOver } from '#server/domains/settings/index.ts'
import { createTestLibrary } from './library.ts'

/** Sixty characters that no rule holds back. */
export const FINE =
  '節奏由慢轉快，燈光與配樂互相呼應，最後一場戲的沉默比任何對白都有力，令人久久不能忘懷，值得再看一次，推薦給所有喜歡港產片的朋友。'

/** Ratings and comments over the small catalogue of the library's tests. */
export async function createTestComments() {
  const testApp = await createTestLibrary()
  const { db, clock, catalogue, accounts, messages } = testApp
  const pause = { until: '' }
  const isOpen = () => isOver(pause.until, clock.now())
  const comments = createComments({ db, clock, catalogue, accounts, messages, isOpen })
  const client = { address: '203.0.113.9' }
  const by = { actor: 'operator:ann', reason: 'fits the rules' }

  /** A member whose e-mail address is verified. */
  async function anAuthor(): Promise<Author> {
    const viewer = await testApp.aViewer()
    await db
      .updateTable('account')
      .set({ email_valid_at: clock.now() })
      .where('account_id', '=', viewer.accountId)
      .execute()
    return viewer
  }

  /** A member who has a published comment on the title `other` already. */
  async function aKnownAuthor(): Promise<Author> {
    const author = await anAuthor()
    const { commentId } = await comments.writing.write(
      author,
      { programId: 'other', text: FINE, spoiler: false },
      client,
    )
    await decide('approve', commentId)
    return author
  }

  /** Approves or rejects a comment as it is now. */
  async function decide(decision: 'approve' | 'reject', commentId: string, reason = by.reason): Promise<void> {
    const { version } = await db
      .selectFrom('comment')
      .select('version')
      .where('comment_id', '=', commentId)
      .executeTakeFirstOrThrow()
    await comments.review[decision]({ commentId, version, ...by, reason })
  }

  const write = (author: Author, text = FINE, programId = 'film') =>
    comments.writing.write(author, { programId, text, spoiler: false }, client)
  const rate = (author: Author, halves: number, programId = 'film') =>
    comments.ratings.rate(author, { programId, halves }, client)
  const list = (viewer: Author, change: object = {}) =>
    comments.list(viewer, { programId: 'film', sort: 'newest', page: 1, pageSize: 10, ...change })
  const auditOf = async (subject: string) =>
    db.selectFrom('audit_entry').selectAll().where('subject', '=', subject).orderBy('audit_entry_id').execute()

  return { ...testApp, comments, pause, client, by, anAuthor, aKnownAuthor, write, rate, list, decide, auditOf }
}
