import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#server/kit/ids.ts'

/** The identity of the data folder, made when it is first read: which node has the sources of an ingest job on its disk. */
export async function nodeIdOf(dataDir: string): Promise<string> {
  const [file, id] = [join(dataDir, 'node-id'), newId()]
  const own = `${file}.${id}`
  // Of processes that start at once the first one decides.
  await writeFile(own, id)
  await link(own, file).catch(async (error: NodeJS.ErrnoException) => {
    // Some file systems have no links.
    if (error.code !== 'EEXIST') await rename(own, file)
  })
  await rm(own, { force: true })
  return readFile(file, 'utf8')
}
