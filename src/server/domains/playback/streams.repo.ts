import { type Db, sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    playback_stream: {
      stream_id: string
      account_id: string
      session_id: string
      profile_id: string | null
      program_id: string
      program_guid: string
      started_at: Instant
      last_seen_at: Instant
      ended_at: Instant | null
    }
  }
}

export type StreamKey = { sessionId: string; programGuid: string }

export type LiveStream = { streamId: string; sessionId: string; programId: string; programGuid: string; since: Instant }

export async function lockStreams(tx: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`streams ${accountId}`}, 0))`.execute(tx)
}

/** Neither stopped nor lapsed, oldest first. */
export async function findLiveStreams(
  db: Db,
  { accountId, after }: { accountId: string; after: Instant },
): Promise<LiveStream[]> {
  const rows = await db
    .selectFrom('playback_stream')
    .select(['stream_id', 'session_id', 'program_id', 'program_guid', 'started_at'])
    .where('account_id', '=', accountId)
    .where('last_seen_at', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('started_at')
    .orderBy('stream_id')
    .execute()
  return rows.map((row) => ({
    streamId: row.stream_id,
    sessionId: row.session_id,
    programId: row.program_id,
    programGuid: row.program_guid,
    since: row.started_at,
  }))
}

export async function findStream(
  db: Db,
  { sessionId, programGuid }: StreamKey,
): Promise<{ endedAt: Instant | null; lastSeenAt: Instant } | undefined> {
  const row = await db
    .selectFrom('playback_stream')
    .select(['ended_at', 'last_seen_at'])
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .executeTakeFirst()
  return row && { endedAt: row.ended_at, lastSeenAt: row.last_seen_at }
}

export type NewStream = StreamKey & {
  streamId: string
  accountId: string
  profileId: string | null
  programId: string
  at: Instant
  lastSeenAt: Instant
}

/** Replaces the session's former stream of the video. */
export async function beginStream(tx: Db, stream: NewStream): Promise<void> {
  const started = {
    stream_id: stream.streamId,
    account_id: stream.accountId,
    profile_id: stream.profileId,
    program_id: stream.programId,
    started_at: stream.at,
    last_seen_at: stream.lastSeenAt,
    ended_at: null,
  }
  await tx
    .insertInto('playback_stream')
    .values({ ...started, session_id: stream.sessionId, program_guid: stream.programGuid })
    .onConflict((conflict) => conflict.columns(['session_id', 'program_guid']).doUpdateSet(started))
    .execute()
}

/** @returns whether there was one */
export async function touchStream(
  db: Db,
  { sessionId, programGuid, at, after }: StreamKey & { at: Instant; after: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playback_stream')
    .set({ last_seen_at: sql`greatest(last_seen_at, ${at})` })
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', after)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether there was one */
export async function stopStream(
  db: Db,
  { accountId, streamId, at, after }: { accountId: string; streamId: string; at: Instant; after: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('playback_stream')
    .set({ ended_at: at })
    .where('stream_id', '=', streamId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', after)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function lapseStream(db: Db, { sessionId, programGuid, at }: StreamKey & { at: Instant }): Promise<void> {
  await db
    .updateTable('playback_stream')
    .set({ last_seen_at: at })
    .where('session_id', '=', sessionId)
    .where('program_guid', '=', programGuid)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', at)
    .execute()
}

export async function removeOldStreams(db: Db, before: Instant): Promise<void> {
  await db.deleteFrom('playback_stream').where('last_seen_at', '<', before).execute()
}

export async function removeStreamsOf(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('playback_stream').where('account_id', '=', accountId).execute()
}
