import { defaultOptions, type HttpRequest, type HttpResponse, type PreviousUpload } from 'tus-js-client'

export interface TusRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface TusAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** The tus client of a page before a server whose answers are given; undefined: the connection is cut. */
export function fakeTus(answer: (request: TusRequest) => TusAnswer | undefined | Promise<TusAnswer | undefined>) {
  const sent: TusRequest[] = []
  const stored = new Map<string, PreviousUpload>()
  Object.assign(defaultOptions, {
    fingerprint: async ({ name, size }: File) => `${name} ${size}`,
    fileReader: { openFile: async (file: File) => sourceOf(file) },
    httpStack: { createRequest: (method: string, url: string) => requestOf(method, url), getName: () => 'fake' },
    urlStorage: {
      findAllUploads: async () => [...stored.values()],
      findUploadsByFingerprint: async (key: string) => [...stored.values()].filter((one) => one.urlStorageKey === key),
      removeUpload: async (key: string) => void stored.delete(key),
      async addUpload(key: string, upload: PreviousUpload) {
        stored.set(key, { ...upload, urlStorageKey: key })
        return key
      },
    },
  })
  /** `methods`: of the requests, in their order. */
  return { sent, stored, methods: () => sent.map(({ method }) => method) }

  function requestOf(method: string, url: string): HttpRequest {
    const headers: Record<string, string> = {}
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void (headers[name.toLowerCase()] = value),
      getHeader: (name) => headers[name.toLowerCase()],
      setProgressHandler: () => undefined,
      abort: async () => undefined,
      getUnderlyingObject: () => undefined,
      async send() {
        const request = { method, url, headers }
        sent.push(request)
        const answered = await answer(request)
        if (!answered) throw new Error('cut')
        return responseOf(answered)
      },
    }
  }
}

const responseOf = ({ status, headers = {}, body }: TusAnswer): HttpResponse => ({
  getStatus: () => status,
  getHeader: (name) => headers[name.toLowerCase()],
  getBody: () => (body === undefined ? '' : JSON.stringify(body)),
  getUnderlyingObject: () => undefined,
})

const sourceOf = (file: File) => ({
  size: file.size,
  close: () => undefined,
  slice: async (start: number, end: number) => ({ value: file.slice(start, end), done: end >= file.size }),
})
