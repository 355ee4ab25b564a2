import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import type { MediaStore } from '#server/domains/media/index.ts'

const unzip = promisify(gunzip)

/** When media were first found removed, a line each: `2026-11-30T22:00:00Z key`. */
const GONE = 'gone-media.gz'

/** Notes media of BACKUP_STORE that are not in use any more, and forgets those that are again. */
export async function noteGone(store: MediaStore, keys: ReadonlySet<string>, now: Temporal.Instant): Promise<void> {
  const noted = await readGone(store)
  const at = now.toString()
  const isSame = noted.size === keys.size && [...keys].every((key) => noted.has(key))
  if (!isSame) await writeGone(store, new Map(keys.values().map((key) => [key, noted.get(key) ?? at])))
}

/** Removes those that were noted before `limit`. */
export async function removeGone(store: MediaStore, limit: string): Promise<void> {
  const noted = await readGone(store)
  const old = [...noted].filter(([, at]) => at < limit)
  for (const [key] of old) await store.remove(key)
  for (const [key] of old) noted.delete(key)
  if (old.length > 0) await writeGone(store, noted)
}

async function readGone(store: MediaStore): Promise<Map<string, string>> {
  const noted = new Map<string, string>()
  const object = await store.open(GONE)
  if (!object) return noted
  const bytes = await unzip(await buffer(object.body))
  let from = 0
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', from)) {
    const [at, key] = bytes.toString('utf8', from, end).split(' ', 2)
    noted.set(key!, at!)
    from = end + 1
  }
  return noted
}

async function writeGone(store: MediaStore, noted: ReadonlyMap<string, string>): Promise<void> {
  const lines = Readable.from(noted.entries().map(([key, at]) => `${at} ${key}\n`))
  const bytes = await buffer(lines.pipe(createGzip()))
  await store.put(GONE, { bytes }, { contentType: 'application/gzip' })
}
