import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat, statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import type { IngestNote } from '#contract/ingest.ts'
import { asIngestError, IngestError } from './media-errors.ts'
import type { SourceFacts } from './media-model.ts'
import { checkBoxes, checkSize, pointsElsewhere } from './source.rules.ts'
import { withFile } from './work-folder.ts'
import { dec3Boxes, boxesOfFile } from './mp4.rules.ts'

export type SourceFile = { path: string; name: string; bytes: number; modifiedMs: number }

export type Probed = {
  source: SourceFile
  facts: SourceFacts
  sha256: string
  dec3: (string | null)[]
  notes?: IngestNote[]
}

/** A non-empty regular file; resolves symbolic links. */
export async function locateSource(file: string, name = basename(file)): Promise<SourceFile> {
  try {
    const path = await realpath(file)
    const stats = await stat(path)
    if (!stats.isFile()) throw new IngestError('NOT_A_FILE', { file: name })
    checkSize(stats.size)
    return { path, name, bytes: stats.size, modifiedMs: Math.round(stats.mtimeMs) }
  } catch (error) {
    if (error instanceof IngestError) throw new IngestError(error.code, { ...error.params, file: name })
    throw new IngestError('UNREADABLE', { file: name, detail: (error as NodeJS.ErrnoException).code })
  }
}

const UNREADABLE = new Set(['EACCES', 'EPERM', 'EIO'])
const HEAD = 4096
const MOOV_MAX = 128_000_000
const MP4_START = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Before any decoder opens the file. @returns the `dec3` box of each MP4 track */
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

export function matroskaSize({ path }: SourceFile): Promise<number | null> {
  return withFile(path, 'r', async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return claimedSize(buffer.subarray(0, bytesRead))
  })
}

export async function fingerprint(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export async function checkUnchanged(examined: SourceFile): Promise<void> {
  const current = await locateSource(examined.path)
  if (current.bytes !== examined.bytes || current.modifiedMs !== examined.modifiedMs) {
    throw new IngestError('SOURCE_CHANGED', { file: examined.name })
  }
}

export async function checkSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < needed) throw new IngestError('DISK_FULL', { limit: needed, found: bavail * bsize })
}

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067

/** RFC 8794 section 4: the first set bit gives the length; all bits set mean unknown. @returns null if bytes are missing */
function sizeAt(bytes: Buffer, start: number): { size: number | null; end: number } | null {
  const first = bytes[start]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (start + length > bytes.length) return null
  let size = first & (0xff >> length)
  let isUnknown = size === 0xff >> length
  for (const byte of bytes.subarray(start + 1, start + length)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { size: isUnknown ? null : size, end: start + length }
}

/** Of a Matroska or WebM file; null otherwise, and for the unknown size that recorders write. */
export function claimedSize(head: Buffer): number | null {
  if (head.length < 8 || head.readUInt32BE(0) !== EBML) return null
  const header = sizeAt(head, 4)
  const segment = header?.size == null ? 0 : header.end + header.size
  if (segment === 0 || segment + 4 > head.length || head.readUInt32BE(segment) !== SEGMENT) return null
  const content = sizeAt(head, segment + 4)
  return content?.size == null ? null : content.end + content.size
}

export async function withFileName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const error = asIngestError(thrown)
    if (error instanceof IngestError && !error.params.file)
      throw new IngestError(error.code, { ...error.params, file: name })
    throw error
  }
}
