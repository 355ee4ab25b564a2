import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { ImportProblem } from '#contract/title-imports.ts'

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
