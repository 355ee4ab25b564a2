import { type RawBuilder, sql } from 'kysely'
import type { PlayerEvent } from '#contract/progress.ts'
import type { Db } from '#server/kit/db.ts'
import type { SessionState } from '../accounts/index.ts'
import { bookmarkWrites, type NewBookmark } from '../library/index.ts'
import type { StreamSigns } from '../playback/index.ts'

/** A report of a member's player. */
export type MemberReport = {
  sessionId: string
  profileId: string | null
  kids: boolean
  programGuid: string
  /** True while the grant's unlock is needed and counts. */
  unlocked: boolean
  parentalVersion: number
  event: PlayerEvent
  bookmark: NewBookmark | undefined
}

/** `locked`: the unlock of the grant was ended. */
export type ReportState = SessionState | 'locked' | 'without slot' | 'STREAM_ENDED'

export type JudgedReport = { sessionId: string; programGuid: string; state: ReportState }

export const streamName = ({ sessionId, programGuid }: Pick<MemberReport, 'sessionId' | 'programGuid'>): string =>
  `${sessionId} ${programGuid}`

/**
 * One statement judges each report by its session, profile and stream, and writes signs of life and progress of those that are live.
 * `reports`: one for each stream. @returns one for each
 */
export async function commitReports(
  db: Db,
  reports: readonly MemberReport[],
  { session, streams }: { session: RawBuilder<SessionState>; streams: StreamSigns },
): Promise<JudgedReport[]> {
  const column = <K extends keyof MemberReport>(name: K) => reports.map((report) => report[name])
  const marks = reports.map(({ bookmark }) => bookmark)
  const of = <T>(read: (mark: NewBookmark) => T) => marks.map((mark) => (mark ? read(mark) : null))
  const { rows } = await sql<JudgedReport>`
    with r as (select * from unnest(${column('sessionId')}::text[], ${column('profileId')}::text[], ${column('kids')}::boolean[],
        ${column('programGuid')}::text[], ${column('unlocked')}::boolean[], ${column('parentalVersion')}::int[], ${column('event')}::text[],
        ${of(({ programId }) => programId)}::text[], ${of(({ season }) => season)}::int[], ${of(({ episode }) => episode)}::int[],
        ${of(({ position }) => position)}::int[], ${of(({ duration }) => duration)}::int[], ${of(({ finished }) => finished)}::boolean[],
        ${of(({ at }) => String(at))}::timestamptz[], ${of(({ play }) => play?.region ?? null)}::text[],
        ${of(({ play }) => play?.access ?? null)}::text[], ${of(({ play }) => play?.device ?? null)}::text[])
        as r(session_id, profile_id, kids, program_guid, unlocked, parental_version, event,
          program_id, season, episode, position, duration, finished, at, region, access, device)),
    judged as materialized (
      select r.*, case when x.state <> 'live' then x.state
        when r.unlocked and a.parental_version <> r.parental_version then 'locked'
        else ${streams.state} end as state
      from r
        left join session s on s.session_id = r.session_id
        left join account a on a.account_id = s.account_id
        left join playback_stream v on v.session_id = r.session_id and v.program_guid = r.program_guid
        cross join lateral (select ${session} as state) x),
    live as (select * from judged where state = 'live'),
    n as (
      select distinct on (profile_id, program_guid) profile_id, program_id, program_guid, season, episode, position, duration, finished,
        at, region, access, device
      from live where position is not null and profile_id is not null
      order by profile_id, program_guid, at desc),
    ${bookmarkWrites},
    ${streams.writes}
    select session_id as "sessionId", program_guid as "programGuid", state from judged`.execute(db)
  return rows
}
