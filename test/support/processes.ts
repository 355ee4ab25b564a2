import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A process of a data folder: supervisor, role, PostgreSQL, encoder. */
export interface FolderProcess {
  pid: number
  parent: number
  /** The command line; for Harbour's own processes the title, such as `harbour web`. */
  command: string
}

/**
 * Every process with this data folder in its environment, command line or working directory, orphans included. Linux only (/proc).
 */
export async function processesOf(folder: string): Promise<FolderProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map((pid) => read(pid, folder)))
  return found.filter((process) => process !== undefined)
}

async function read(pid: number, folder: string): Promise<FolderProcess | undefined> {
  const text = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [environ, cmdline, stat] = await Promise.all([text('environ'), text('cmdline'), text('stat')])
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  const command = cmdline.replaceAll('\0', ' ').trim()
  const isOfFolder =
    environ.split('\0').includes(`DATA_DIR=${folder}`) || command.includes(`${folder}/`) || cwd.startsWith(`${folder}/`)
  if (!isOfFolder) return undefined
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(parent), command }
}

/** Polls until a value is returned. @throws after `seconds`, naming `what` */
export async function until<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { what, seconds = 60 }: { what: string; seconds?: number },
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await probe()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`)
    await wait(50)
  }
}

/** Waits until nothing works on the folder any more. @throws naming what still does */
export async function nobodyLeft(folder: string, seconds = 40): Promise<void> {
  let left: FolderProcess[] = []
  const isEmpty = async () => {
    left = await processesOf(folder)
    return left.length === 0
  }
  await until(isEmpty, { what: 'the end of all processes', seconds }).catch((error: unknown) => {
    throw new Error(`still running: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`, {
      cause: error,
    })
  })
}
