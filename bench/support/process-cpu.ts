import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/** Linux counts in these. */
const MS_PER_TICK = 10

export const hasProcesses = (): boolean => existsSync('/proc/self/stat')

type Stat = { parent: number; ms: number; ended: number }

/** CPU time in ms: its own, and that of its children which have ended. */
async function readStat(pid: number | string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name may have spaces and parentheses.
  const fields = text
    ?.slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((n) => fields[n] ?? 0)
  return { parent: parent!, ms: (user! + system!) * MS_PER_TICK, ended: (endedUser! + endedSystem!) * MS_PER_TICK }
}

async function childrenOf(pid: number): Promise<{ pid: string; stat: Stat }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(async (one) => ({ pid: one, stat: await readStat(one) })))
  return all.filter((one): one is { pid: string; stat: Stat } => one.stat?.parent === pid)
}

/** CPU time in ms that a PostgreSQL has used, of which one backend is known. */
export async function postgresCpu(backendPid: number): Promise<number> {
  const { parent } = (await readStat(backendPid))!
  const { ms, ended } = (await readStat(parent))!
  return (await childrenOf(parent)).reduce((sum, { stat }) => sum + stat.ms, ms + ended)
}

/** CPU time in ms of the servers that this process has started. */
export async function webCpu(): Promise<number> {
  const children = await childrenOf(process.pid)
  const names = await Promise.all(children.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return children.reduce((sum, { stat }, n) => (names[n]!.includes('api-server') ? sum + stat.ms : sum), 0)
}
