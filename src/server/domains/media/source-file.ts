import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { dec3Boxes } from './dolby.rules.ts'
import { IngestError } from './media-errors.ts'
import { checkBoxes, checkSize, pointsElsewhere } from './source.rules.ts'
import { boxesOfFile } from './tracks.ts'
import { withFile } from './work-folder.ts'

/** A source as it lies on the disk. */
export type SourceFile = { path: string; name: string; bytes: number; modifiedMs: number }

/** Finds a source: an ordinary file with something in it. Links are followed to what they name; a pipe, device or folder is refused unopened. */
export async function locateSource(file: string): Promise<SourceFile> {
  const name = basename(file)
  try {
    const path = await realpath(file)
    const found = await stat(path)
    if (!found.isFile()) throw new IngestError('NOT_A_FILE', { file: name })
    checkSize(found.size)
    return { path, name, bytes: found.size, modifiedMs: Math.round(found.mtimeMs) }
  } catch (error) {
    if (error instanceof IngestError) throw new IngestError(error.code, { ...error.params, file: name })
    throw new IngestError('UNREADABLE', { file: name, detail: (error as NodeJS.ErrnoException).code })
  }
}

const UNREADABLE = new Set(['EACCES', 'EPERM', 'EIO'])
const HEAD = 4096
const MOOV_MAX = 128_000_000
const MP4_START = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/**
 * Reads a file's own headers before any decoder does: whether it only names others, whether its boxes are all there.
 * @returns the `dec3` box of each MP4 track, where Atmos is noted; nothing for other containers
 */
export async function inspectSource({ path, bytes }: SourceFile): Promise<(Buffer | null)[]> {
  return withFile(path, 'r', async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    if (pointsElsewhere(buffer.subarray(0, bytesRead))) throw new IngestError('POINTS_ELSEWHERE')
    if (!MP4_START.has(buffer.toString('latin1', 4, 8))) return []
    const boxes = []
    for await (const box of boxesOfFile(file)) boxes.push(box)
    checkBoxes(boxes, bytes)
    const moov = boxes.find((box) => box.type === 'moov')
    if (!moov || moov.size > MOOV_MAX) return []
    return dec3Boxes((await file.read(Buffer.alloc(moov.size), 0, moov.size, moov.start)).buffer)
  }).catch((error: NodeJS.ErrnoException) => {
    throw UNREADABLE.has(error.code ?? '') ? new IngestError('UNREADABLE', { detail: error.code }) : error
  })
}

/** The SHA-256 of a whole file. */
export async function fingerprint(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Refuses a source that is no longer the file that was examined. */
export async function checkUnchanged(examined: SourceFile): Promise<void> {
  const now = await locateSource(examined.path)
  if (now.bytes !== examined.bytes || now.modifiedMs !== examined.modifiedMs) {
    throw new IngestError('SOURCE_CHANGED', { file: examined.name })
  }
}

/** Refuses to begin what the disk has no room for. */
export async function checkSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) throw new IngestError('DISK_FULL', { limit: needed, found: bavail * bsize })
}
