import { start, type IngestTarget } from '#contract/admin/ingest.ts'
import { createStore } from '#web/kit/store.ts'
import { consoleClient } from '../../client/console-client.ts'
import { isSubtitle, languageInName, stemOf } from '../../client/file-names.rules.ts'
import { discardUploads, forgetSent, type Sending, sendFile, storedUploads } from '../../client/send-file.ts'
import { type Item, type QueuedFile, rateOf, type ItemRole } from './upload.rules.ts'
import { storage } from '#web/kit/storage.ts'

/** Uploads go on while the operator is on other screens of the console. */
export const queue = createStore<{ items: readonly Item[] }>({ items: [] })

const AT_ONCE = 2
const running = new Map<string, Sending>()
const keys = new Map<string, string>()

const filesOf = ({ media, subtitles }: Item): readonly QueuedFile[] => [media, ...subtitles]
const allFiles = (): readonly QueuedFile[] => queue.get().items.flatMap(filesOf)
const itemOf = (fileId: string): Item | undefined =>
  queue.get().items.find((item) => filesOf(item).some((file) => file.fileId === fileId))

export function changeItem(itemId: string, change: Partial<Item>): void {
  const items = queue.get().items.map((item) => (item.itemId === itemId ? { ...item, ...change } : item))
  queue.set({ items })
  const item = items.find((one) => one.itemId === itemId)
  if (item) writeTyped(item.media.file, { role: item.role, target: item.target })
  void startWhenReady(itemId)
}

function changeFile(fileId: string, change: Partial<QueuedFile>): void {
  const changed = (file: QueuedFile) => (file.fileId === fileId ? { ...file, ...change } : file)
  queue.set({
    items: queue.get().items.map((item) => ({
      ...item,
      media: changed(item.media),
      subtitles: item.subtitles.map(changed),
    })),
  })
}

export function setLanguage(fileId: string, language: string): void {
  changeFile(fileId, { language })
  const file = allFiles().find((one) => one.fileId === fileId)
  if (file) writeTyped(file.file, { language })
}

/** A subtitle file goes to the film whose name begins its own, else to the last one. @returns the ids of what is new */
export function addFiles(files: readonly File[]): string[] {
  const known = new Set(allFiles().map(({ file }) => typedOf.keyOf(file)))
  const fresh = files.filter((file) => !known.has(typedOf.keyOf(file)))
  const media = fresh.filter((file) => !isSubtitle(file.name)).map(newItem)
  let items: readonly Item[] = [...queue.get().items, ...media]
  for (const file of fresh.filter(({ name }) => isSubtitle(name))) {
    const owner = items.find((item) => file.name.startsWith(stemOf(item.media.file.name))) ?? items.at(-1)
    items = items.map((item) => (item === owner ? { ...item, subtitles: [...item.subtitles, newFile(file)] } : item))
  }
  queue.set({ items })
  sendNext()
  return media.map(({ itemId }) => itemId)
}

const newFile = (file: File): QueuedFile => ({
  fileId: crypto.randomUUID(),
  file,
  state: 'waiting',
  sent: 0,
  rate: undefined,
  message: undefined,
  uploadId: undefined,
  language: typedOf(file).language ?? languageInName(file.name),
})

const newItem = (file: File): Item => ({
  itemId: crypto.randomUUID(),
  media: newFile(file),
  subtitles: [],
  role: typedOf(file).role ?? 'film',
  target: typedOf(file).target,
  startsWhenReady: false,
  isStarting: false,
  message: undefined,
})

function sendNext(): void {
  const free = AT_ONCE - allFiles().filter(({ state }) => state === 'uploading').length
  const waiting = allFiles().filter(({ state }) => state === 'waiting')
  for (const file of waiting.slice(0, Math.max(0, free))) send(file)
}

export function pause(fileId: string): void {
  changeFile(fileId, { state: 'paused', rate: undefined })
  void running.get(fileId)?.stop()
  running.delete(fileId)
  sendNext()
}

export function resume(fileId: string): void {
  changeFile(fileId, { state: 'waiting', message: undefined })
  sendNext()
}

