import type { Upload } from 'tus-js-client'
import { IMPORT_PACKED_MAX } from '#contract/title-imports.ts'
import { IMAGE_UPLOAD_URL, type UploadedImage } from '#contract/admin/uploads.ts'
import { createStore } from '#web/kit/store.ts'
import { consoleClient } from '../../client/console-client.ts'
import { createNetworkRecovery, resumableUpload, UploadRefused } from '../../client/resumable-upload.ts'
import { signInAgain } from '../../client/session.ts'
import { type FileKind, isTooLarge, kindOf, packed } from './import-files.rules.ts'

export interface AddedFile {
  readonly fileId: string
  readonly file: File
  readonly kind: FileKind
  readonly state: 'waiting' | 'sending' | 'complete' | 'failed' | 'offline'
  readonly sent: number
  /** Of the server. */
  readonly message: string
  /** Of a picture: `{hash}/{name}`. */
  readonly image: string | undefined
}

export interface Table {
  /** Of this choice: the same file may have changed when it is chosen again. */
  readonly tableId: string
  readonly name: string
  /** As the server takes it. */
  readonly content: string
}

/** Why a file was not taken. */
export interface Rejected {
  readonly name: string
  readonly why: 'unknown' | 'tooLarge'
}

/** Uploads go on while the operator is on other screens of the console. */
export const imports = createStore<{
  table: Table | undefined
  files: readonly AddedFile[]
  rejected: readonly Rejected[]
}>({ table: undefined, files: [], rejected: [] })

const AT_ONCE = 2
export const STOPPED: readonly AddedFile['state'][] = ['failed', 'offline']
/** `offline` goes on by itself. */
export const isUnderWay = ({ state }: AddedFile): boolean => state !== 'complete' && state !== 'failed'
const running = new Map<string, Upload>()
const recovery = createNetworkRecovery(() => sendAllAgain(['offline']))
/** Of pictures: that the service is not there, or has too much to do, says nothing of the file. */
const TEMPORARY: readonly string[] = ['NETWORK', 'UNAVAILABLE', 'TOO_MANY_TRIES']
/** So often, a minute apart each: then it is the picture on which the server fails. */
const FAULTS_MAX = 3
const faults = new Map<string, number>()

export async function addFiles(added: readonly File[]): Promise<void> {
  const rejected: Rejected[] = []
  const fresh: AddedFile[] = []
  let table: File | undefined
  for (const file of added) {
    const kind = kindOf(file)
    if (!kind || isTooLarge(file, kind)) rejected.push({ name: file.name, why: kind ? 'tooLarge' : 'unknown' })
    else if (kind === 'table') table = file
    else fresh.push(newFile(file, kind))
  }
  // A file that is chosen again takes the place of the one of its name.
  const names = new Set(fresh.map(({ file }) => file.name))
  for (const { fileId } of imports.get().files.filter(({ file }) => names.has(file.name))) remove(fileId)
  imports.set({ files: [...imports.get().files, ...fresh], rejected })
  sendNext()
  if (table) await setTable(table)
}

async function setTable(file: File): Promise<void> {
  const content = await packed(file)
  if (content.length <= IMPORT_PACKED_MAX)
    return imports.set({ table: { tableId: crypto.randomUUID(), name: file.name, content } })
  imports.set({ rejected: [...imports.get().rejected, { name: file.name, why: 'tooLarge' }] })
}

const newFile = (file: File, kind: FileKind): AddedFile => ({
  fileId: crypto.randomUUID(),
  file,
  kind,
  state: 'waiting',
  sent: 0,
  message: '',
  image: undefined,
})

function change(fileId: string, changed: Partial<AddedFile>): void {
  imports.set({ files: imports.get().files.map((one) => (one.fileId === fileId ? { ...one, ...changed } : one)) })
}

/** The server keeps what has arrived for a week, and knows it by its name. */
export function remove(fileId: string): void {
  void running.get(fileId)?.abort()
  running.delete(fileId)
  faults.delete(fileId)
  imports.set({ files: imports.get().files.filter((one) => one.fileId !== fileId) })
  sendNext()
}

export function sendAgain(fileId: string): void {
  change(fileId, { state: 'waiting', message: '' })
  sendNext()
}

export function sendAllAgain(of: readonly AddedFile['state'][] = STOPPED): void {
  for (const { fileId, state } of imports.get().files)
    if (of.includes(state)) change(fileId, { state: 'waiting', message: '' })
  sendNext()
}

function waitForNetwork(fileId: string): void {
  change(fileId, { state: 'offline' })
  recovery.begin()
}

/** Once an import has them. */
export function forgetAll(): void {
  for (const upload of running.values()) void upload.abort()
  running.clear()
  faults.clear()
  imports.reset()
}

function sendNext(): void {
  const { files } = imports.get()
  const free = AT_ONCE - files.filter(({ state }) => state === 'sending').length
  for (const file of files.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
    void (file.kind === 'image' ? sendImage(file) : send(file))
}

async function sendImage({ fileId, file }: AddedFile): Promise<void> {
  change(fileId, { state: 'sending' })
  const url = `${IMAGE_UPLOAD_URL}?${new URLSearchParams({ name: file.name.slice(-100) })}`
  const answer = await consoleClient.upload<UploadedImage>(url, file)
  if (answer.result === 'FAILED' && isTemporary(fileId, answer.errorCode)) waitForNetwork(fileId)
  else if (answer.result === 'FAILED') change(fileId, { state: 'failed', message: answer.message })
  else change(fileId, { state: 'complete', sent: file.size, image: answer.image })
  sendNext()
}

function isTemporary(fileId: string, errorCode: string): boolean {
  const times = errorCode === 'INTERNAL' ? (faults.get(fileId) ?? 0) + 1 : 0
  const isLast = times === FAULTS_MAX
  faults.set(fileId, isLast ? 0 : times)
  return TEMPORARY.includes(errorCode) || (times > 0 && !isLast)
}

async function send({ fileId, file, kind }: AddedFile): Promise<void> {
  change(fileId, { state: 'sending', message: '' })
  const upload = resumableUpload(file, {
    metadata: { name: file.name, role: kind === 'subtitle' ? 'subtitle' : 'film' },
    onProgress: (sent) => running.get(fileId) === upload && change(fileId, { sent }),
    onSuccess: () => {
      running.delete(fileId)
      change(fileId, { state: 'complete', sent: file.size })
      sendNext()
    },
    onError: (error) => void stopped(fileId, upload, error),
  })
  running.set(fileId, upload)
  const [previous] = await upload.findPreviousUploads()
  if (running.get(fileId) !== upload) return
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
}

async function stopped(fileId: string, upload: Upload, error: Error): Promise<void> {
  if (running.get(fileId) !== upload) return
  running.delete(fileId)
  const refusal = error instanceof UploadRefused ? error : undefined
  if (refusal?.code === 'LOGIN_REQUIRED' && (await signInAgain())) return sendAgain(fileId)
  if (refusal) change(fileId, { state: 'failed', message: refusal.message })
  else waitForNetwork(fileId)
  sendNext()
}

/** Of the pictures that have arrived, as calls take them. */
export const imagesOf = (files: readonly AddedFile[]): { name: string; image: string }[] =>
  files.flatMap(({ file, image }) => (image === undefined ? [] : [{ name: file.name, image }]))
