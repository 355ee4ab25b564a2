import { randomUUID } from 'node:crypto'
import { inTransaction, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { FINE } from './comments.ts'
import type { OperatorsWorld } from './operators.ts'
import { aTitleContent } from './title-content.ts'

interface WrittenComment {
  readonly text?: string
  readonly accountId?: string
  readonly programId?: string
  readonly status?: 'waiting' | 'published' | 'rejected'
  readonly why?: readonly string[]
}

type Stored = Pick<OperatorsWorld, 'db' | 'care' | 'clock' | 'titles' | 'anOperator'>

async function aPublishedTitle({ db, titles, anOperator }: Stored): Promise<string> {
  const { operatorId } = await anOperator('catalogue')
  const programId = newId()
  await inTransaction(db, async (tx) => {
    const editor = { operatorId, actor: 'operator:ida' }
    await titles.publish(tx, editor, { programId, content: aTitleContent(), version: undefined })
  })
  return programId
}

/** One that a member has written, by default their first, which waits. */
export async function aComment(world: Stored, written: WrittenComment = {}) {
  const { db, care, clock } = world
  const { text = FINE, status = 'waiting', why = status === 'waiting' ? ['first'] : [] } = written
  const accountId = written.accountId ?? (await care.aCustomer()).accountId
  const programId = written.programId ?? (await aPublishedTitle(world))
  const [commentId, profileId, at] = [newId(), newId(), clock.now()]
  await sql`
    insert into profile (profile_id, account_id, name, avatar_id, kids, genres, is_first, created_at)
    values (${profileId}, ${accountId}, '西環末班車', 'junk', false, '{}', false, ${at})`.execute(db)
  await sql`
    insert into comment (comment_id, program_id, account_id, profile_id, text, spoiler, status, review_reasons, created_at)
    values (${commentId}, ${programId}, ${accountId}, ${profileId}, ${text}, false, ${status}, ${[...why]}::text[], ${at})`.execute(
    db,
  )
  return { commentId, version: 1, programId, accountId }
}

/** One that the caller has just decided. */
async function aDecision(world: OperatorsWorld): Promise<object> {
  const { operatorId, email } = world.lastSignedIn()
  const { commentId, version } = await aComment(world)
  const by = { operatorId, email, actor: 'operator:ida' }
  const verdict = { commentId, version, approve: true, reasons: [] }
  const { batchId } = await inTransaction(world.db, (tx) => world.comments.review.decide(tx, by, [verdict]))
  return { batchId }
}

const aWord = () => `word${randomUUID().slice(0, 8)}`

async function aListedWord({ db, comments }: OperatorsWorld): Promise<object> {
  const word = aWord()
  await inTransaction(db, (tx) => comments.review.listWord(tx, word))
  return { word }
}

/** Inputs of the calls about what members send. */
export const QUEUE_EXAMPLES = {
  '/comments/list': () => ({}),
  '/comments/show': async (w: OperatorsWorld) => ({ commentId: (await aComment(w)).commentId }),
  '/comments/decide': async (w: OperatorsWorld) => {
    const { commentId, version } = await aComment(w)
    return { decisions: [{ commentId, version, approve: false, reasons: ['advert'] }] }
  },
  '/comments/undo': aDecision,
  '/comments/words': () => ({}),
  '/comments/addWord': () => ({ word: aWord() }),
  '/comments/removeWord': aListedWord,
}
