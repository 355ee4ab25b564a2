import type { Browser } from './operators.ts'

const metadata = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const FILM = { name: '戲 1.mp4', role: 'film' }

export const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

interface Sent {
  method: string
  path?: string
  headers?: Readonly<Record<string, string>>
  body?: Buffer
}

export type Tus = ReturnType<typeof tusOf>

/** The requests of a tus client in the console's page. */
export function tusOf(browser: Browser, base: string) {
  return { send, create, part, start, offsetOf }

  function send({ method, path = '/api_admin/uploads', headers = {}, body }: Sent): Promise<Response> {
    return fetch(`${base}${path}`, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        'sec-fetch-site': 'same-origin',
        'x-harbour-console': '1',
        'accept-language': 'en_US',
        cookie: cookieOf(browser),
        ...headers,
      },
      ...(body && { body: new Uint8Array(body) }),
    })
  }

  function create(bytes: number, fields: Readonly<Record<string, string>> = FILM): Promise<Response> {
    const headers = { 'upload-length': String(bytes), 'upload-metadata': metadata(fields) }
    return send({ method: 'POST', headers })
  }

  function part(path: string, { from, body }: { from: number; body: Buffer }): Promise<Response> {
    const headers = { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' }
    return send({ method: 'PATCH', path, headers, body })
  }

  /** @returns its path */
  async function start(bytes: number, fields?: Readonly<Record<string, string>>): Promise<string> {
    const response = await create(bytes, fields)
    const path = response.headers.get('location')
    if (response.status !== 201 || path === null) throw new Error(`not made: ${response.status}`)
    return path
  }

  async function offsetOf(path: string): Promise<number> {
    return Number((await send({ method: 'HEAD', path })).headers.get('upload-offset'))
  }
}
