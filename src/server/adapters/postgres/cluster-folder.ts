import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, readlink, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ClusterError } from './cluster-error.ts'

const run = promisify(execFile)

/** In the data folder, and in a home outside it. */
export const CLUSTER = 'postgres'

export const OUTSIDE_ROOT = '/var/lib/harbour'

/** Names the data folder of a home outside it. */
const ORIGIN = 'origin'

type HomeOptions = { dataDir: string; account: Account | undefined; outside: string; log: (line: string) => void }

/**
 * The data folder. If PostgreSQL's account cannot enter it (below /root with mode 0700), a folder below `outside`, to which
 * `<data>/postgres` links.
 * @returns the home with symbolic links resolved, because PostgreSQL compares paths literally
 */
export async function resolveHome({ dataDir, account, outside, log }: HomeOptions): Promise<string> {
  const linkTarget = await readlink(path.join(dataDir, CLUSTER)).catch(() => undefined)
  if (linkTarget !== undefined) return checkedHome(path.dirname(linkTarget), dataDir)
  const real = await realpath(dataDir)
  if (!account) return real
  await makeTraversable(real)
  const here = path.join(real, CLUSTER)
  const isThere = await exists(here)
  if (await canEnter(isThere ? here : real, account)) return real
  if (isThere) throw inaccessibleCluster(here, account)
  return makeHomeOutside(real, outside, log)
}

export async function currentClusterDir(dataDir: string): Promise<string> {
  const here = path.join(dataDir, CLUSTER)
  return realpath(here).catch(() => here)
}

// 0711. The folders above are not changed.
async function makeTraversable(dir: string): Promise<void> {
  const { mode } = await stat(dir)
  if ((mode & 0o001) === 0) await chmod(dir, (mode & 0o7777) | 0o011)
}

async function canEnter(dir: string, { uid, gid }: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

// Another account created the cluster, which root owns since.
function inaccessibleCluster(here: string, { uid, gid }: Account): ClusterError {
  return new ClusterError(
    'UNWRITABLE',
    `PostgreSQL cannot run as root, and the account it runs as (uid ${uid}) cannot enter the database in ${here}. ` +
      `Change its owner and make the folders above it accessible: chown -R ${uid}:${gid} ${here}. ` +
      'Or start Harbour as the account that created it.',
  )
}

async function makeHomeOutside(dataDir: string, outside: string, log: HomeOptions['log']): Promise<string> {
  await mkdir(outside, { recursive: true, mode: 0o755 })
  for (const old of await homesOf(dataDir, outside)) {
    log(`An older database of this data folder is still in ${old}. Delete it when you no longer need it.`)
  }
  const home = path.join(await realpath(outside), randomBytes(6).toString('hex'))
  await mkdir(home, { mode: 0o755 })
  await writeFile(path.join(home, ORIGIN), dataDir, { mode: 0o644 })
  await symlink(path.join(home, CLUSTER), path.join(dataDir, CLUSTER))
  log(`Creating the database in ${home}: PostgreSQL cannot run as root, and other accounts cannot enter ${dataDir}.`)
  return home
}

async function homesOf(dataDir: string, outside: string): Promise<string[]> {
  const homes = (await readdir(outside)).map((name) => path.join(outside, name))
  const origins = await Promise.all(homes.map(readOrigin))
  return homes.filter((_, index) => origins[index] === dataDir)
}

// A copied data folder with its link would open the original's database twice.
async function checkedHome(home: string, dataDir: string): Promise<string> {
  const real = await realpath(dataDir)
  const origin = await readOrigin(home)
  if (origin === undefined) {
    const message = `The database of ${dataDir} is missing: ${home} does not exist. Restore a backup, or delete ${path.join(dataDir, CLUSTER)} to start with an empty database.`
    throw new ClusterError('DAMAGED', message)
  }
  if (origin === real) return home
  const originTarget = await readlink(path.join(origin, CLUSTER)).catch(() => undefined)
  if (originTarget === path.join(home, CLUSTER)) {
    const message = `${dataDir} is a copy of ${origin} and points to the same database. To make a second one, use npm run backup and npm run restore.`
    throw new ClusterError('ALREADY_RUNNING', message)
  }
  await writeFile(path.join(home, ORIGIN), real)
  return home
}

async function readOrigin(home: string): Promise<string | undefined> {
  return readFile(path.join(home, ORIGIN), 'utf8').catch(() => undefined)
}

/** PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number }

/** On nearly every system. Harbour never creates one. */
const USUAL_ACCOUNTS = ['postgres', 'nobody']

/**
 * None for a regular user. For root: the owner of an existing cluster, else the requested account, else the first usual one.
 * @throws ClusterError UNWRITABLE when the cluster belongs to another user; NO_ACCOUNT when root finds no account
 */
export async function chooseAccount(clusterDir: string, requested?: string): Promise<Account | undefined> {
  const owner = await stat(clusterDir).catch(() => undefined)
  const self = process.getuid?.()
  if (self === undefined) return undefined
  if (self !== 0) {
    if (owner && owner.uid !== self) throw foreignCluster(clusterDir, owner.uid)
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const names = requested === undefined ? USUAL_ACCOUNTS : [requested]
  for (const name of names) {
    const account = await lookUp(name)
    if (account && account.uid !== 0) return account
  }
  throw new ClusterError(
    'NO_ACCOUNT',
    `PostgreSQL cannot run as root, and there is no account ${names.join(' or ')} to run it as. ` +
      'Start Harbour as a regular user, or create the account: useradd --system postgres',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

function foreignCluster(clusterDir: string, uid: number): ClusterError {
  return new ClusterError(
    'UNWRITABLE',
    `The database in ${clusterDir} belongs to another account (uid ${uid}). ` +
      `Start Harbour as before (root can open it too), or change its owner: chown -R "$(id -un)" ${clusterDir}`,
  )
}
