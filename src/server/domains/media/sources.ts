import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { IngestError } from './media-errors.ts'
import { type IngestRequest, type IngestSource, type JobRow, shareJob } from './media.repo.ts'
import type { MediaDeps, MediaStore } from './ports.ts'
import { checkSpace } from './source-file.ts'

/** Of a job, in a store that all nodes share. */
export const sourcesPrefix = (jobId: string): string => `src/${jobId}/`

/** A folder is this node's own. */
export const isShared = ({ localPath }: MediaStore): boolean => localPath(sourcesPrefix('any')) === null

type FileOfSource = Pick<IngestSource, 'file' | 'name' | 'uploadId'>
/** The files that a source consists of, in the order of their keys. */
const filesOf = ({ file, name, uploadId, subtitles }: IngestSource): FileOfSource[] => [
  { file, name, uploadId },
  ...subtitles,
]
const keyOf = (jobId: string, source: number, file: number): string => `${sourcesPrefix(jobId)}${source}-${file}`

/**
 * Copies the sources of a job to the store, so that any node can take it; another process of this node may be at it already. Without a
 * shared store it stays with this node.
 */
export async function shareSources(
  { db, store, lock }: MediaDeps,
  jobId: string,
  request: IngestRequest,
): Promise<void> {
  if (!isShared(store)) return
  await lock(`share:${jobId}`, async (lost) => {
    for (const [n, source] of request.sources.entries()) {
      for (const [m, { file }] of filesOf(source).entries()) {
        lost.throwIfAborted()
        await store.put(keyOf(jobId, n, m), { file }, { contentType: 'application/octet-stream' })
      }
    }
    // An encoder of this node may have taken them from its disk meanwhile.
    if (!(await shareJob(db, jobId))) await store.remove(sourcesPrefix(jobId))
  })
}

/** The first that is not where it was given. */
export async function missingFile({ sources }: IngestRequest): Promise<string | undefined> {
  for (const { file, name = basename(file) } of sources.flatMap(filesOf)) if (!(await exists(file))) return name
  return undefined
}

/** The sources of a job whose files are not where they were given and not in the store either, or not yet. */
export class SourceMissing extends Error {
  readonly file: string

  constructor(file: string) {
    super(`the source ${file} is not there`)
    this.name = 'SourceMissing'
    this.file = file
  }
}

/**
 * The sources of a job as files of this node: where they were given, else fetched from the store into `folder`.
 * @throws SourceMissing
 * @throws IngestError DISK_FULL
 */
export async function sourcesHere(
  { nodeId, store, uploadStore }: MediaDeps,
  { job, folder, signal }: { job: JobRow; folder: string; signal: AbortSignal },
): Promise<IngestSource[]> {
  const { sources, addedBy } = job.request
  const isHere = addedBy === undefined || addedBy === nodeId
  const found: IngestSource[] = []
  for (const [n, source] of sources.entries()) {
    const files: string[] = []
    for (const [m, { file, name = basename(file), uploadId }] of filesOf(source).entries()) {
      const key = uploadId === undefined ? keyOf(job.job_id, n, m) : uploadStore.fileOf(uploadId)
      const isFile = uploadId === undefined ? isHere : !uploadStore.isShared
      if (isFile && (await exists(file))) files.push(file)
      else if (uploadId !== undefined && !uploadStore.isShared) throw new SourceMissing(name)
      else files.push(await fetched(key, { name, source: n, fileName: uploadId ?? basename(file) }))
    }
    const [film, ...subtitles] = files
    found.push({
      ...source,
      file: film!,
      subtitles: source.subtitles.map((subtitle, m) => ({ ...subtitle, file: subtitles[m]! })),
    })
  }
  return found

  async function fetched(
    key: string,
    { name, source, fileName }: { name: string; source: number; fileName: string },
  ): Promise<string> {
    const stored = isShared(store) ? await store.stat(key) : null
    if (!stored) throw new SourceMissing(name)
    // Two subtitles may have one name.
    const path = join(folder, 'sources', key.slice(key.lastIndexOf('/') + 1), fileName)
    if ((await stat(path).catch(() => undefined))?.size === stored.size) return path
    await mkdir(dirname(path), { recursive: true })
    await checkSpace(folder, stored.size)
    const opened = await store.open(key)
    if (!opened) throw new SourceMissing(name)
    const unfinished = `${path}.unfinished`
    try {
      await pipeline(opened.body, createWriteStream(unfinished), { signal })
      // A job that another node resumes compares the time of what was examined.
      const { modifiedMs } = sources[source]!
      if (modifiedMs !== undefined) await utimes(unfinished, modifiedMs / 1000, modifiedMs / 1000)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    return path
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )

/** Removes the sources of all jobs but these. */
export async function removeSources(store: MediaStore, unfinished: () => Promise<readonly string[]>): Promise<void> {
  if (!isShared(store)) return
  const stored = new Set<string>()
  for await (const key of store.list('src/')) stored.add(key.split('/')[1]!)
  if (stored.size === 0) return
  // A job is added before its sources are stored.
  const kept = new Set(await unfinished())
  for (const jobId of stored) if (!kept.has(jobId)) await store.remove(sourcesPrefix(jobId))
}

export const missingParams = ({ file }: SourceMissing): IngestError['params'] => ({ file, detail: 'ENOENT' })
