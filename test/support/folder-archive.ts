import { chmod, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** One entry of an archive. Folders are listed too: PostgreSQL does not start without its empty ones. */
interface Entry {
  path: string
  mode: number
  /** In bytes; none for a folder. */
  size?: number
}

/** 128 MB: files that repeat far apart, as the system catalogs of each PostgreSQL database do, are stored once. */
const WINDOW_LOG = 27

/** Packs a folder into one compressed buffer: a line of JSON that lists the entries, then the files' bytes in that order. */
export async function packFolder(folder: string): Promise<Buffer> {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  const paths = (await readdir(folder, { recursive: true })).toSorted()
  for (const path of paths) {
    const stat = await lstat(join(folder, path))
    const entry = { path: path.split(sep).join('/'), mode: stat.mode & 0o777 }
    if (stat.isDirectory()) entries.push(entry)
    else if (stat.isFile()) {
      const content = await readFile(join(folder, path))
      entries.push({ ...entry, size: content.length })
      contents.push(content)
    } else throw new Error(`${path} is neither a file nor a folder`)
  }
  return zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]), {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    },
  })
}

/** Unpacks what `packFolder` packed into a folder that exists. */
export async function unpackFolder(archive: Buffer, folder: string): Promise<void> {
  const bytes = zstdDecompressSync(archive, { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } })
  const end = bytes.indexOf('\n')
  let offset = end + 1
  for (const { path, mode, size } of JSON.parse(bytes.toString('utf8', 0, end)) as Entry[]) {
    const target = join(folder, path)
    if (relative(folder, target).startsWith('..')) throw new Error(`${path} leads out of the folder`)
    if (size === undefined) await mkdir(target)
    else {
      await writeFile(target, bytes.subarray(offset, offset + size))
      offset += size
    }
    // Independent of the umask: PostgreSQL checks the mode of its folder.
    await chmod(target, mode)
  }
}
