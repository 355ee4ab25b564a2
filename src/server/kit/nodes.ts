import type { Pool, PoolClient } from 'pg'
import type { Clock } from './clock.ts'
import { type Db, sql } from './db.ts'

/** A process of the service, as others see it. */
export interface NodeProcess {
  readonly processId: string
  /** Of its data folder. */
  readonly nodeId: string
  readonly version: string
  readonly roles: string
  /** The newest that it knows. */
  readonly newestMigration: string
  /** Of an encoder: whether a malicious film reaches nothing else of its machine. Undefined until that is known. */
  readonly isConfined?: (() => boolean | undefined) | undefined
}

export const BEAT_MS = 10_000
/** After that its connection is given up. */
const ANSWER_MS = 5_000
/** A process that has not been seen for this long does not run. */
const GONE_SECONDS = 30
/** One that was killed leaves its row. */
const DELETED_AFTER_HOURS = 1

/**
 * Writes that the process runs, by the database's clock.
 * @returns how many milliseconds the given clock is ahead of the database's (behind: negative), as far as the time of the call proves it
 */
export async function sayAlive(pool: Pool, node: NodeProcess, clock: Clock): Promise<number> {
  const before = clock.nowMs()
  const statement = {
    text: `insert into node (process_id, node_id, version, roles, newest_migration, encoder_confined, seen_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp())
     on conflict (process_id) do update set seen_at = clock_timestamp(), encoder_confined = excluded.encoder_confined
     returning (extract(epoch from seen_at) * 1000)::float8 as ms`,
    values: [node.processId, node.nodeId, node.version, node.roles, node.newestMigration, node.isConfined?.() ?? null],
    query_timeout: ANSWER_MS,
  }
  const { rows } = await pool.query<{ ms: number }>(statement)
  return clockError(rows[0]!.ms, { before, after: clock.nowMs() })
}

/** The database's instant lay between two of ours. */
export function clockError(theirs: number, { before, after }: { before: number; after: number }): number {
  if (before > theirs) return before - theirs
  return after < theirs ? after - theirs : 0
}

export async function forgetNode(pool: Pool, { processId }: Pick<NodeProcess, 'processId'>): Promise<void> {
  await pool.query(
    `delete from node where process_id = $1 or seen_at < clock_timestamp() - interval '${DELETED_AFTER_HOURS} hours'`,
    [processId],
  )
}

/** Whose processes run. */
export async function runningNodes(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ nodeId: string }>`
    select distinct node_id as "nodeId" from node
      where seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})`.execute(db)
  return new Set(rows.map(({ nodeId }) => nodeId))
}

/** Of the encoders that run: whether each is confined; null where one has not said so. */
export async function runningEncoders(db: Db): Promise<(boolean | null)[]> {
  const { rows } = await sql<{ isConfined: boolean | null }>`
    select encoder_confined as "isConfined" from node
      where seen_at > clock_timestamp() - make_interval(secs => ${GONE_SECONDS})
        and 'encoder' = any(string_to_array(roles, ','))`.execute(db)
  return rows.map(({ isConfined }) => isConfined)
}

export interface OlderProgram {
  readonly version: string
  readonly nodeId: string
}

/** The running programs that do not know a migration, by its number. */
export async function programsBefore(database: Pool | PoolClient, number: string): Promise<OlderProgram[]> {
  const { rows: tables } = await database.query<{ exists: boolean }>(`select to_regclass('node') is not null as exists`)
  if (!tables[0]!.exists) return []
  const { rows } = await database.query<OlderProgram>(
    `select distinct version, node_id as "nodeId" from node
      where seen_at > clock_timestamp() - interval '${GONE_SECONDS} seconds' and left(newest_migration, 4) < $1
      order by 1, 2`,
    [number],
  )
  return rows
}
