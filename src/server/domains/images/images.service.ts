import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import {
  CONTENT_TYPE,
  FORMATS_AHEAD,
  formatsFor,
  IMAGE_NAME,
  sourceKey,
  variantKey,
  widthFor,
  widthsOf,
  type ImageWidth,
} from './images.rules.ts'
import { backlogCapability, IMAGE_QUEUES } from './images.jobs.ts'
import { findImage, insertImage, markPrepared, markWanted, nextUnprepared, type ImageRow } from './images.repo.ts'
import { ImageRefused, type ImageCodec, type ImageStore } from './ports.ts'
import { createVariants } from './variants.ts'

/** A picture of more bytes than this is refused before it is read. */
const IMAGE_BYTES_MAX = 30 * 1024 * 1024

const KNOWN_MAX = 20_000

export type ImagesDeps = {
  db: Db
  clock: Clock
  store: ImageStore
  codec: ImageCodec
  /** Asks for the job that prepares pictures, on whichever node it runs. */
  requestWork: () => Promise<void>
  /** A channel that tells of new images. */
  wakeOn?: string
}

/** Where a picture comes from: bytes in hand, a file, or an object of the store. */
export type ImageSource = { bytes: Uint8Array } | { file: string } | { key: string }

/** `priority` 0 is prepared first (home's billboard and first rows), 1 next; 2 when not said. */
export type ImageLabel = { name: string; priority?: 0 | 1 | 2 }

/** The stored object that answers a request. `isFinal` is false while a better format is still to be made. */
export type ImageResult = { key: string; contentType: string; isFinal: boolean }

export type ImageRequest = {
  hash: string
  name: string
  width: ImageWidth | undefined
  accept: string | undefined
  /** The address that asks: addresses take turns at what has to be made. */
  asker: string
}

export type Images = ReturnType<typeof createImages>

/** Pictures: brought in once, served in every size and format. */
export function createImages({ db, clock, store, codec, requestWork, wakeOn }: ImagesDeps) {
  const variants = createVariants({ store, codec })
  const rows = new LRUCache<string, ImageRow>({ max: KNOWN_MAX })
  const wanted = new LRUCache<string, true>({ max: KNOWN_MAX })
  const failure = 'image processing failed'
  const capability = backlogCapability({ queue: IMAGE_QUEUES.images, wakeOn, failure, work: prepareBacklog })
  return { register, variant, prepareBacklog, capability }

  /**
   * Brings a picture in, or finds it again: the same bytes are the same picture. Answers its key `{hash}/{name}`, which stands
   * in an address after `/i/`. The row joins `tx`; the file is harmless without it.
   * @throws ImageRefused for what is no picture, or too large
   */
  async function register(source: ImageSource, { name, priority = 2 }: ImageLabel, tx: Db = db): Promise<string> {
    if (!IMAGE_NAME.test(name)) throw new RangeError(`not a picture's name: ${name}`)
    const bytes = await load(source, store)
    const facts = await codec.inspect(bytes)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    if (!(await store.stat(sourceKey(hash)))) {
      await store.put(sourceKey(hash), { bytes }, { contentType: 'application/octet-stream' })
    }
    const row = { hash, name, width: facts.width, height: facts.height, has_alpha: facts.hasAlpha, bytes: bytes.length }
    return `${hash}/${await insertImage(tx, { ...row, priority, created_at: clock.now() })}`
  }

  /**
   * The size and format that answer a request; undefined for a picture that does not exist. AVIF is made by the worker: until
   * then the next format answers, made at once. @throws UNAVAILABLE when too many wait for that, or for too long
   */
  async function variant({ hash, name, width: wish, accept, asker }: ImageRequest): Promise<ImageResult | undefined> {
    const row = rows.get(hash) ?? (await findImage(db, hash))
    if (row?.name !== name) return undefined
    rows.set(hash, row)
    const width = widthFor(row.width, wish)
    const [best, second] = formatsFor(accept, row.hasAlpha)
    const isFinal = best !== 'avif' || (await variants.has({ hash, width, format: 'avif' }))
    if (!isFinal) await want(hash)
    const format = (isFinal ? best : second) ?? 'jpg'
    await variants.ensure({ hash, width, format }, asker)
    return { key: variantKey(hash, width, format), contentType: CONTENT_TYPE[format], isFinal }
  }

  /** Moves a picture to the front of the backlog, once a process. */
  async function want(hash: string): Promise<void> {
    if (wanted.has(hash)) return
    wanted.set(hash, true)
    await markWanted(db, hash)
    await requestWork()
  }

  /** Makes every size of every picture that lacks them, the most urgent first. A picture that fails is passed over. @throws a full disk */
  async function prepareBacklog(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void> {
    const tried: string[] = []
    while (!signal.aborted) {
      const row = await nextUnprepared(db, tried)
      if (!row) return
      try {
        await prepare(row, signal)
      } catch (error) {
        // A full disk is no fault of this one: the next would meet it too.
        if (isDiskFull(error)) throw error
        tried.push(row.hash)
        onFailure(row.hash, error)
      }
    }
  }

  async function prepare({ hash, width: sourceWidth }: ImageRow, signal: AbortSignal): Promise<void> {
    for (const width of widthsOf(sourceWidth)) {
      for (const format of FORMATS_AHEAD) {
        if (signal.aborted) return
        await variants.ensure({ hash, width, format })
      }
    }
    await markPrepared(db, { hash, at: clock.now() })
  }
}

async function load(source: ImageSource, store: ImageStore): Promise<Uint8Array> {
  if ('bytes' in source) return withinLimit(source.bytes)
  if ('file' in source) {
    const { size } = await stat(source.file)
    if (size > IMAGE_BYTES_MAX) throw new ImageRefused('the file is too large for a picture')
    return readFile(source.file)
  }
  const object = await store.open(source.key)
  if (!object) throw new ImageRefused('there is no such object in the store')
  return withinLimit(await buffer(object.body))
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > IMAGE_BYTES_MAX) throw new ImageRefused('the file is too large for a picture')
  return bytes
}
