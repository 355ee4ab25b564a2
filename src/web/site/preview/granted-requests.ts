import { PREVIEW_HEADER } from '#contract/preview.ts'

const CALL = /^\/api(?:_v2)?\//
const ENDED_STATUS = 403

interface Granted {
  readonly grant: string
  /** Of the preview, in ms since 1970. */
  readonly at: number
  readonly onEnd: () => void
}

/**
 * Every call of the page carries the grant, by whichever way it is sent: without it a call would be a visitor's and might change something. By POST,
 * which no cache on the way answers.
 */
export function grantRequests({ grant, at, onEnd }: Granted): void {
  const plain = window.fetch.bind(window)
  const isCall = (address: string | URL) => {
    const url = new URL(address, location.href)
    return url.origin === location.origin && CALL.test(url.pathname)
  }
  const openedAt = Date.now()

  window.fetch = async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input
    if (!isCall(address)) return plain(input, init)
    const headers = new Headers(init.headers)
    headers.set(PREVIEW_HEADER, grant)
    if (init.body === undefined || init.body === null) headers.set('Content-Type', 'application/json')
    const response = await plain(address, {
      ...init,
      method: 'POST',
      body: init.body ?? '{}',
      headers,
      cache: 'no-store',
      keepalive: false,
    })
    if (response.status === ENDED_STATUS) onEnd()
    return withDate(response, at + Date.now() - openedAt)
  }

  const { send, open } = XMLHttpRequest.prototype
  const calls = new WeakSet<XMLHttpRequest>()
  XMLHttpRequest.prototype.open = function openCall(this: XMLHttpRequest, method: string, url: string | URL) {
    if (isCall(url)) calls.add(this)
    open.call(this, method, url, true)
  }
  XMLHttpRequest.prototype.send = function sendCall(this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | null) {
    if (calls.has(this)) this.setRequestHeader(PREVIEW_HEADER, grant)
    send.call(this, body)
  }
  navigator.sendBeacon = () => true
}

/** The site compares what begins and ends with the server's clock, of which a response tells. */
function withDate(response: Response, ms: number): Response {
  const headers = new Headers(response.headers)
  headers.set('Date', new Date(ms).toUTCString())
  Object.defineProperty(response, 'headers', { value: headers })
  return response
}
