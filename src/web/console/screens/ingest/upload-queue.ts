import { start, type IngestTarget } from '#contract/admin/ingest.ts'
import { createStore } from '#web/kit/store.ts'
import { consoleClient } from '../../client/console-client.ts'
import { isSubtitle, languageInName } from '../../client/file-names.rules.ts'
import { createNetworkRecovery } from '../../client/resumable-upload.ts'
import { discardUploads, forgetSent, type Sending, sendFile, storedUploads } from '../../client/send-file.ts'
import { ownerOf } from './file-match.rules.ts'
import { type Item, type QueuedFile, rateOf, type ItemRole } from './upload.rules.ts'
import { storage } from '#web/kit/storage.ts'

/** Uploads go on while the operator is on other screens of the console. */
export const queue = createStore<{
  items: readonly Item[]
  /** Subtitles that wait until the operator says which file they are for. */
  loose: readonly QueuedFile[]
}>({ items: [], loose: [] })

const AT_ONCE = 2
export const STOPPED: readonly QueuedFile['state'][] = ['paused', 'failed', 'offline']
const running = new Map<string, Sending>()
const recovery = createNetworkRecovery(() => resumeAll(['offline']))
/** The same ingest again is the same request, until it has succeeded: one that began although its answer was lost begins once. */
const requests = new Map<string, { readonly input: string; readonly key: string }>()

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

/** Subtitles go to the file that their name fits; those that fit none or several wait for the operator. @returns the ids of what is new */
export function addFiles(files: readonly File[]): string[] {
  const known = new Set([...allFiles(), ...queue.get().loose].map(({ file }) => typedOf.keyOf(file)))
  const fresh = files.filter((file) => !known.has(typedOf.keyOf(file)))
  const media = fresh.filter((file) => !isSubtitle(file.name)).map(newItem)
  const subtitles = fresh.filter(({ name }) => isSubtitle(name)).map(newFile)
  queue.set({ items: [...queue.get().items, ...media], loose: [...queue.get().loose, ...subtitles] })
  const films = queue.get().items.map(({ itemId, media: { file } }) => ({ itemId, fileName: file.name }))
  for (const { fileId, file } of queue.get().loose) {
    const owner = ownerOf(file.name, films)
    if (owner) giveSubtitles(fileId, owner.itemId)
  }
  sendNext()
  return media.map(({ itemId }) => itemId)
}

/** Of those that wait: they belong to this file. */
export function giveSubtitles(fileId: string, itemId: string): void {
  const { items, loose } = queue.get()
  const given = loose.find((file) => file.fileId === fileId)
  if (!given) return
  queue.set({
    loose: loose.filter((file) => file !== given),
    items: items.map((item) =>
      item.itemId === itemId ? { ...item, subtitles: [...item.subtitles, named(item)] } : item,
    ),
  })
  sendNext()

  function named({ media }: Item): QueuedFile {
    const { file } = given!
    return { ...given!, language: typedOf(file).language ?? languageInName(file.name, media.file.name) }
  }
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

export function resumeAll(of: readonly QueuedFile['state'][] = STOPPED): void {
  for (const { fileId, state } of allFiles())
    if (of.includes(state)) changeFile(fileId, { state: 'waiting', message: undefined })
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
    loose: queue.get().loose.filter((file) => file.fileId !== fileId),
    items: queue
      .get()
      .items.filter(({ media }) => !isGone(media))
      .map((one) => ({ ...one, subtitles: one.subtitles.filter((subtitle) => !isGone(subtitle)) })),
  })
  sendNext()
}

/** What this browser began and did not finish, of files that have to be chosen again. */
export async function unfinished() {
  const here = new Set([...allFiles(), ...queue.get().loose].map(({ file }) => `${file.name} ${file.size}`))
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

function stopped(fileId: string, message: string | undefined): void {
  running.delete(fileId)
  changeFile(fileId, { state: message === undefined ? 'offline' : 'failed', rate: undefined, message })
  if (message === undefined) recovery.begin()
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
  change({ isStarting: true, message: undefined })
  const input = { programGuid: item.target.programGuid, sources: sourcesOf(item) }
  const answer = await consoleClient.call(start, { ...input, requestKey: requestKeyOf(itemId, input) })
  if (answer.result === 'FAILED') return change({ isStarting: false, startsWhenReady: false, message: answer.message })
  requests.delete(itemId)
  for (const { file } of filesOf(item)) {
    await forgetSent(file)
    typedOf.forget(file)
  }
  queue.set({ items: queue.get().items.filter((one) => one.itemId !== itemId) })

  function change(changed: Partial<Item>): void {
    queue.set({ items: queue.get().items.map((one) => (one.itemId === itemId ? { ...one, ...changed } : one)) })
  }
}

function requestKeyOf(itemId: string, asked: object): string {
  const input = JSON.stringify(asked)
  const request = requests.get(itemId)
  const key = request?.input === input ? request.key : crypto.randomUUID()
  requests.set(itemId, { input, key })
  return key
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
