import type { App } from '#server/app.ts'
import { type BenchMember, makeMember } from './member.ts'

const MEMBERS = 20
/** Accounts with a profile each that send no requests: their history says which titles are watched together. */
const PROFILES = 3_000
const WATCHED = 20

/** Members who can call the service, and many more profiles, each with a history of 20 titles of a large catalogue. */
export async function makeMembers(app: App, { titles }: { titles: number }): Promise<BenchMember[]> {
  const members: BenchMember[] = []
  for (let n = 0; n < MEMBERS; n++) members.push(await makeMember(app, String(92_340_000 + n)))
  const { pool } = app.database
  await pool.query(
    `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
       parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
     select 'large-' || n, '+853' || (60000000 + n), 'large', 'large@example.invalid', '1990-01-01', 'female', 'zh_HK',
       'anyplex', '', '', now(), now(), now() from generate_series(1, $1::int) n`,
    [PROFILES],
  )
  await pool.query(
    `insert into profile (profile_id, account_id, name, avatar_id, kids, created_at)
     select 'large-' || n, 'large-' || n, 'large', p.avatar_id, false, now()
     from profile p, generate_series(1, $2::int) n where p.profile_id = $1`,
    [members[0]!.profileId, PROFILES],
  )
  // Neighbours in a group of forty titles are watched together.
  await pool.query(
    `insert into bookmark (profile_id, program_id, program_guid, season, episode, position, duration, finished, at)
     select profile_id, 'large-' || title, 'large-' || title, 0, 0, 60, 600, false, now() - make_interval(mins => n)
     from (
       select profile_id, n, (abs(hashtext(profile_id)) % ($2::int / 40 / 10) * 40 + abs(hashtext(profile_id || n)) % 40) as title
       from (select unnest($1::text[]) as profile_id union all select 'large-' || generate_series(1, $3::int)) p,
         generate_series(1, $4::int) n
     ) watched
     on conflict do nothing`,
    [members.map(({ profileId }) => profileId), titles, PROFILES, WATCHED],
  )
  await pool.query('analyze')
  return members
}
