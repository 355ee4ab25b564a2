import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { copyCluster } from '#server/adapters/postgres/base-backup.ts'
import { createCluster, fillCluster, findRunning } from '#server/adapters/postgres/cluster.ts'
import { currentClusterDir } from '#server/adapters/postgres/cluster-folder.ts'
import { readPassword, servicePassword } from '#server/adapters/postgres/cluster-initdb.ts'
import { launch, stopPostmaster } from '#server/adapters/postgres/cluster-launch.ts'
import { connectionString, SERVICE } from '#server/adapters/postgres/cluster-settings.ts'

/** A primary with a standby that streams from it, each of its own cluster. */
export interface Standby {
  /** As the service's role. */
  readonly primaryUrl: string
  readonly url: string
  /** What the standby receives is not replayed until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** What its log says that it refused. */
  refused(): Promise<string[]>
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

const query = async (url: string, text: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function createStandby(): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'hb-'))
  await chmod(folder, 0o711)
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const log = () => undefined
  const outside = join(folder, 'outside')
  const primary = createCluster({ dataDir: one, log, outside })
  const { url: primaryUrl } = await primary.start()
  const superuser = (await findRunning(one, 'superuser'))!
  const password = (await readPassword(one))!
  const site = await fillCluster({ dataDir: two, log, outside }, async (draft) => {
    const { folders } = await copyCluster({ url: superuser, clusterDir: await currentClusterDir(one) }, copyTo(draft))
    for (const name of folders) await mkdir(join(draft, name), { recursive: true, mode: 0o700 })
    await writeFile(join(draft, 'standby.signal'), '')
    await writeFile(join(draft, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(superuser)}'\n`)
  })
  let launched = await launch(site, password, log)
  const own = (role?: string) => connectionString(launched.address, role ? servicePassword(password) : password, role)
  const stop = () => stopPostmaster(launched.child.pid!, site.clusterDir, site.native)
  return {
    primaryUrl,
    url: own(SERVICE),
    pause: async () => void (await query(own(), 'select pg_wal_replay_pause()')),
    resume: async () => void (await query(own(), 'select pg_wal_replay_resume()')),
    refused: async () =>
      (await readFile(join(two, 'postgres.log'), 'utf8')).match(/cannot execute .*\n.*STATEMENT:(?:.*\n\t)*.*/g) ?? [],
    stop,
    async start() {
      launched = await launch(site, password, log)
    },
    async close() {
      await stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const copyTo = (draft: string) => async (name: string, from: { file: string } | { bytes: Buffer }) => {
  const to = join(draft, name)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  if ('bytes' in from) await writeFile(to, from.bytes)
  else await copyFile(from.file, to)
}

function conninfo(url: string): string {
  const { hostname, port, username, password, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  return `host=${host} port=${searchParams.get('port') ?? port} user=${username} password=${password}`
}
