import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadImage } from '#contract/image-uploads.ts'
import { type ApiClientOptions, createApiClient } from './api-client.ts'

class FakeRequest extends EventTarget {
  readonly headers: Record<string, string> = {}
  readonly upload = new EventTarget()
  url = ''
  timeout = 0
  responseText = ''
  status = 200
  body: FormData | undefined

  open(_method: string, url: string) {
    this.url = url
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }

  send(body: FormData) {
    this.body = body
  }

  abort() {
    this.tell('abort')
  }

  tell(event: string) {
    this.dispatchEvent(new Event(event))
  }

  answer(body: object | string) {
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.tell('load')
  }
}

/** The last request. */
let request: FakeRequest | undefined

const onRefusal = vi.fn<ApiClientOptions['onRefusal']>()
const client = createApiClient({
  context: () => ({
    address: { language: 'en_US', pattern: 'normal' },
    token: 'own',
    client: { platform: 'website', mobileno: undefined },
  }),
  onRefusal,
  networkMessage: () => 'no network',
  unansweredMessage: () => 'no answer',
  faultMessage: (code) => `ours: ${code}`,
})
const FILE = new File(['abc'], 'a.png', { type: 'image/png' })

beforeEach(() => {
  vi.stubGlobal(
    'XMLHttpRequest',
    vi.fn<() => FakeRequest>(function makeRequest() {
      request = new FakeRequest()
      return request
    }),
  )
  onRefusal.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

/** Starts an upload, and waits until its request was sent. */
async function started(options: Parameters<typeof client.upload>[2] = {}) {
  request = undefined
  const answer = client.upload(uploadImage, { image: FILE }, options)
  answer.catch(() => {})
  await vi.waitFor(() => expect(request?.body).toBeDefined())
  return { answer, request: request! }
}

test('files are sent as multipart/form-data, with the headers of every call and the context in the address', async () => {
  const { answer, request } = await started()
  expect(request.url).toBe('/api_v2/upload/image?language=en_US&pattern=normal')
  // The browser writes the boundary into the type.
  expect(request.headers).toEqual({
    Accept: 'application/json',
    Authorization: 'Bearer own',
    'X-Client-Context': 'platform=website',
  })
  expect(request.timeout).toBe(300_000)
  expect([...request.body!.keys()]).toEqual(['image'])
  expect((request.body!.get('image') as File).name).toBe('a.png')
  request.answer({ result: 'SUCCESS', imageToken: 't' })
  expect(await answer).toEqual({ result: 'SUCCESS', imageToken: 't' })
})

test('the progress of the body is told', async () => {
  const onProgress = vi.fn<(share: number) => void>()
  const { answer, request } = await started({ onProgress })
  request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 25, total: 100 }))
  request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 0, total: 0 }))
  expect(onProgress.mock.calls).toEqual([[0.25], [0]])
  request.answer({ result: 'SUCCESS' })
  await answer
})

test('a page of a proxy with a status of 5xx is a fault of ours with a code to quote', async () => {
  const { answer, request } = await started()
  request.status = 502
  request.answer('<html>502</html>')
  expect(await answer).toMatchObject({ errorCode: 'INTERNAL', message: 'ours: 502' })
})

test('a refusal is reported with the token that it answers', async () => {
  const { answer, request } = await started()
  const refusal = { result: 'FAILED', errorCode: 'PAYLOAD_TOO_LARGE', message: 'too large' }
  request.answer(refusal)
  expect(await answer).toEqual(refusal)
  expect(onRefusal).toHaveBeenCalledWith(refusal, 'own')
})

test.each([
  ['no network', 'no network', (request: FakeRequest) => request.tell('error')],
  ['no answer in time', 'no network', (request: FakeRequest) => request.tell('timeout')],
  ['a page of a proxy', 'no answer', (request: FakeRequest) => request.answer('<html>502</html>')],
])('%s is a network failure, and not reported', async (_, message, fail) => {
  const { answer, request } = await started()
  fail(request)
  expect(await answer).toEqual({ result: 'FAILED', errorCode: 'NETWORK', message })
  expect(onRefusal).not.toHaveBeenCalled()
})

test('an aborted upload rejects', async () => {
  const abort = new AbortController()
  const { answer } = await started({ signal: abort.signal })
  abort.abort()
  await expect(answer).rejects.toThrow('aborted')
})
