import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { KEPT } from './log-archiving.ts'

/** A file of the database, or what `pg_backup_stop` says of it. */
export type ClusterFile = { file: string } | { bytes: Buffer }

/** What a restored cluster lacks but needs: PostgreSQL fills these folders itself. */
const EMPTY_FOLDERS = [
  KEPT,
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const IGNORED = /^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init.*|.*\.tmp)$/
/** Read last, so that it knows no more than the log that is replayed. */
const LAST = 'global/pg_control'

export interface CopiedCluster {
  /** The first file of the log that a restore needs. */
  readonly firstLog: string
  /** The last one. */
  readonly lastLog: string
  /** Without files of their own. */
  readonly folders: readonly string[]
  readonly files: number
}

/**
 * Copies the files of a running cluster, as `pg_basebackup` would, which the embedded PostgreSQL does not have. They change meanwhile: the
 * log from `firstLog` on makes them whole.
 * @param url of a superuser
 * @param isArchived waits until the archive has the log from first to last
 * @param keep gets paths with `/`, relative to the folder; a file may vanish before it is read
 */
export async function copyCluster(
  { url, clusterDir, isArchived = false }: { url: string; clusterDir: string; isArchived?: boolean },
  keep: (name: string, from: ClusterFile) => Promise<void>,
): Promise<CopiedCluster> {
  const client = new Client({ connectionString: url, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('harbour', fast => true)`)
    const { files, folders } = await findFiles(clusterDir)
    for (const name of files) await keep(name, { file: path.join(clusterDir, ...name.split('/')) })
    const { rows } = await client.query<{ label: string; spaces: string; last: string }>(
      `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last
       from pg_backup_stop(wait_for_archive => $1)`,
      [isArchived],
    )
    const { label, spaces, last: lastLog } = rows[0]!
    if (spaces.trim() !== '') throw new Error('a database with tablespaces of its own cannot be copied')
    await keep('backup_label', { bytes: Buffer.from(label) })
    const firstLog = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
    if (firstLog === undefined) throw new Error(`backup_label without a file of the log: ${label}`)
    return { firstLog, lastLog, folders, files: files.length + 1 }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findFiles(clusterDir: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders = ['pg_wal/archive_status', 'pg_wal/summaries']
  const visit = async (folder: string) => {
    for (const entry of await readdir(path.join(clusterDir, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (IGNORED.test(entry.name)) continue
      if (entry.isFile()) files.push(name)
      else if (entry.isDirectory()) {
        folders.push(name)
        if (!EMPTY_FOLDERS.includes(name)) await visit(name)
      }
    }
  }
  await visit('')
  return { files: [...files.filter((name) => name !== LAST), LAST], folders: folders.toSorted() }
}
