import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ClusterError } from './cluster-error.ts'

const run = promisify(execFile)

/** Account for PostgreSQL when Harbour runs as root, since PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number }

/** Accounts that exist on nearly every system, in order of preference. Harbour never creates one. */
const USUAL_ACCOUNTS = ['postgres', 'nobody']

/**
 * Chooses the account for PostgreSQL. Not needed for a regular user. For root: the owner of an existing cluster, else
 * the requested account, else the first usual one.
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
