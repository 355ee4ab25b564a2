import { expect, describe, test } from 'vitest'
import { edgeKeysJson, edgeVectors, grantOf } from '../test/vectors.ts'
// @ts-expect-error -- for CDNs, without types
import * as untyped from './worker.js'

type Tools = {
  cache: {
    match(request: Request | string): Promise<Response | undefined>
    put(name: string, response: Response): Promise<void>
  }
  fetch(url: Request | string, options?: object): Promise<Response>
  now(): number
  waitUntil(work: Promise<unknown>): void
}
type Settings = { ORIGIN: string; ORIGINS?: string; EDGE_KEYS: string }
const { answer, check } = untyped as {
  answer(request: Request, settings: Settings, tools: Tools): Promise<Response>
  check(request: Request, settings: Settings, nowSeconds: number): Promise<{ is: string; object?: string }>
}

const NOW = 1_796_000_000
const CDN = 'https://cdn.example'
const SITE = 'https://films.example.hk'
const settings = {
  ORIGIN: 'https://origin.example',
  ORIGINS: `${SITE}, https://other.example`,
  EDGE_KEYS: JSON.stringify(edgeKeysJson()),
}

/** `URL` would resolve `..` and escapes, which a client of a CDN need not do. */
const requestOf = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  Object.defineProperty(new Request(CDN, { headers, method }), 'url', { value: CDN + path })

test.each(edgeVectors(NOW))('a CDN’s worker: $name: $is', async ({ path, is }) => {
  expect((await check(requestOf(path), settings, NOW)).is).toBe(is)
})

function createWorld() {
  const kept = new Map<string, Response>()
  const world = { nowMs: NOW * 1000, narrowed: false, isDown: false, asked: [] as string[] }
  const tools: Tools = {
    cache: {
      match: async (request) => {
        const found = kept.get(typeof request === 'string' ? request : request.url)?.clone()
        const range = typeof request === 'string' ? null : request.headers.get('range')
        if (!found || range !== 'bytes=0-2') return found
        return new Response((await found.text()).slice(0, 3), { status: 206, headers: found.headers })
      },
      put: async (name, response) => void kept.set(name, new Response(await response.text(), response)),
    },
    fetch: async (request) => {
      const url = typeof request === 'string' ? request : request.url
      world.asked.push(url)
      if (world.isDown) throw new Error('unreachable')
      if (url.includes('/edge/titles/')) return new Response(null, { status: world.narrowed ? 403 : 204 })
      if (world.narrowed) return new Response('{}', { status: 403 })
      const headers = {
        etag: '"1"',
        vary: 'Origin',
        'access-control-allow-origin': 'https://other.example',
        'x-request-id': 'first',
      }
      return new Response('segment', { headers })
    },
    now: () => world.nowMs,
    waitUntil: (work) => void working.push(work),
  }
  const working: Promise<unknown>[] = []
  async function get(path: string, headers?: Record<string, string>, method?: string): Promise<Response> {
    world.asked.length = 0
    const response = await answer(requestOf(path, headers, method), settings, tools)
    await Promise.all(working)
    return response
  }
  return { world, get }
}

const segment = (key = 2) => `/v/${grantOf(NOW, key)}/asset1/v720/00001.m4s`

describe('a CDN’s worker', () => {
  test('sends the second grant’s segment from its cache, with its own headers', async () => {
    const { world, get } = createWorld()
    const first = await get(segment(2), { origin: 'https://other.example' })
    expect([first.headers.get('x-cache'), await first.text()]).toEqual(['MISS', 'segment'])
    expect(world.asked).toEqual([`${settings.ORIGIN}/edge/titles/neon`, settings.ORIGIN + segment(2)])
    const second = await get(segment(3), { origin: SITE })
    expect(Object.fromEntries(second.headers)).toMatchObject({
      'x-cache': 'HIT',
      'cache-control': 'private, max-age=31536000, immutable',
      'access-control-allow-origin': SITE,
      etag: '"1"',
      vary: 'Origin',
    })
    expect([await second.text(), second.headers.get('x-request-id'), world.asked]).toEqual(['segment', null, []])
    const stranger = await get(segment(), { origin: 'https://evil.example' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
    const part = await get(segment(), { range: 'bytes=0-2' })
    expect([part.status, await part.text()]).toEqual([206, 'seg'])
    expect(await (await get(segment(), {}, 'HEAD')).text()).toBe('')
  })

  test('a forged grant asks nothing of the origin, also for what is in the cache', async () => {
    const { world, get } = createWorld()
    await get(segment())
    const forged = await get(segment().replace('.2.', '.3.'), { origin: SITE })
    expect([forged.status, world.asked, forged.headers.get('access-control-allow-origin')]).toEqual([403, [], SITE])
    expect(await forged.json()).toMatchObject({ result: 'FAILED', errorCode: '403' })
  })

  test('a title that is taken down ends within twenty seconds, in the cache too, and one that is open again comes back', async () => {
    const { world, get } = createWorld()
    await get(segment())
    world.narrowed = true
    world.nowMs += 19_000
    expect((await get(segment())).status).toBe(200)
    world.nowMs += 1_000
    expect((await get(segment())).status).toBe(403)
    world.narrowed = false
    world.nowMs += 20_000
    expect((await get(segment())).headers.get('x-cache')).toBe('HIT')
  })

  test('without an answer about the title the last one stands for ten minutes, then Harbour decides', async () => {
    const { world, get } = createWorld()
    await get(segment())
    world.isDown = true
    world.nowMs += 619_000
    expect((await get(segment())).status).toBe(200)
    world.nowMs += 2_000
    await expect(get(segment())).rejects.toThrow('unreachable')
    expect(world.asked.at(-1)).toBe(settings.ORIGIN + segment())
  })

  test('a POST is passed on', async () => {
    const { world, get } = createWorld()
    await get(`/v/${grantOf(NOW)}/progress`, {}, 'POST')
    expect(world.asked).toEqual([`${settings.ORIGIN}/v/${grantOf(NOW)}/progress`])
  })
})