/** @returns once the server has removed it */
export async function discard(fileId: string): Promise<void> {
  const sending = running.get(fileId)
  running.delete(fileId)
  await sending?.stop()
  const item = itemOf(fileId)
  const gone = item?.media.fileId === fileId ? filesOf(item) : allFiles().filter((file) => file.fileId === fileId)
  for (const { file } of gone) await discardUploads(file)
  const isGone = (file: QueuedFile) => gone.some((one) => one.fileId === file.fileId)
  queue.set({
    items: queue
      .get()
      .items.filter(({ media }) => !isGone(media))
      .map((one) => ({ ...one, subtitles: one.subtitles.filter((subtitle) => !isGone(subtitle)) })),
  })
  sendNext()
}

/** What this browser began and did not finish, of files that have to be chosen again. */
export async function unfinished() {
  const here = new Set(allFiles().map(({ file }) => `${file.name} ${file.size}`))
  const stored = await storedUploads()
  return stored.filter(({ metadata, size, uploadUrl }) => uploadUrl !== null && !here.has(`${metadata.name} ${size}`))
}

function send(file: QueuedFile): void {
  const { fileId } = file
  const item = itemOf(fileId)
  if (!item) return
  changeFile(fileId, { state: 'uploading', message: undefined })
  const speed = rateOf()
  const role = item.media.fileId === fileId ? item.role : 'subtitle'
  const sending = sendFile(
    file.file,
    { role, programId: item.target?.programId },
    {
      onProgress: (sent) => changeFile(fileId, { sent, rate: speed(sent, performance.now()) }),
      onComplete: (uploadId) => received(fileId, uploadId),
      onStopped: (message, maySendAgain) => (maySendAgain ? resume(fileId) : stopped(fileId, message)),
    },
  )
  running.set(fileId, sending)
}

function received(fileId: string, uploadId: string | undefined): void {
  running.delete(fileId)
  changeFile(fileId, { state: 'complete', rate: undefined, uploadId })
  sendNext()
  const item = itemOf(fileId)
  if (item) void startWhenReady(item.itemId)
}

function stopped(fileId: string, message: string): void {
  running.delete(fileId)
  changeFile(fileId, { state: 'failed', rate: undefined, message })
  sendNext()
}

const sourcesOf = ({ media, subtitles, role }: Item) => [
  {
    uploadId: media.uploadId ?? '',
    role,
    subtitles: subtitles.map(({ uploadId = '', language }) => ({ uploadId, language })),
  },
]

/** The ingest begins once, by one key, when everything has arrived. */
async function startWhenReady(itemId: string): Promise<void> {
  const item = queue.get().items.find((one) => one.itemId === itemId)
  if (!item?.startsWhenReady || item.isStarting || !item.target) return
  if (filesOf(item).some(({ state }) => state !== 'complete')) return
  const requestKey = keys.get(itemId) ?? crypto.randomUUID()
  keys.set(itemId, requestKey)
  change({ isStarting: true, message: undefined })
  const { programGuid } = item.target
  const answer = await consoleClient.call(start, { requestKey, programGuid, sources: sourcesOf(item) })
  if (answer.result === 'FAILED') {
    // What it says may be mended: then it is another request.
    keys.delete(itemId)
    return change({ isStarting: false, startsWhenReady: false, message: answer.message })
  }
  for (const { file } of filesOf(item)) {
    await forgetSent(file)
    typedOf.forget(file)
  }
  queue.set({ items: queue.get().items.filter((one) => one.itemId !== itemId) })

  function change(changed: Partial<Item>): void {
    queue.set({ items: queue.get().items.map((one) => (one.itemId === itemId ? { ...one, ...changed } : one)) })
  }
}

interface Typed {
  readonly role?: ItemRole
  readonly target?: IngestTarget | undefined
  readonly language?: string
}

const KEY = 'harbour-console-ingest'
/** Of the files chosen last. */
const KEPT = 50

const keyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

function read(): Record<string, Typed> {
  try {
    return JSON.parse(storage.local.get(KEY) ?? '{}') as Record<string, Typed>
  } catch {
    return {}
  }
}

const write = (all: Record<string, Typed>): void =>
  storage.local.set(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-KEPT))))

/** What the operator has said of a file, also before the page was closed. */
const typedOf = Object.assign((file: File): Typed => read()[keyOf(file)] ?? {}, {
  keyOf,
  forget(file: File): void {
    const { [keyOf(file)]: _, ...others } = read()
    write(others)
  },
})

function writeTyped(file: File, typed: Typed): void {
  const { [keyOf(file)]: before, ...others } = read()
  write({ ...others, [keyOf(file)]: { ...before, ...typed } })
}
