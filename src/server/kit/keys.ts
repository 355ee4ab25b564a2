import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'

export const MASTER_KEY_BYTES = 32

/** @throws CommandError for an invalid file */
export async function readMasterKey(file: string): Promise<Buffer | undefined> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (key && key.length !== MASTER_KEY_BYTES)
    throw new CommandError(`${file} is not a master key: it must have ${MASTER_KEY_BYTES} bytes.`)
  return key
}

/**
 * At the first start: 32 bytes, mode 0600, flushed to disk before use. Without it every encrypted video is lost; `npm run backup` includes
 * it.
 */
export async function makeMasterKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const key = randomBytes(MASTER_KEY_BYTES)
  const handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(key)
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
  return key
}

/** HKDF-SHA256 (RFC 5869). */
export const deriveKey = (master: Buffer, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `harbour ${purpose}`, bytes))
