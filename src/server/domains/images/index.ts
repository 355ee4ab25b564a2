import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { createFairQueue, type Share } from '#server/kit/fairness.ts'
import { createMirroredSet } from '#server/kit/mirrored-set.ts'
import { onPrimary } from '#server/kit/replica-routing.ts'
import {
  CONTENT_TYPE,
  FORMATS_AHEAD,
  formatsFor,
  IMAGE_NAME,
  imageName,
  PREVIEW_WIDTH,
  readImagePath,
  sourceKey,
  variantKey,
  widthFor,
  widthsOf,
  type ImageWidth,
  SHARE_CARD,
  type ImageSize,
} from './images.rules.ts'
import { backlogModule, IMAGE_QUEUES } from './images.jobs.ts'
import {
  findImage,
  findRefused,
  findPreviews,
  insertImage,
  markPrepared,
  markWanted,
  nextUnprepared,
  setRefused,
  storePreview,
  type ImageRow,
} from './images.repo.ts'
import { ImageRefused, type ImageCodec, type ImagesDeps, type ImageStore, type ImageFormat } from './ports.ts'

/**
 * Images in every size and format, and display fonts subset to titles. Owns image, title_font and the store prefixes `i/{hash}/`, `f/`.
 * Never knows what an image shows.
 */
export { requestImages, requestTitleFonts } from './images.jobs.ts'
export { readImagePath, readWidth, SHARE_CARD } from './images.rules.ts'
export { createTitleFonts, type TitleFonts } from './title-fonts.service.ts'
export { readFontPath, titleFontUrl } from './title-fonts.rules.ts'

/** Bytes. */
const IMAGE_BYTES_MAX = 30 * 1024 * 1024

const CACHE_ENTRIES_MAX = 20_000
const PREVIEWS_MAX = 5_000
const FAILURE = 'image processing failed'

type ImageSource = { bytes: Uint8Array } | { file: string } | { key: string }

/** Priority 0 is prepared first; the default is 2. */
type ImageLabel = { name: string; priority?: 0 | 1 | 2 }

/** `isFinal` is false while a better format is pending. */
type ImageResult = { key: string; contentType: string; isFinal: boolean }

type ImageRequest = {
  hash: string
  name: string
  width: ImageWidth | undefined
  accept: string | undefined
  client: readonly Share[]
}

export type Images = ReturnType<typeof createImages>

type Encoding = {
  codec: ImageCodec
  /** While true, only images that a request waits for are encoded. */
  isBusy?: () => Promise<boolean>
  /** Encodes AVIF for waiting requests too. */
  isAvifMade?: boolean
}

