import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { UPLOAD_PART_BYTES, UPLOADS_URL, type UploadKind } from '#contract/admin/uploads.ts'
import { readLanguage } from '#web/kit/language.ts'

const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

export const uploadHeaders = () => ({ 'X-Harbour-Console': '1', 'Accept-Language': readLanguage() })

/** What the server says, and no fault of the connection. */
export class UploadRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
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
    onAfterResponse: (_request, response) => refuse(response),
    onShouldRetry: ({ causingError, originalResponse }: DetailedError) =>
      !(causingError instanceof UploadRefused) && mayRetry(originalResponse?.getStatus() ?? 0),
    onProgress,
    onSuccess: () => onSuccess(upload),
    onError: (error) => onError('causingError' in error && error.causingError ? error.causingError : error),
  })
  return upload
}

const mayRetry = (status: number): boolean => status < 400 || status >= 500 || status === 409

/** A refusal in the words of the server. Whether an upload is gone (404, 410) the client finds out itself. */
function refuse(response: HttpResponse): void {
  const status = response.getStatus()
  if (status < 400 || status === 404 || status === 409 || status === 410 || status >= 500) return
  const { errorCode = '', message = '' } = bodyOf(response)
  // A HEAD has no body.
  if (status === 401) throw new UploadRefused('LOGIN_REQUIRED', message)
  if (message !== '') throw new UploadRefused(errorCode, message)
}

function bodyOf(response: HttpResponse): { errorCode?: string; message?: string } {
  try {
    return JSON.parse(response.getBody()) as object
  } catch {
    return {}
  }
}
