import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/kit/ids.ts'
import { inTransaction } from '#server/kit/db.ts'
import { REQUEST_RATE } from '#server/wire/request-rate.ts'
import { freePort } from '../../test/support/free-port.ts'
import { launch, type LaunchedCommand } from '../../test/support/launch.ts'
import { createOperatorsWorld, keyed, type OperatorsWorld } from '../../test/support/operators.ts'
import { openS3Store } from '../../test/support/s3.ts'
import { aTitleContent } from '../../test/support/title-content.ts'
import { pause } from './support/load.ts'
import { MISSING_NGINX, type RunningNginx, startNginx } from './support/nginx.ts'
import { grantOf, MASTER_KEY } from './vectors.ts'

if (MISSING_NGINX) process.stderr.write(`${MISSING_NGINX}\n`)

const DRAIN_SECONDS = 3
const FILE = 'v720/00001.m4s'
/** Harbour does not count this machine's loopback addresses. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const seconds = () => Math.floor(Date.now() / 1000)

type Node = { port: number; command: LaunchedCommand }
type Sent = { status: number; body: string; cache: unknown }

let folder: string
let world: OperatorsWorld
let s3: Awaited<ReturnType<typeof openS3Store>>
let nodes: Node[]
let edges: RunningNginx[]
let programId: string

function send(
  edge: RunningNginx,
  path: string,
  { method = 'GET', body = '', host = '127.0.0.1', bearer = '' } = {},
): Promise<Sent> {
  return new Promise((resolve) => {
    const headers = {
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    const request = httpRequest({ host, port: edge.port, path, method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('latin1').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, cache: response.headers['x-cache'] }),
      )
      response.on('error', () => resolve({ status: 0, body: 'cut', cache: undefined }))
    })
    request.on('error', (error) => resolve({ status: 0, body: String(error), cache: undefined }))
    request.end(body)
  })
}

async function startNode(at: number, port: number): Promise<Node> {
  const { settings } = s3
  const command = launch(['start'], {
    dataDir: join(folder, `node${at}`),
    env: {
      DATABASE_URL: world.url,
      MASTER_KEY: MASTER_KEY.toString('base64'),
      HARBOUR_DEMO: '0',
      HARBOUR_ROLES: 'web',
      PORT: String(port),
      MEDIA_STORE: 's3://media',
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      TRUST_PROXY: 'loopback',
      ACCEL_PREFIX: '/_media/',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    },
  })
  await command.waitForLine(/^Harbour is ready: /)
  return { port, command }
}

async function edgeKeys(): Promise<Record<string, string>> {
  const file = join(folder, 'edge-keys.json')
  const env = { DATABASE_URL: world.url, MASTER_KEY: MASTER_KEY.toString('base64') }
  const command = launch(['edge', 'key', '--file', file], { dataDir: join(folder, 'node0'), env })
  expect(await command.exitCode).toBe(0)
  return JSON.parse(await readFile(file, 'utf8'))
}

describe.skipIf(MISSING_NGINX)('two nodes behind nginx, with an S3 store', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-two-'))
    world = await createOperatorsWorld()
    s3 = await openS3Store(join(folder, 's3'))
    const bytes = randomBytes(77_000)
    for (const at of [1, 2, 3])
      await s3.store.put(`a/asset1/v720/0000${at}.m4s`, { bytes }, { contentType: 'video/iso.segment' })
    programId = newId()
    const editor = { operatorId: (await world.anOperator('catalogue')).operatorId, actor: 'operator:ida' }
    await inTransaction(world.db, (tx) =>
      world.titles.publication.publish(tx, editor, { programId, content: aTitleContent(), version: undefined }),
    )
    nodes = await Promise.all([await freePort(), await freePort()].map((port, at) => startNode(at, port)))
    const keys = await edgeKeys()
    const setup = { nodes: nodes.map(({ port }) => port), keys, store: { s3: s3.settings, bucket: 'media' } }
    edges = [await startNginx({ ...setup, host: OUTSIDE }), await startNginx(setup)]
  }, 300_000)
  afterAll(async () => {
    await Promise.all(edges.map((edge) => edge.stop()))
    for (const { command } of nodes) command.process.kill('SIGTERM')
    await Promise.all(nodes.map(({ command }) => command.exitCode))
    await s3.close()
    await world.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }, 120_000)

  const segment = (keyId: number | null, change = {}, file = FILE) =>
    `/v/${grantOf(seconds(), keyId, { programId, ...change })}/asset1/${file}`

  test('a forged grant is refused at the edge, the second grant finds the segment in its cache, a grant of before goes by Harbour', async () => {
    const [edge] = edges as [RunningNginx, RunningNginx]
    const first = await send(edge, segment(1))
    expect([first.status, first.cache, first.body.length]).toEqual([200, 'MISS', 77_000])
    expect(await send(edge, segment(1, { sessionId: 'another' }))).toMatchObject({ status: 200, cache: 'HIT' })
    expect(await send(edge, segment(null))).toMatchObject({ status: 200, cache: 'HIT' })
    expect((await send(edge, segment(1).replace('.1.', '.2.'))).status).toBe(403)
    for (const [key, change] of [
      [1, { expiresAt: seconds() - 1 }],
      [1, { assetId: 'asset2' }],
      [null, { expiresAt: seconds() - 1 }],
    ] as const)
      expect((await send(edge, segment(key, change))).status).toBe(403)
  })

  test('a rolling restart at 80 requests a second fails none', async () => {
    const [edge] = edges as [RunningNginx, RunningNginx]
    const failures: string[] = []
    let count = 0
    const ending = new AbortController()
    const kinds = [
      () => send(edge, '/api_v2/revamp/tabBars'),
      () => send(edge, '/healthz'),
      () => send(edge, segment(1)),
      () => send(edge, segment(null, {}, 'v720/00002.m4s')),
      () => send(edge, '/api_v2/revamp/tabBars', { method: 'POST', body: '{}' }),
    ]
    const one = async (at: number) => {
      const { status, body } = await kinds[at % kinds.length]!()
      count += 1
      if (status !== 200) failures.push(`${at % kinds.length}: ${status} ${body.slice(0, 80)}`)
    }
    const load = (async () => {
      const sent: Promise<void>[] = []
      const startedMs = performance.now()
      for (let at = 0; !ending.signal.aborted; at++) {
        sent.push(one(at))
        await pause(startedMs + (at + 1) * 12.5 - performance.now())
      }
      await Promise.all(sent)
    })()
    for (const [at, node] of nodes.entries()) {
      await pause(2_000)
      node.command.process.kill('SIGTERM')
      expect(await node.command.exitCode).toBe(0)
      nodes[at] = await startNode(at, node.port)
    }
    await pause(2_000)
    ending.abort()
    await load
    console.log(`${count} requests, ${failures.length} failed`)
    expect(failures).toEqual([])
    expect(count).toBeGreaterThan(300)
  }, 300_000)

  test('one address has on two nodes what it has on one', async () => {
    if (!OUTSIDE) return
    const [edge] = edges as [RunningNginx, RunningNginx]
    const startedMs = performance.now()
    // Every other one with a bearer of its own, forged.
    const answers = await Promise.all(
      Array.from({ length: 2_500 }, (_, at) =>
        send(edge, '/api_v2/revamp/tabBars', { host: OUTSIDE, bearer: at % 2 ? `forged${at}` : '' }),
      ),
    )
    const spent = (performance.now() - startedMs) / 1000
    const passed = answers.filter(
      ({ status, body }) => [200, 401].includes(status) && !body.includes('TOO_MANY'),
    ).length
    const oneNode = REQUEST_RATE.burst + spent * REQUEST_RATE.perSecond
    console.log(`${passed} of 2500 passed in ${spent.toFixed(1)} s; one node allows ${oneNode.toFixed(0)}`)
    expect(passed).toBeLessThan(2_000)
    expect(passed).toBeLessThanOrEqual(1.1 * oneNode)
  })

  test('what is taken down in the console is refused by both edges within a minute, though it is in their caches', async () => {
    const path = segment(1)
    const all = async () => (await Promise.all(edges.map((edge) => send(edge, path)))).map(({ status }) => status)
    expect(await all()).toEqual([200, 200])
    expect((await Promise.all(edges.map((edge) => send(edge, path)))).map(({ cache }) => cache)).toEqual(['HIT', 'HIT'])
    const ann = await world.signIn(await world.anOperator('catalogue'))
    const done = await world.call('/titles/takeDown', keyed({ programId, reason: 'an order of the court' }), ann)
    expect(done).toMatchObject({ version: 2 })
    const startedMs = performance.now()
    while ((await all()).some((status) => status !== 403) && performance.now() - startedMs < 90_000) await pause(500)
    const spent = (performance.now() - startedMs) / 1000
    console.log(`refused by both edges after ${spent.toFixed(1)} s`)
    expect(spent).toBeLessThan(60)
    expect(await all()).toEqual([403, 403])
    expect((await send(edges[0]!, segment(null))).status).toBe(403)
  }, 120_000)
})
