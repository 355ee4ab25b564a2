import { type Kysely, sql } from 'kysely'
import type { QUEUES, ReviewReason } from '#contract/admin/comments.ts'
import type { CommentStatus, RejectionReason, ReportReason } from '#contract/comments.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { Halves, Names } from './comments-model.ts'

type Instant = Temporal.Instant

export interface QueueQuery {
  readonly filter: {
    readonly state: (typeof QUEUES)[number]
    readonly why?: ReviewReason | undefined
    readonly text?: string | undefined
    readonly programId?: string | undefined
  }
  readonly sort: 'createdAt' | '-createdAt'
  readonly after?: string | undefined
  readonly limit: number
}

export interface QueuedComment {
  readonly commentId: string
  readonly version: number
  readonly programId: string
  readonly title: Names
  readonly name: string
  readonly text: string
  readonly spoiler: boolean
  readonly status: CommentStatus
  readonly why: ReviewReason[]
  readonly reports: { reason: ReportReason; count: number }[]
  readonly halves: Halves | null
  readonly createdAt: Instant
  readonly isEdited: boolean
}

/** Either language falls back to the other one. */
const titleNames = sql`jsonb_build_object('zh_HK', coalesce(nullif(t.title_zh, ''), t.title_en),
  'en_US', coalesce(nullif(t.title_en, ''), t.title_zh))`

/** Waiting comments, and published ones with open reports: each by an index of its own, merged in the order of their time. */
const REVIEWABLE = sql`(
  select * from comment where status = 'waiting'
  union all
  select * from comment where status = 'published'
    and comment_id in (select comment_id from comment_report where handled_at is null)) c`

const IN_STATE: Readonly<Record<QueueQuery['filter']['state'], ReturnType<typeof sql>>> = {
  waiting: REVIEWABLE,
  published: sql`(select * from comment where status = 'published') c`,
  rejected: sql`(select * from comment where status = 'rejected') c`,
}

export function findQueue(
  db: Kysely<Database>,
  { filter, sort, ...page }: QueueQuery,
): Promise<KeysetPage<QueuedComment>> {
  const { state, why, text, programId } = filter
  return readPage<QueuedComment>(
    db,
    {
      columns: sql`c.comment_id as "commentId", c.version, c.program_id as "programId", ${titleNames} as title, p.name, c.text,
        c.spoiler, c.status, c.review_reasons as why, c.created_at as "createdAt", c.edited_at is not null as "isEdited",
        (select halves from rating v where v.account_id = c.account_id and v.program_id = c.program_id) as halves,
        (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason), '[]')
          from (select reason, count(*)::int as count from comment_report
            where comment_id = c.comment_id and handled_at is null group by reason) m) as reports`,
      // Left joins, which a count leaves out: every comment has its title and profile.
      from: sql`${IN_STATE[state]} left join title t on t.program_id = c.program_id left join profile p on p.profile_id = c.profile_id`,
      where: [
        ...(why === undefined ? [] : [isBecause(why)]),
        ...(programId === undefined ? [] : [sql`c.program_id = ${programId}`]),
        ...(text
          ? [sql`(strpos(lower(c.text), lower(${text})) > 0 or strpos(lower(p.name), lower(${text})) > 0)`]
          : []),
      ],
      sort: { by: sql`c.created_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`c.comment_id`, type: 'text' },
    },
    page,
  )
}

/** Up to `max`. */
export async function countReviewable(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from ${REVIEWABLE} limit ${max}) as reviewable`.execute(db)
  return rows[0]!.count
}

const isBecause = (why: ReviewReason) =>
  why === 'reported'
    ? sql`(c.review_reasons @> array['reported'] or exists (
        select from comment_report r where r.comment_id = c.comment_id and r.handled_at is null))`
    : sql`c.review_reasons @> array[${why}]::text[]`

export interface ReviewedTitle {
  readonly programId: string
  readonly name: Names
  readonly classify: string
  readonly year: number
  readonly score: number
  readonly votes: number
}

export async function findReviewedTitle(
  db: Db,
  commentId: string,
): Promise<(ReviewedTitle & { accountId: string }) | undefined> {
  const { rows } = await sql<ReviewedTitle & { accountId: string }>`
    select c.account_id as "accountId", t.program_id as "programId", ${titleNames} as name, t.classify,
      t.release_year as year, t.score::float8 as score,
      coalesce((select sum(n) from rating_total r, unnest(r.counts) n where r.program_id = t.program_id), 0)::int as votes
    from comment c join title t on t.program_id = c.program_id where c.comment_id = ${commentId}`.execute(db)
  return rows[0]
}

export interface EarlierDecision {
  readonly status: 'published' | 'rejected'
  readonly reasons: RejectionReason[]
  readonly note: string | null
  readonly actor: string
  readonly at: Instant
  readonly isUndone: boolean
}

/** Newest first. */
export async function findDecisions(db: Db, commentId: string): Promise<EarlierDecision[]> {
  const { rows } = await sql<EarlierDecision>`
    select status, reasons, note, actor, decided_at as at, undone_at is not null as "isUndone"
    from comment_decision where comment_id = ${commentId} order by decided_at desc limit 20`.execute(db)
  return rows
}

export interface AuthorRecord {
  readonly since: Instant
  readonly published: number
  readonly rejected: number
  readonly waiting: number
  readonly reports: number
  readonly upheld: number
}

/** What an account has written and reported. */
export async function findAuthorRecord(db: Db, accountId: string): Promise<AuthorRecord> {
  const { rows } = await sql<AuthorRecord>`
    select a.created_at as since,
      (select count(*)::int from comment where account_id = ${accountId} and status = 'published') as published,
      (select count(*)::int from comment where account_id = ${accountId} and status = 'rejected') as rejected,
      (select count(*)::int from comment where account_id = ${accountId} and status = 'waiting') as waiting,
      (select count(*)::int from comment_report where account_id = ${accountId}) as reports,
      (select count(*)::int from comment_report r join comment c on c.comment_id = r.comment_id
        where r.account_id = ${accountId} and r.handled_at is not null and c.status = 'rejected') as upheld
    from account a where a.account_id = ${accountId}`.execute(db)
  return rows[0]!
}

export interface RecentComment {
  readonly commentId: string
  readonly title: Names
  readonly text: string
  readonly status: CommentStatus
  readonly reasons: RejectionReason[]
  readonly createdAt: Instant
}

/** Newest first. */
export async function findRecent(
  db: Db,
  { accountId, except, limit }: { accountId: string; except: string; limit: number },
): Promise<RecentComment[]> {
  const { rows } = await sql<RecentComment>`
    select c.comment_id as "commentId", ${titleNames} as title, left(c.text, 120) as text, c.status, c.created_at as "createdAt",
      coalesce((select d.reasons from comment_decision d
        where d.comment_id = c.comment_id and d.undone_at is null order by d.decided_at desc limit 1), '{}') as reasons
    from comment c join title t on t.program_id = c.program_id
    where c.account_id = ${accountId} and c.comment_id <> ${except}
    order by c.created_at desc, c.comment_id limit ${limit}`.execute(db)
  return rows
}
