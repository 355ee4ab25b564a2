import { defaultOptions, type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { UPLOAD_PART_BYTES, UPLOAD_REFUSAL, UPLOADS_URL, type UploadKind } from '#contract/admin/uploads.ts'
import { readLanguage } from '#web/kit/language.ts'
import { currentShellText } from '../shell/shell-text.ts'
import { session } from './session.ts'

const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

export const uploadHeaders = () => ({ 'X-Harbour-Console': '1', 'Accept-Language': readLanguage() })

const RECOVERY_MS = 60_000

/** Calls `resume` once the connection may be back: the browser says so of its own network, of a server that was down nothing does. */
export function createNetworkRecovery(resume: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return { begin, end }

  function begin(): void {
    if (timer !== undefined) return
    timer = setTimeout(recovered, RECOVERY_MS)
    addEventListener('online', recovered)
  }

  function end(): void {
    clearTimeout(timer)
    timer = undefined
    removeEventListener('online', recovered)
  }

  function recovered(): void {
    end()
    resume()
  }
}

/** What the server says, and no fault of the connection. */
export class UploadRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A status without words of ours, of a proxy before the server. */
class UploadAnswered extends Error {
  readonly status: number

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/** So often, a minute apart each: then it is no fault of the connection. */
const SAME_ANSWERS = 3
const answers = new Map<string, { status: number; times: number }>()

/** Of operators who share a computer, each has their own uploads of a file. */
export const uploadFingerprint: NonNullable<typeof defaultOptions.fingerprint> = async (file, options) => {
  return `${await defaultOptions.fingerprint!(file, options)}${ownSuffix()}`
}

/** At the end of the keys by which this operator's uploads are found. */
export const ownSuffix = (): string => {
  const { me } = session.get()
  return me ? ` ${me.operator.operatorId}` : ''
}

interface Sending {
  /** As the server keeps them. */
  metadata: { name: string; role: UploadKind; programId?: string }
  onProgress: (sent: number) => void
  onSuccess: (upload: Upload) => void
  onError: (error: UploadRefused | Error) => void
}

/** One that goes on after a cut connection, and another day. */
export function resumableUpload(file: File, { metadata, onProgress, onSuccess, onError }: Sending): Upload {
  const upload: Upload = new Upload(file, {
    endpoint: UPLOADS_URL,
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: RETRY_MS,
    metadata,
    headers: uploadHeaders(),
    fingerprint: uploadFingerprint,
    onAfterResponse: refuse,
    onShouldRetry: ({ causingError }: DetailedError) => !(causingError instanceof UploadRefused),
    onProgress,
    onSuccess: () => {
      answers.delete(nameOf(file))
      onSuccess(upload)
    },
    onError: (error) => onError(judged(nameOf(file), error)),
  })
  return upload
}

/** Files of several folders may have one name. */
const nameOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

/** The same status again and again is told; it does not go away by itself. */
function judged(name: string, error: Error | DetailedError): Error {
  const cause = 'causingError' in error && error.causingError ? error.causingError : error
  const response = 'originalResponse' in error ? error.originalResponse : undefined
  const status = cause instanceof UploadAnswered ? cause.status : response?.getStatus()
  if (cause instanceof UploadRefused || status === undefined || status >= 500 || TEMPORARY.includes(status)) {
    answers.delete(name)
    return cause
  }
  const before = answers.get(name)
  const times = before?.status === status ? before.times + 1 : 1
  answers.set(name, { status, times })
  if (times < SAME_ANSWERS) return cause
  answers.delete(name)
  return new UploadRefused('', currentShellText().uploadAnswered(String(status)))
}

/**
 * What the server refuses. Any other failure is retried: a proxy, or an address that the console is not open to, says nothing of the upload.
 * After a HEAD without success the client would begin again from the first byte, so that only the server's own word lets it.
 */
function refuse(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (status >= 200 && status < 300) return
  const { errorCode = '', message = '' } = refusalOf(response)
  const isGone = status === 404 || status === 410
  if (status === 401) throw new UploadRefused('LOGIN_REQUIRED', message)
  if (message !== '' && status < 500 && !isGone && !TEMPORARY.includes(status))
    throw new UploadRefused(errorCode, message)
  if (request.getMethod() === 'HEAD' && !(isGone && message !== '')) throw new UploadAnswered(status)
}

const TEMPORARY: readonly number[] = [409, 423, 429]

/** The answer to a HEAD has no body. */
function refusalOf(response: HttpResponse): { errorCode?: string; message?: string } {
  try {
    const header = response.getHeader(UPLOAD_REFUSAL)
    return JSON.parse(header === undefined ? response.getBody() : decodeURIComponent(header)) as object
  } catch {
    return {}
  }
}
