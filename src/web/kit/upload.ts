import { type Endpoint, endpointUrl, type InputOf, type OutputOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/languages.ts'
import type { UploadedFile } from '#contract/uploads.ts'
import { asEnvelope, type Envelope, sayFault } from './envelope.ts'
import { type ApiClientOptions, FILE_TIMEOUT_MS, headersOf, reported, unansweredFailure } from './request-context.ts'

export type FileInput<E extends Endpoint> = {
  readonly [N in keyof InputOf<E>]: InputOf<E>[N] extends UploadedFile ? File : InputOf<E>[N]
}

export interface UploadOptions {
  signal?: AbortSignal
  language?: Language
  /** Called with the share that has been sent, from 0 to 1. At 1 the server is still at work. */
  onProgress?: (share: number) => void
}

/** Sends a call with its files. `fetch` tells nothing of the progress of a body. */
export async function sendFiles<E extends Endpoint>(
  app: ApiClientOptions,
  { endpoint, input }: { endpoint: E; input: FileInput<E> },
  options: UploadOptions,
): Promise<Envelope<OutputOf<E>>> {
  const context = app.context()
  const { pattern } = context.address
  const language = options.language ?? context.address.language
  // In the address: a file is refused before the fields after it are read, and in this language too.
  const url = `${endpointUrl(endpoint)}?${new URLSearchParams({ language, pattern })}`
  const form = new FormData()
  for (const [name, value] of Object.entries<unknown>(input)) {
    if (value instanceof File) form.append(name, value)
    else if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const response = await post({ url, form, headers: headersOf(context, false) }, options)
  if (!response) return unansweredFailure(app)
  const envelope = asEnvelope<OutputOf<E>>(parsed(response.text), app.unansweredMessage())
  return reported(app, sayFault(envelope, response.status, app.faultMessage), context)
}

interface Post {
  url: string
  form: FormData
  headers: Readonly<Record<string, string>>
}

interface Response {
  text: string
  status: number
}

/** The response, whatever its status; undefined without one. @throws AbortError */
function post({ url, form, headers }: Post, { signal, onProgress }: UploadOptions): Promise<Response | undefined> {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  const answer = new Promise<Response | undefined>((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    request.open('POST', url)
    request.timeout = FILE_TIMEOUT_MS
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ text: request.responseText, status: request.status }))
    for (const failure of ['error', 'timeout']) request.addEventListener(failure, () => resolve(undefined))
    request.addEventListener('abort', () => reject(aborted()))
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
  return answer.finally(() => signal?.removeEventListener('abort', abort))
}

const aborted = () => new DOMException('aborted', 'AbortError')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