export function createImages(deps: ImagesDeps & Encoding) {
  const { db, clock, store, codec, requestWork, wakeOn, isBusy, isAvifMade = true } = deps
  const variants = createVariants({ store, codec })
  /** Size and name of an image do not change. */
  const rows = new LRUCache<string, ImageRow>({ max: CACHE_ENTRIES_MAX })
  const prioritized = new LRUCache<string, true>({ max: CACHE_ENTRIES_MAX })
  /** By hash. Empty where none can be made. */
  const previewCache = new LRUCache<string, string>({ max: PREVIEWS_MAX })
  const refused = createMirroredSet(() => findRefused(db))
  const domainModule = {
    ...backlogModule({ queue: IMAGE_QUEUES.images, wakeOn, failure: FAILURE, work: prepareBacklog }),
    caches: [{ clear: refused.clear }],
  }
  return { register, add, variant, shareCard, previews, refuse, allow, prepareBacklog, domainModule }

  /** Each process refuses them within 30 seconds. */
  async function refuse(tx: Db, hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await setRefused(tx, { hashes, at: clock.now() })
  }

  async function allow(tx: Db, hashes: readonly string[]): Promise<void> {
    if (hashes.length > 0) await setRefused(tx, { hashes, at: null })
  }

  /** Idempotent per content. The row joins `tx`; a stored file without it is harmless. @returns the key `{hash}/{name}` @throws ImageRefused */
  async function register(source: ImageSource, label: ImageLabel, tx: Db = db): Promise<string> {
    return (await stored(source, label))(tx)
  }

  /** Its file is stored. @returns what adds its row */
  async function stored(source: ImageSource, { name, priority = 2 }: ImageLabel): Promise<(tx: Db) => Promise<string>> {
    if (!IMAGE_NAME.test(name)) throw new RangeError(`invalid image name: ${name}`)
    const bytes = await load(source, store)
    const facts = await codec.inspect(bytes)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    if (!(await store.stat(sourceKey(hash)))) {
      await store.put(sourceKey(hash), { bytes }, { contentType: 'application/octet-stream' })
    }
    const row = { hash, name, width: facts.width, height: facts.height, has_alpha: facts.hasAlpha, bytes: bytes.length }
    return async (tx) => `${hash}/${await insertImage(tx, { ...row, priority, created_at: clock.now() })}`
  }

  /** A file by its own name, in one transaction with what `record` writes. @returns as `register` @throws AppError UNSUPPORTED_MEDIA_TYPE */
  async function add(
    bytes: Uint8Array,
    fileName: string,
    record: (tx: Tx, image: string) => Promise<void> = async () => undefined,
  ): Promise<string> {
    const insert = await stored({ bytes }, { name: imageName(fileName), priority: 0 }).catch((error: unknown) => {
      throw error instanceof ImageRefused ? new AppError('UNSUPPORTED_MEDIA_TYPE') : error
    })
    return inTransaction(db, async (tx) => {
      const image = await insert(tx)
      await record(tx, image)
      return image
    })
  }

  /** Encodes the next best format on demand until the worker has encoded AVIF. @throws UNAVAILABLE when the queue is full or slow */
  async function variant({
    hash,
    name,
    width: requestedWidth,
    accept,
    client,
  }: ImageRequest): Promise<ImageResult | undefined> {
    const row = await rowOf(hash, name)
    if (!row) return undefined
    const width = widthFor(row.width, requestedWidth)
    const [best, second] = formatsFor(accept, row.hasAlpha)
    const isBest = best !== 'avif' || (await variants.has({ hash, size: width, format: 'avif' }))
    const isFinal = isBest || !isAvifMade
    if (!isFinal) await prioritize(hash)
    const format = (isBest ? best : second) ?? 'jpg'
    await variants.ensure({ hash, size: width, format }, client)
    return { key: variantKey(hash, width, format), contentType: CONTENT_TYPE[format], isFinal }
  }

  /** @throws UNAVAILABLE as `variant` */
  async function shareCard({ hash, name, client }: Pick<ImageRequest, 'hash' | 'name' | 'client'>) {
    if (!(await rowOf(hash, name))) return undefined
    await variants.ensure({ hash, size: 'card', format: 'jpg' }, client)
    return { key: variantKey(hash, 'card', 'jpg'), contentType: CONTENT_TYPE.jpg, isFinal: true } satisfies ImageResult
  }

  /** Data URLs of some 140 bytes, by image URL; made on first demand, then stored. An image that cannot be read has none. */
  async function previews(urls: readonly string[]): Promise<Map<string, string>> {
    const hashes = new Map(urls.map((url) => [url, readImagePath(url)?.hash ?? '']))
    const unknown = [...new Set(hashes.values())].filter((hash) => hash && !previewCache.has(hash))
    if (unknown.length > 0) {
      const found = await findPreviews(db, unknown)
      const remember = async ({ hash, preview }: (typeof found)[number]) =>
        previewCache.set(hash, preview ?? (await makePreview(hash)))
      await Promise.all(found.map(remember))
    }
    return new Map([...hashes].map(([url, hash]) => [url, previewCache.get(hash) ?? '']))
  }

  async function makePreview(hash: string): Promise<string> {
    try {
      const source = await store.open(sourceKey(hash))
      if (!source) return ''
      const bytes = await codec.encode(await buffer(source.body), { width: PREVIEW_WIDTH, format: 'webp' })
      const preview = `data:${CONTENT_TYPE.webp};base64,${Buffer.from(bytes).toString('base64')}`
      // Made within a page that many share.
      await onPrimary(() => storePreview(db, { hash, preview }))
      return preview
    } catch {
      // The page has its image without a preview.
      return ''
    }
  }

  async function rowOf(hash: string, name: string): Promise<ImageRow | undefined> {
    const row = rows.get(hash) ?? (await findImage(db, hash))
    if (row?.name !== name) return undefined
    rows.set(hash, row)
    return (await refused.has(hash)) ? undefined : row
  }

  /** Once per process. */
  async function prioritize(hash: string): Promise<void> {
    if (prioritized.has(hash)) return
    prioritized.set(hash, true)
    await markWanted(db, hash)
    await requestWork()
  }

  /** Encodes missing variants, most urgent first; skips an image that fails. @throws when the disk is full */
  async function prepareBacklog(signal: AbortSignal, onFailure: (hash: string, error: unknown) => void): Promise<void> {
    const tried: string[] = []
    while (!signal.aborted) {
      const row = await nextUnprepared(db, { tried, onlyWanted: (await isBusy?.()) ?? false })
      if (!row) return
      try {
        await prepare(row, signal)
      } catch (error) {
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
        await variants.ensure({ hash, size: width, format })
      }
    }
    await markPrepared(db, { hash, at: clock.now() })
  }
}

