import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster, findRunning } from '#server/adapters/postgres/cluster.ts'
import { openS3Store } from '../support/s3.ts'
import { openLossyProxy, type ProxyState } from '../support/lossy-proxy.ts'
import { processesOf } from '../support/processes.ts'

/** What a service stands on: its own database and folder, or those of other machines, whose network can be lost. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  /** Not through the network that is lost. Undefined where the service runs its own. */
  readonly databaseUrl: string | undefined
  /** Where the processes of PostgreSQL are found. Undefined: in the service's folder. */
  readonly databaseDir: string | undefined
  lose(part: 'database' | 'store', how: ProxyState): Promise<void>
  close(keep: boolean): Promise<void>
}

export const OWN: Surroundings = {
  env: {},
  databaseUrl: undefined,
  databaseDir: undefined,
  lose: () => Promise.reject(new Error('there is no network in between')),
  close: async () => undefined,
}

/** PostgreSQL, which is started again when it is killed, and an S3 store, each behind a network. */
export async function openOthers(): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-chaos-db-'))
  await chmod(folder, 0o711)
  let isClosed = false
  const newCluster = () => createCluster({ dataDir: folder, log: () => undefined, onLost: () => void startAgain() })
  let cluster = newCluster()
  const { url } = await cluster.start()
  const startAgain = async (): Promise<void> => {
    if (isClosed) return
    cluster = newCluster()
    await cluster.start().catch(startAgain)
  }
  const direct = new URL(url)
  const socketDir = direct.searchParams.get('host')
  const database = await openLossyProxy(
    socketDir
      ? { path: `${socketDir}/.s.PGSQL.${direct.searchParams.get('port')}` }
      : { host: direct.hostname, port: Number(direct.port) },
  )
  const lossy = new URL(url)
  lossy.search = ''
  lossy.hostname = '127.0.0.1'
  lossy.port = String(database.port)
  const objects = await openS3Store(join(folder, 's3'))
  const store = await openLossyProxy({ host: '127.0.0.1', port: Number(new URL(objects.settings.endpoint).port) })
  return {
    env: {
      DATABASE_URL: lossy.href,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      MEDIA_STORE: 's3://media',
      S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
      S3_ACCESS_KEY_ID: objects.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: objects.settings.secretAccessKey,
    },
    databaseUrl: (await findRunning(folder)) ?? url,
    databaseDir: folder,
    lose: (part, how) => (part === 'database' ? database : store).turn(how),
    close,
  }

  async function close(keep: boolean): Promise<void> {
    isClosed = true
    database.close()
    store.close()
    await objects.close()
    await cluster.stop()
    for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
    if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
