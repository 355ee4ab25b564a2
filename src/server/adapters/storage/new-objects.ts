import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#server/kit/clock.ts'

/** Names are in one file for each span. */
const SPAN_MS = 10 * 60_000
const PRIVATE = 0o700

const spanAt = (ms: number): number => Math.floor(ms / SPAN_MS)

/** Of the objects of the media folder, for BACKUP_STORE. */
export const newObjectsIn = (dataDir: string): string => join(dataDir, 'media.new')

interface Noting {
  readonly DATA_DIR: string
  readonly BACKUP_STORE?: string | undefined
}

/** Where a store notes them; undefined where it need not. */
export const newObjectsOf = ({ DATA_DIR, BACKUP_STORE }: Noting): string | undefined =>
  BACKUP_STORE === undefined ? undefined : newObjectsIn(DATA_DIR)

/** Notes an object before it can be read. Processes append to the same file. */
export async function noteNew(folder: string, key: string, nowMs = systemClock.nowMs()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE })
  await appendFile(join(folder, String(spanAt(nowMs))), `${key}\n`, { mode: 0o600 })
}

/**
 * Hands over the objects that were noted since the last call that did not throw, and some of before: the files of this span and the
 * last stay, since they may still be written to.
 */
export async function takeNew(
  folder: string,
  take: (keys: string[]) => Promise<unknown>,
  nowMs = systemClock.nowMs(),
): Promise<void> {
  const spans = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const lines = await Promise.all(spans.map((span) => readFile(join(folder, span), 'utf8')))
  const keys = new Set(lines.flatMap((text) => text.split('\n').filter(Boolean)))
  if (keys.size > 0) await take([...keys])
  for (const span of spans) if (Number(span) < spanAt(nowMs) - 1) await rm(join(folder, span))
}