async function load(source: ImageSource, store: ImageStore): Promise<Uint8Array> {
  if ('bytes' in source) return withinLimit(source.bytes)
  if ('file' in source) {
    const { size } = await stat(source.file)
    if (size > IMAGE_BYTES_MAX) throw new ImageRefused('the image file is too large')
    return readFile(source.file)
  }
  const object = await store.open(source.key)
  if (!object) throw new ImageRefused('the object does not exist in the store')
  return withinLimit(await buffer(object.body))
}

function withinLimit(bytes: Uint8Array): Uint8Array {
  if (bytes.length > IMAGE_BYTES_MAX) throw new ImageRefused('the image file is too large')
  return bytes
}

/** Enough for a few browsers behind one address. A browser does not ask for a refused image again: it waits half of what proxies allow. */
const QUEUE_LIMITS = { maxWaiting: 300, maxWaitingPerClient: 100, waitMs: 30_000 } as const
const RETRY_SECONDS = 2

type VariantName = { hash: string; size: ImageSize; format: ImageFormat }

interface Variants {
  has(variant: VariantName): Promise<boolean>
  /** Concurrent calls encode once. Calls without a client are internal. @throws UNAVAILABLE */
  ensure(variant: VariantName, client?: readonly Share[]): Promise<void>
}

function createVariants({ store, codec }: { store: ImageStore; codec: ImageCodec }): Variants {
  const stored = new Set<string>()
  /** By client and variant: a client does not wait in another client's queue. */
  const pending = new Map<string, Promise<void>>()
  /** One at a time leaves the other cores to requests. */
  const encodes = createFairQueue({
    ...QUEUE_LIMITS,
    full: () => new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS }),
  })
  return { has, ensure }

  async function has({ hash, size, format }: VariantName): Promise<boolean> {
    const key = variantKey(hash, size, format)
    if (stored.has(key)) return true
    if (!(await store.stat(key))) return false
    remember(key)
    return true
  }

  async function ensure(variant: VariantName, client?: readonly Share[]): Promise<void> {
    if (await has(variant)) return
    const key = variantKey(variant.hash, variant.size, variant.format)
    const pendingKey = `${client?.[0]?.key ?? ''} ${key}`
    const waiting =
      pending.get(pendingKey) ??
      encode(() => makeMissing(variant, key), client).finally(() => pending.delete(pendingKey))
    pending.set(pendingKey, waiting)
    await waiting
  }

  function encode(work: () => Promise<void>, client: readonly Share[] | undefined): Promise<void> {
    return client ? encodes.run(work, { clients: client }) : encodes.runPatiently(work)
  }

  async function makeMissing(variant: VariantName, key: string): Promise<void> {
    if (!stored.has(key)) await make(variant, key)
  }

  async function make({ hash, size, format }: VariantName, key: string): Promise<void> {
    const source = await store.open(sourceKey(hash))
    if (!source) throw new Error(`the source of image ${hash} is missing in the store`)
    const original = await buffer(source.body)
    const bytes = await (size === 'card'
      ? codec.encodeCard(original, SHARE_CARD)
      : codec.encode(original, { width: size, format }))
    await store.put(key, { bytes }, { contentType: CONTENT_TYPE[format] })
    remember(key)
  }

  function remember(key: string): void {
    if (stored.size >= CACHE_ENTRIES_MAX) stored.clear()
    stored.add(key)
  }
}
