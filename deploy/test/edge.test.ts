import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOrigins } from '#server/wire/http/origins.ts'
import { securityHeaders } from '#server/wire/http/security.ts'
import { readDeliveryPath } from '#server/domains/playback/index.ts'
import { grantKey, readGrant } from '#server/domains/playback/grants.rules.ts'
// @ts-expect-error -- for njs, without types
import untypedGrants from '../nginx/harbour/njs/grants.js'
import { edgeKeysJson, edgeVectors, MASTER_KEY } from './vectors.ts'

type Asked = { asset: string; file: string; payload: string; keyId: string; signed: string; signature: string }
type Decision = { is: 'segment' | 'refused' | 'harbour'; object?: string; program?: string }
const grants = untypedGrants as {
  read(target: string): Asked | null
  decide(asked: Asked, facts: { expected: string; payload: string }, nowSeconds: number): Decision
}

const NOW = 1_796_000_000
const keys = edgeKeysJson()

function decide(path: string): Decision {
  const asked = grants.read(path)
  const key = asked && keys[asked.keyId]
  if (!asked || !key) return { is: 'harbour' }
  const digest = createHmac('sha256', Buffer.from(key, 'base64url')).update(asked.signed).digest()
  const payload = Buffer.from(asked.payload, 'base64url').toString()
  return grants.decide(asked, { expected: digest.subarray(0, 16).toString('base64url'), payload }, NOW)
}

describe('the check of an edge', () => {
  test.each(edgeVectors(NOW))('$name: $is', ({ path, is }) => {
    const decision = decide(path)
    expect(decision.is).toBe(is)
    if (is !== 'segment') return
    const [, , , asset, ...file] = path.split('?')[0]!.split('/')
    expect(decision.object).toBe(['a', asset, ...file].join('/'))
  })

  test.each(edgeVectors(NOW).filter(({ is }) => is === 'segment'))('Harbour agrees: $name', ({ path }) => {
    const found = readDeliveryPath(path.split('?')[0]!)
    expect(found).toMatchObject({ type: 'media', guard: 'signed' })
    const grant = readGrant(grantKey(MASTER_KEY), found!.grant)
    expect(grant?.assetId).toBe(found!.assetId)
    expect(decide(path).program).toBe(grant?.programId)
  })

  test('a title whose name is no part of a path is left to Harbour', () => {
    const asked = { asset: 'a1', file: 'v/00001.m4s', payload: '', keyId: '2', signed: '', signature: 'same' }
    const facts = (program: string) => ({
      expected: 'same',
      payload: JSON.stringify(['a1', program, '', '', 0, 0, 0, 0, NOW + 1]),
    })
    expect(grants.decide(asked, facts('neon'), NOW)).toMatchObject({ is: 'segment', program: 'neon' })
    for (const name of ['../x', 'a b', '', 'x'.repeat(65)])
      expect(grants.decide(asked, facts(name), NOW)).toEqual({ is: 'harbour' })
  })
})

const NGINX = join(import.meta.dirname, '../nginx')
const textOf = (file: string): string => readFileSync(join(NGINX, file), 'utf8')
const fieldOf = (text: string, name: string): string | undefined =>
  new RegExp(`^ *add_header ${name} (?:"([^"]*)"|(\\S+))(?: always)?;$`, 'im').exec(text)?.slice(1).find(Boolean)

describe('the configuration of nginx', () => {
  test('segments have the headers that Harbour sends', () => {
    const config = {
      PUBLIC_URL: 'https://films.example.hk',
      ALLOWED_ORIGINS: [],
      FREE_HOST_BASE: '',
      MAIN_HOST_BASE: '',
      UHD_HOST_BASE: '',
    }
    const { data } = securityHeaders(config as never, createOrigins(config as never), {})
    const fixed = textOf('harbour/fixed-headers.conf')
    const { 'strict-transport-security': transport, ...others } = data
    for (const [name, value] of Object.entries(others)) expect([name, fieldOf(fixed, name)]).toEqual([name, value])
    expect(textOf('site.conf')).toContain(`default "${transport}";`)
    expect(fieldOf(fixed, 'vary')).toBe('Origin')
    expect(fieldOf(textOf('harbour/segment-headers.conf'), 'cache-control')).toBe(
      'private, max-age=31536000, immutable',
    )
  })

  test('what the store names is what an edge asks it for', () => {
    for (const store of ['folder', 's3']) expect(textOf(`store-${store}.location.conf`)).toMatch(/\$store_key/)
  })

  test('nodes are never taken out, also those of compose.yaml', () => {
    const servers = ['nodes.conf', '../compose/nodes.conf'].flatMap(
      (file) => textOf(file).match(/^ *server .*$/gm) ?? [],
    )
    expect(servers.length).toBeGreaterThan(2)
    for (const server of servers) expect(server).toMatch(/ max_fails=0;$/)
    expect(textOf('harbour/upstreams.conf').match(/^ *hash \$\w+ consistent;$/gm)).toHaveLength(2)
  })

  test('a POST is repeated for progress alone', () => {
    const server = textOf('harbour/server.conf')
    const repeated = [...server.matchAll(/^location ([^{]+) \{\n[^}]*non_idempotent/gm)].map((found) => found[1])
    expect(repeated).toEqual(['= /api_v2/profile/bookmark/create', String.raw`~ "^/v/[\w.-]+/progress$"`])
  })

  test('a client’s region, address and trace never reach Harbour as they came', () => {
    const toHarbour = textOf('harbour/to-harbour.conf')
    for (const line of ['X-Region ""', 'X-Forwarded-For $remote_addr', 'X-Request-Id $request_id', 'traceparent ""'])
      expect(toHarbour).toContain(`proxy_set_header ${line};`)
  })

  test('every file that is included is there', () => {
    const files = readdirSync(NGINX, { recursive: true }).map(String)
    const included = files
      .filter((file) => file.endsWith('.conf'))
      .flatMap((file) => [...textOf(file).matchAll(/^\s*include (\S+);$/gm)].map((found) => found[1]!))
    const chosen = new Map([
      ['store.http.conf', ['store-s3.http.conf', 'store-folder.http.conf']],
      ['store.location.conf', ['store-s3.location.conf', 'store-folder.location.conf']],
    ])
    for (const file of included.flatMap((name) => chosen.get(name) ?? [name])) expect(files).toContain(file)
  })
})
