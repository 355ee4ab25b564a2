import { basename, normalize } from 'node:path/posix'
import { IMAGE_UPLOAD_BYTES_MAX } from '#contract/admin/uploads.ts'
import type { ImportProblem, LineProblem } from '#contract/title-imports.ts'
import type { Media } from '../media/index.ts'
import type { ImportedFile } from './imports.repo.ts'
import type { Origin, SharedNames } from './ports.ts'
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

const sourceFiles = ({ sources }: TitleLine): NamedFile[] =>
  sources.flatMap(({ file, subtitles }) => [file, ...subtitles.map((one) => one.file)])

const namedFiles = (line: TitleLine): NamedFile[] => [...sourceFiles(line), ...line.images.map(({ file }) => file)]

const pathOf = (given: string): string => given.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')

/** Uploads are known by the last part of a name. */
export const uploadNames = (lines: readonly TitleLine[]): string[] => [
  ...new Set(lines.flatMap(namedFiles).map(({ name }) => basename(pathOf(name)))),
]

export function sharedNames(lines: readonly TitleLine[]): SharedNames {
  const sources = lines.flatMap((line) => sourceFiles(line))
  return { sources: sharedOf(sources), images: sharedOf(lines.flatMap(({ images }) => images.map(({ file }) => file))) }
}

function sharedOf(files: readonly NamedFile[]): string[] {
  const paths = new Set(files.map(({ name }) => normalize(pathOf(name))))
  const byName = Map.groupBy(paths, (path) => basename(path))
  return [...byName].flatMap(([name, all]) => (all.length > 1 ? [name] : []))
}

export interface FileFinder {
  readonly origin: Pick<Origin, 'folder' | 'images' | 'sharedNames'>
  /** By name, the newest first. */
  readonly uploads: ReadonlyMap<string, readonly Upload[]>
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

/** The one of this path below the folder, else one that the operator uploaded, where its name leaves no doubt. */
async function findFile({ origin, uploads }: FileFinder, given: string): Promise<FoundFile | ImportProblem> {
  const read = readName(given)
  if ('is' in read) return read
  const below = await findInFolder(origin, { name: read.name, given })
  if (!('is' in below)) return { name: given, ...below }
  const name = basename(read.name)
  const [upload, ...others] = meantUploads(uploads.get(name) ?? [])
  if (below.is !== 'fileUnknown' || !upload) return below
  if (!upload.completed_at) return { is: 'fileUnfinished', file: given }
  if (origin.sharedNames.sources.includes(name) || others.some(({ bytes }) => bytes !== upload.bytes))
    return { is: 'fileAmbiguous', file: given }
  return { name: given, bytes: upload.bytes, uploadId: upload.upload_id }
}

/** The newest, and earlier ones that are whole and that no job has used. */
const meantUploads = ([newest, ...earlier]: readonly Upload[]): Upload[] =>
  newest ? [newest, ...earlier.filter((one) => one.completed_at !== null && one.used_by === null)] : []

async function findInFolder(
  { folder }: Pick<Origin, 'folder'>,
  { name, given }: { name: string; given: string },
): Promise<FolderFile | ImportProblem> {
  if (folder === null) return { is: 'fileUnknown', file: given }
  const found = await findBelow(folder, name)
  return 'is' in found ? ({ ...found, file: given } as ImportProblem) : found
}

const IMAGE = /\.(?:jpe?g|png|webp|avif)$/i

async function findImage(
  { origin }: FileFinder,
  { name: given }: NamedFile,
): Promise<Omit<FoundImage, 'path' | 'wanted'> | ImportProblem> {
  const read = readName(given)
  if ('is' in read) return read
  if (!IMAGE.test(read.name)) return { is: 'imageRefused', file: given }
  const below = await findInFolder(origin, { name: read.name, given })
  if ('is' in below) {
    const name = basename(read.name)
    const image = Object.hasOwn(origin.images, name) ? origin.images[name] : undefined
    if (below.is !== 'fileUnknown' || image === undefined) return below
    if (image === null || origin.sharedNames.images.includes(name)) return { is: 'fileAmbiguous', file: given }
    return { name: given, bytes: 0, image }
  }
  if (below.bytes > IMAGE_UPLOAD_BYTES_MAX) return { is: 'imageRefused', file: given }
  return { name: given, bytes: below.bytes, file: below.path }
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
  const name = pathOf(given)
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
