/**
 * The edge's check for a CDN whose workers have the Fetch, Cache and WebCrypto APIs (Cloudflare Workers, and others): the same grants.js
 * as nginx. Segments are cached by object for all grants. Whatever else comes, and what it may not decide, goes to the origin, which checks again.
 *
 * Settings: ORIGIN, the address of nginx; ORIGINS, whose pages may read segments, between commas; EDGE_KEYS, a secret: what
 * `npm run edge -- key` prints.
 */
import grants from '../nginx/harbour/njs/grants.js'

/** 128 bits (RFC 2104 5). */
const SIGNATURE_BYTES = 16
/** As Harbour's answer about a title says (`src/server/wire/media/media.routes.ts`). */
const FRESH_SECONDS = 20
const KEPT_SECONDS = 620
const ASK_MS = 3_000
/** In the CDN, whose cache needs one that it may keep. */
const OBJECT_CACHED = 'public, max-age=31536000, immutable'
/** For the viewer: the address is a bearer grant. */
const SEGMENT_CACHED = 'private, max-age=31536000, immutable'
const EXPOSED = 'content-length, content-range, retry-after, x-request-id'
/** Of one viewer's request. */
const OF_ONE_REQUEST = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'set-cookie',
  'vary',
  'x-cache',
  'x-request-id',
]
const REFUSAL = JSON.stringify({
  result: 'FAILED',
  errorCode: '403',
  message: 'Your playback session expired. Start playing again.',
})

export default {
  fetch: (request, settings, context) =>
    answer(request, settings, {
      cache: caches.default,
      fetch: (url, options) => fetch(url, options),
      now: () => Date.now(),
      waitUntil: (work) => context.waitUntil(work),
    }),
}

/** `tools`: what the CDN gives, and the time. */
export async function answer(request, settings, tools) {
  const decision = await check(request, settings, tools.now() / 1000)
  if (decision.is === 'refused') return refuse(request, settings)
  const isOurs = decision.is === 'segment' && (await isOpen(decision.program, settings, tools))
  return isOurs ? sendSegment(request, decision.object, { settings, tools }) : passOn(request, settings, tools)
}

/** @returns `segment` with the object's name and the title, `refused`, or `harbour` */
export async function check(request, settings, nowSeconds) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return grants.HARBOUR
  const asked = grants.read(pathOf(request.url))
  const text = asked && JSON.parse(settings.EDGE_KEYS)[asked.keyId]
  if (!text) return grants.HARBOUR
  const key = await crypto.subtle.importKey('raw', bytesOf(text), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(asked.signed))
  const facts = {
    expected: textOf(new Uint8Array(digest, 0, SIGNATURE_BYTES)),
    payload: new TextDecoder().decode(bytesOf(asked.payload)),
  }
  return grants.decide(asked, facts, nowSeconds)
}

/** Whether the grants of a title hold without Harbour. The last answer stands for ten minutes while there is none. */
async function isOpen(program, { ORIGIN }, { cache, fetch, now, waitUntil }) {
  const url = `${ORIGIN}/edge/titles/${program}`
  const known = await cache.match(url)
  const seconds = now() / 1000
  const age = known ? seconds - Number(known.headers.get('x-asked-at')) : Infinity
  const wasOpen = known?.headers.get('x-open') === 'yes'
  if (age < FRESH_SECONDS) return wasOpen
  const asked = await fetch(url, { signal: AbortSignal.timeout(ASK_MS), redirect: 'manual' }).catch(() => undefined)
  if (asked?.status !== 204 && asked?.status !== 403) return wasOpen && age < KEPT_SECONDS
  const open = asked.status === 204 ? 'yes' : 'no'
  const headers = { 'cache-control': `max-age=${KEPT_SECONDS}`, 'x-open': open, 'x-asked-at': String(seconds) }
  waitUntil(cache.put(url, new Response('', { headers })))
  return open === 'yes'
}

async function sendSegment(request, object, { settings, tools }) {
  const name = `${settings.ORIGIN}/${object}`
  // The cache answers ranges and conditions by itself.
  const cached = await tools.cache.match(
    new Request(name, { headers: fieldsOf(request, ['range', 'if-none-match', 'if-range']) }),
  )
  if (cached) return toViewer(request, cached, { settings, outcome: 'HIT' })
  if (request.method === 'HEAD' || request.headers.has('range')) return passOn(request, settings, tools)
  const found = await tools.fetch(settings.ORIGIN + pathOf(request.url), { redirect: 'manual' })
  if (found.status !== 200) return found
  const headers = new Headers(found.headers)
  for (const field of OF_ONE_REQUEST) headers.delete(field)
  headers.set('cache-control', OBJECT_CACHED)
  const whole = new Response(found.body, { status: 200, headers })
  tools.waitUntil(tools.cache.put(name, whole.clone()))
  return toViewer(request, whole, { settings, outcome: 'MISS' })
}

function toViewer(request, found, { settings, outcome }) {
  const headers = new Headers(found.headers)
  headers.set('cache-control', SEGMENT_CACHED)
  headers.set('x-cache', outcome)
  return new Response(request.method === 'HEAD' ? null : found.body, {
    status: found.status,
    headers: withOrigin(request, headers, settings),
  })
}

function refuse(request, settings) {
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  return new Response(REFUSAL, { status: 403, headers: withOrigin(request, headers, settings) })
}

function withOrigin(request, headers, { ORIGINS = '' }) {
  headers.set('vary', 'Origin')
  const origin = request.headers.get('origin')
  if (origin === null || !ORIGINS.split(',').some((one) => one.trim() === origin)) return headers
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', EXPOSED)
  return headers
}

const passOn = (request, { ORIGIN }, { fetch }) =>
  fetch(new Request(ORIGIN + pathOf(request.url), request), { redirect: 'manual' })

/** As it came: a path is never decoded. */
const pathOf = (url) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

const fieldsOf = (request, names) =>
  new Headers(names.flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name)]] : [])))

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))

const textOf = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
