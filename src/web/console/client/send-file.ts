import { defaultOptions, type PreviousUpload, Upload } from 'tus-js-client'
import { UPLOADS_URL, type UploadKind } from '#contract/admin/uploads.ts'
import { ownSuffix, resumableUpload, uploadFingerprint, uploadHeaders, UploadRefused } from './resumable-upload.ts'
import { signInAgain } from './session.ts'

const uploadOf = (file: File): Upload =>
  new Upload(file, { endpoint: UPLOADS_URL, headers: uploadHeaders(), fingerprint: uploadFingerprint })

export interface SendHandlers {
  readonly onProgress: (sent: number) => void
  readonly onComplete: (uploadId: string | undefined) => void
  /** Without a message the connection broke. `maySendAgain`: the operator has signed in again. */
  readonly onStopped: (message: string | undefined, maySendAgain: boolean) => void
}

export interface Sending {
  /** Nothing is told of it from then on; it can go on later. */
  readonly stop: () => Promise<void>
}

/** Goes on where an earlier upload of the same file stopped, also of another day. */
export function sendFile(
  file: File,
  { role, programId }: { role: UploadKind; programId: string | undefined },
  { onProgress, onComplete, onStopped }: SendHandlers,
): Sending {
  let isOn = true
  const upload = resumableUpload(file, {
    metadata: { name: file.name, role, ...(programId !== undefined && { programId }) },
    onProgress: (sent) => isOn && onProgress(sent),
    onSuccess: ({ url }) => isOn && onComplete(url?.split('/').at(-1)),
    onError: (error) => void failed(error),
  })
  void begin()
  return {
    async stop() {
      isOn = false
      await upload.abort()
    },
  }

  async function begin(): Promise<void> {
    const [previous] = [...(await upload.findPreviousUploads()), ...(await adopted(file))]
    if (!isOn) return
    if (previous) upload.resumeFromPreviousUpload(previous)
    upload.start()
  }

  async function failed(error: Error): Promise<void> {
    if (!isOn) return
    isOn = false
    const refusal = error instanceof UploadRefused ? error : undefined
    const isSignedOut = refusal?.code === 'LOGIN_REQUIRED'
    onStopped(refusal?.message, isSignedOut && (await signInAgain()))
  }
}

/** Begun before the keys of uploads named their operator. The server refuses one of another operator, and it begins again. */
async function adopted(file: File): Promise<PreviousUpload[]> {
  const { fingerprint, urlStorage } = defaultOptions
  const key = await fingerprint!(file, { ...defaultOptions, endpoint: UPLOADS_URL })
  const own = await uploadFingerprint(file, { ...defaultOptions, endpoint: UPLOADS_URL })
  if (!key || !own || key === own) return []
  const found = await urlStorage.findUploadsByFingerprint(key)
  for (const previous of found) {
    await urlStorage.removeUpload(previous.urlStorageKey)
    previous.urlStorageKey = (await urlStorage.addUpload(own, previous)) ?? own
  }
  return found
}

/** What this operator began in this browser, also before the page was closed. */
export const storedUploads = async (): Promise<PreviousUpload[]> => {
  const all = await defaultOptions.urlStorage.findAllUploads()
  return all.filter(({ urlStorageKey }) => `${urlStorageKey}::`.includes(`${ownSuffix()}::`))
}

/** Also from the server. */
export async function forgetUpload({ uploadUrl, urlStorageKey }: PreviousUpload): Promise<void> {
  if (uploadUrl !== null) await Upload.terminate(uploadUrl, { headers: uploadHeaders() }).catch(() => undefined)
  await defaultOptions.urlStorage.removeUpload(urlStorageKey)
}

/** Of a file that is not wanted. */
export async function discardUploads(file: File): Promise<void> {
  for (const previous of await uploadOf(file).findPreviousUploads()) await forgetUpload(previous)
}

/** Of a file that a job has now. */
export async function forgetSent(file: File): Promise<void> {
  for (const { urlStorageKey } of await uploadOf(file).findPreviousUploads())
    await defaultOptions.urlStorage.removeUpload(urlStorageKey)
}
