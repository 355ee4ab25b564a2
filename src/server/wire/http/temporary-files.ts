import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { newId } from '#server/kit/ids.ts'

/** In the names of this process's files. Process ids are used again. */
const OWN = [hostname().replaceAll(/[^\w-]/g, '-'), String(process.pid), newId()] as const
const ABANDONED_MS = 3_600_000

/** A new one, by which others see whether the process that made the file runs. */
export const temporaryName = (): string => [...OWN, newId()].join('.')

/**
 * Deletes the files that killed processes left. Other processes may share the folder: their files stay while they run, or could run on
 * another machine.
 */
export async function deleteAbandoned(folder: string): Promise<void> {
  const nowMs = performance.timeOrigin + performance.now()
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const modified = await stat(path).catch(() => undefined)
    if (modified && (isOfEndedProcess(name) || nowMs - modified.mtimeMs > ABANDONED_MS)) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

function isOfEndedProcess(name: string): boolean {
  const [machine, pid, processId] = name.split('.')
  if (machine !== OWN[0] || !pid || !processId) return false
  if (pid === OWN[1]) return processId !== OWN[2]
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
