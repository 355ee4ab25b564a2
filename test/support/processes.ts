import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
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
 * It reads synchronously: it is polled, and reading hundreds of such files in the thread pool takes three times the processor time.
 */
export function processesOf(folder: string): FolderProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => read(Number(pid), folder)).filter((process) => process !== undefined)
}

function read(pid: number, folder: string): FolderProcess | undefined {
  const text = (name: string) => orEmpty(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
  const command = text('cmdline').replaceAll('\0', ' ').trim()
  const isOfFolder =
    command.includes(`${folder}/`) ||
    text('environ').split('\0').includes(`DATA_DIR=${folder}`) ||
    orEmpty(() => readlinkSync(`/proc/${pid}/cwd`)).startsWith(`${folder}/`)
  if (!isOfFolder) return undefined
  const stat = text('stat')
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(parent), command }
}

/** A process can end while it is read. */
function orEmpty(readText: () => string): string {
  try {
    return readText()
  } catch {
    return ''
  }
}

/** Polls, every `everyMs`, until a value is returned. @throws after `seconds`, naming `what` */
export async function until<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { what, seconds = 60, everyMs = 50 }: { what: string; seconds?: number; everyMs?: number },
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await probe()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`)
    await wait(everyMs)
  }
}

/** Waits until nothing works on the folder any more. @throws naming what still does */
export async function nobodyLeft(folder: string, seconds = 40): Promise<void> {
  let left: FolderProcess[] = []
  const isEmpty = () => {
    left = processesOf(folder)
    return left.length === 0
  }
  await until(isEmpty, { what: 'the end of all processes', seconds }).catch((error: unknown) => {
    throw new Error(`still running: ${left.map(({ pid, command }) => `${pid} ${command}`).join('; ')}`, {
      cause: error,
    })
  })
}
