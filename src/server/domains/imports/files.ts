import { basename } from 'node:path/posix'
import { IMAGE_UPLOAD_BYTES_MAX } from '#contract/admin/uploads.ts'
import type { ImportProblem, LineProblem } from '#contract/title-imports.ts'
import type { Media } from '../media/index.ts'
import type { ImportedFile } from './imports.repo.ts'
import type { Origin } from './ports.ts'
import type { NamedFile, TitleLine, WantedSource } from './title-lines.rules.ts'
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

type Upload = Awaited<ReturnType<Media['uploads']['named']>>[number]

/** A file that an ingest can read. */
export interface FoundFile {
  readonly name: string
  readonly bytes: number
  readonly path?: string
  readonly uploadId?: string
}

interface FoundSource {
  readonly wanted: WantedSource
  readonly file: FoundFile
  readonly subtitles: readonly (FoundFile & { readonly language: string })[]
}

export interface FoundImage {
  readonly path: string
  readonly wanted: NamedFile
  readonly name: string
  readonly bytes: number
  /** Uploaded before, else a file that is to be registered. */
  readonly image?: string
  readonly file?: string
}

/** Files of a title as they are now. Those that are gone, and were imported under the same name, are left out. */
export interface FoundFiles {
  readonly sources: readonly FoundSource[]
  readonly images: readonly FoundImage[]
  readonly problems: readonly LineProblem[]
}

export const fileKey = ({ episode, role }: Pick<WantedSource, 'episode' | 'role'>): string =>
  episode === '' ? role : `${episode} ${role}`

const namedFiles = ({ sources, images }: TitleLine): NamedFile[] => [
  ...sources.flatMap(({ file, subtitles }) => [file, ...subtitles.map((one) => one.file)]),
  ...images.map(({ file }) => file),
]

/** Uploads are known by the last part of a name. */
export const uploadNames = (lines: readonly TitleLine[]): string[] => [
  ...new Set(lines.flatMap(namedFiles).map(({ name }) => basename(name.replaceAll('\\', '/')))),
]

export interface FileFinder {
  readonly origin: Pick<Origin, 'folder' | 'images'>
  readonly uploads: ReadonlyMap<string, Upload>
}

export async function findFiles(
  finder: FileFinder,
  line: TitleLine,
  known: Readonly<Record<string, ImportedFile>>,
): Promise<FoundFiles> {
  const problems: LineProblem[] = []
  const tell = ({ line: number, column }: NamedFile, problem: ImportProblem) =>
    void problems.push({ ...problem, line: number, column })
  const sources: FoundSource[] = []
  for (const wanted of line.sources) {
    const found = await findSource(finder, wanted, { known: known[fileKey(wanted)], tell })
    if (found) sources.push(found)
  }
  const images: FoundImage[] = []
  for (const { path, file } of line.images) {
    const found = await findImage(finder, file)
    if (!('is' in found)) images.push({ path, wanted: file, ...found })
    else if (found.is !== 'fileUnknown' || known[path]?.name !== file.name) tell(file, found)
  }
  return { sources, images, problems }
}

interface Telling {
  readonly known: ImportedFile | undefined
  readonly tell: (file: NamedFile, problem: ImportProblem) => void
}

async function findSource(
  finder: FileFinder,
  wanted: WantedSource,
  { known, tell }: Telling,
): Promise<FoundSource | undefined> {
  const file = await findFile(finder, wanted.file.name)
  if ('is' in file) {
    // A file that was imported is not needed again.
    if (file.is !== 'fileUnknown' || known?.name !== wanted.file.name) tell(wanted.file, file)
    return undefined
  }
  const subtitles: (FoundFile & { language: string })[] = []
  for (const { language, file: named } of wanted.subtitles) {
    const found = await findFile(finder, named.name)
    if ('is' in found) tell(named, found)
    else if ((found.path === undefined) !== (file.path === undefined))
      tell(named, { is: 'sourcesMixed', file: named.name })
    else subtitles.push({ ...found, language })
  }
  return { wanted, file, subtitles }
}

/** One that the operator uploaded, else below the folder. */
async function findFile({ origin, uploads }: FileFinder, given: string): Promise<FoundFile | ImportProblem> {
  const read = readName(given)
  if ('is' in read) return read
  const upload = uploads.get(basename(read.name))
  if (upload && !upload.completed_at) return { is: 'fileUnfinished', file: given }
  if (upload) return { name: given, bytes: upload.bytes, uploadId: upload.upload_id }
  if (origin.folder === null) return { is: 'fileUnknown', file: given }
  const found = await findBelow(origin.folder, read.name)
  return 'is' in found ? ({ ...found, file: given } as ImportProblem) : { name: given, ...found }
}

const IMAGE = /\.(?:jpe?g|png|webp|avif)$/i

async function findImage(
  { origin }: FileFinder,
  { name: given }: NamedFile,
): Promise<Omit<FoundImage, 'path' | 'wanted'> | ImportProblem> {
  const read = readName(given)
  if ('is' in read) return read
  if (!IMAGE.test(read.name)) return { is: 'imageRefused', file: given }
  const image = origin.images[basename(read.name)]
  if (image !== undefined) return { name: given, bytes: 0, image }
  if (origin.folder === null) return { is: 'fileUnknown', file: given }
  const found = await findBelow(origin.folder, read.name)
  if ('is' in found) return { ...found, file: given } as ImportProblem
  if (found.bytes > IMAGE_UPLOAD_BYTES_MAX) return { is: 'imageRefused', file: given }
  return { name: given, bytes: found.bytes, file: found.path }
}

export interface FolderFile {
  /** Without symbolic links. */
  readonly path: string
  readonly bytes: number
}

/** Nothing is fetched from an address. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^[a-z]+:(?=\S+@)/i

/** As a name below a folder, with `/`. */
export function readName(given: string): { readonly name: string } | ImportProblem {
  if (ADDRESS.test(given)) return { is: 'fileAddress', file: given }
  const name = given.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')
  const isOutside = name === '' || name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..')
  return isOutside || name.includes('\0') ? { is: 'fileOutside', file: given } : { name }
}

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** A non-empty regular file below the folder, also by way of links, and also where its name is written in another form of Unicode. */
export async function findBelow(folder: string, file: string): Promise<FolderFile | ImportProblem> {
  const root = await realpath(folder).catch(() => undefined)
  if (root === undefined) return { is: 'fileUnknown', file }
  for (const name of new Set([file, file.normalize('NFC'), file.normalize('NFD')])) {
    try {
      const path = await realpath(join(root, name))
      if (!isBelow(root, path)) return { is: 'fileOutside', file }
      const stats = await stat(path)
      return stats.isFile() && stats.size > 0 ? { path, bytes: stats.size } : { is: 'fileUnreadable', file }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return { is: 'fileUnreadable', file }
    }
  }
  return { is: 'fileUnknown', file }
}
