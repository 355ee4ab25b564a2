import { defaultOptions, type DetailedError, type HttpResponse, type PreviousUpload, Upload } from 'tus-js-client'
import { UPLOAD_PART_BYTES, UPLOADS_URL, type UploadKind } from '#contract/admin/uploads.ts'
import { readLanguage } from '#web/kit/language.ts'
import { signInAgain } from './session.ts'

const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

const headers = () => ({ 'X-Harbour-Console': '1', 'Accept-Language': readLanguage() })

const uploadOf = (file: File): Upload => new Upload(file, { endpoint: UPLOADS_URL, headers: headers() })

/** What the server says, and no fault of the connection. */
class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface SendHandlers {
  readonly onProgress: (sent: number) => void
  readonly onComplete: (uploadId: string | undefined) => void
  /** Empty message: the connection broke. `maySendAgain`: the operator has signed in again. */
  readonly onStopped: (message: string, maySendAgain: boolean) => void
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
  const upload = new Upload(file, {
    endpoint: UPLOADS_URL,
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: RETRY_MS,
    metadata: { name: file.name, role, ...(programId !== undefined && { programId }) },
    headers: headers(),
    onAfterResponse: (_request, response) => refuse(response),
    onShouldRetry: ({ causingError, originalResponse }: DetailedError) =>
      !(causingError instanceof Refused) && mayRetry(originalResponse?.getStatus() ?? 0),
    onProgress: (sent) => isOn && onProgress(sent),
    onSuccess: () => isOn && onComplete(upload.url?.split('/').at(-1)),
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
    const [previous] = await upload.findPreviousUploads()
    if (!isOn) return
    if (previous) upload.resumeFromPreviousUpload(previous)
    upload.start()
  }

  async function failed(error: Error | DetailedError): Promise<void> {
    if (!isOn) return
    isOn = false
    const cause = 'causingError' in error ? error.causingError : error
    const isSignedOut = cause instanceof Refused && cause.code === 'LOGIN_REQUIRED'
    onStopped(cause instanceof Refused ? cause.message : '', isSignedOut && (await signInAgain()))
  }
}

const mayRetry = (status: number): boolean => status < 400 || status >= 500 || status === 409

/** A refusal in the words of the server. Whether an upload is gone (404, 410) the client finds out itself. */
function refuse(response: HttpResponse): void {
  const status = response.getStatus()
  if (status < 400 || status === 404 || status === 409 || status === 410 || status >= 500) return
  const { errorCode = '', message = '' } = bodyOf(response)
  // A HEAD has no body.
  if (status === 401) throw new Refused('LOGIN_REQUIRED', message)
  if (message !== '') throw new Refused(errorCode, message)
}

function bodyOf(response: HttpResponse): { errorCode?: string; message?: string } {
  try {
    return JSON.parse(response.getBody()) as object
  } catch {
    return {}
  }
}

/** What this browser began, also before the page was closed. */
export const storedUploads = (): Promise<PreviousUpload[]> => defaultOptions.urlStorage.findAllUploads()

/** Also from the server. */
export async function forgetUpload({ uploadUrl, urlStorageKey }: PreviousUpload): Promise<void> {
  if (uploadUrl !== null) await Upload.terminate(uploadUrl, { headers: headers() }).catch(() => undefined)
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
