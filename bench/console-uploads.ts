import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { UPLOAD_PART_BYTES, UPLOADS_URL } from '#contract/admin/uploads.ts'
import { codeAt, createOperators, newTotpSecret } from '#server/domains/operators/index.ts'
import { createTestClock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * A film of 20 GB (BENCH_GB), a sparse file, is uploaded by the console's client with its settings. Its connection is cut 10 times (BENCH_CUTS) at
 * random bytes; at every other cut the server is killed with SIGKILL as well. Counted is what the client sends again after each cut, and all bytes
 * on the connection. Needs as much room in the temporary folder.
 */
const BYTES = Number(process.env.BENCH_GB ?? 20) * 1e9
const CUTS = Number(process.env.BENCH_CUTS ?? 10)
const PASSWORD = 'a harbour at night, in rain'

const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-uploads-'))
try {
  const film = join(folder, 'film.mp4')
  const sparse = await open(film, 'w')
  await sparse.truncate(BYTES)
  await sparse.close()
  await withLedgerWorld(async ({ app, databaseUrl }) => {
    const cookie = await signIn(app.database.db)
    const server = createUploadServer([databaseUrl, folder])
    await server.start()
    const network = await openNetwork(() => server.port)
    const startMs = performance.now()
    const resent = await upload({ film, cookie, url: network.url, cut: (at) => cut(at, { network, server }) })
    const seconds = (performance.now() - startMs) / 1_000
    const stored = await app.database.db.selectFrom('upload_file').selectAll().executeTakeFirstOrThrow()
    network.close()
    await server.stop()
    if (stored.completed_at === null || stored.bytes !== BYTES) throw new Error('The file is not complete.')
    printTable(
      ['cut', 'sent again, MiB'],
      resent.map((bytes, at) => [`${at + 1}${at % 2 === 1 ? ', server killed' : ''}`, bytes / 2 ** 20]),
    )
    console.log(`${BYTES / 1e9} GB in ${seconds.toFixed(0)} s`)
    checkBudgets([
      { name: 'cuts', found: resent.length, atLeast: CUTS },
      {
        name: 'most that was sent again, MiB',
        found: Math.max(...resent) / 2 ** 20,
        atMost: UPLOAD_PART_BYTES / 2 ** 20,
      },
      { name: 'bytes on the connection per byte of the film', found: network.sent() / BYTES, atMost: 1.01 },
    ])
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}

type Network = Awaited<ReturnType<typeof openNetwork>>
type UploadServer = ReturnType<typeof createUploadServer>

async function cut(at: number, { network, server }: { network: Network; server: UploadServer }): Promise<void> {
  network.cut()
  if (at % 2 === 0) return
  await server.kill()
  await server.start()
}

interface Sending {
  readonly film: string
  readonly cookie: string
  readonly url: string
  /** @param at from 0 */
  readonly cut: (at: number) => Promise<void>
}

/** @returns the bytes that were sent again after each cut */
function upload({ film, cookie, url, cut: makeCut }: Sending): Promise<number[]> {
  const cutsAt = Array.from({ length: CUTS }, (_, at) => ((at + Math.random()) * BYTES) / CUTS)
  const resent: number[] = []
  let [most, wasCut, resumed] = [0, false, 0]
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const sending = new Upload(createReadStream(film), {
    endpoint: `${url}${UPLOADS_URL}`,
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000],
    uploadSize: BYTES,
    metadata: { name: 'film.mp4', role: 'film' },
    headers: { cookie, 'X-Harbour-Console': '1', 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'en_US' },
    // A server that starts for longer than the client tries again: the operator resumes it.
    onError: (error) => (resumed++ < CUTS ? sending.start() : reject(error)),
    onSuccess: () => resolve(resent),
    onProgress(sent) {
      if (wasCut && sent < most) {
        resent.push(most - sent)
        wasCut = false
      }
      most = Math.max(most, sent)
      if (wasCut || cutsAt.length === 0 || sent < cutsAt[0]!) return
      cutsAt.shift()
      wasCut = true
      void makeCut(CUTS - cutsAt.length - 1)
    },
  })
  sending.start()
  return promise
}

/** A connection to whatever listens at the port now, which can be cut. */
async function openNetwork(portNow: () => number) {
  let bytes = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(portNow(), '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (part) => {
      bytes += part.length
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => bytes,
    cut: cutAll,
    close() {
      cutAll()
      server.close()
    },
  }
}

/** The server of the tests of uploads. */
function createUploadServer(args: readonly string[]) {
  let child: ChildProcess | undefined
  const server = { port: 0, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
  return server

  async function start(): Promise<void> {
    child = fork('test/support/upload-server.ts', args, { stdio: 'inherit' })
    const [port] = (await once(child, 'message')) as [number]
    server.port = port
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    child!.kill(signal)
    await once(child!, 'exit')
  }
}

/** @returns the cookie of an operator's session, as the server of uploads reads it */
async function signIn(db: Db): Promise<string> {
  const clock = createTestClock()
  const { people, credentials } = createOperators({
    db: db as never,
    clock,
    realClock: clock,
    masterKey: Buffer.alloc(32, 7),
    messages: { send: async () => undefined },
    consoleUrl: 'http://localhost:8080',
    issuer: () => 'Harbour',
  })
  const email = 'uploads@bench.invalid'
  await people.createByCommand({ email, name: 'Bench', roles: ['catalogue'] }, { actor: 'system', reason: 'a bench' })
  const { list } = await people.list({ filter: { text: email }, sort: 'name', limit: 1 })
  const secret = newTotpSecret()
  await credentials.setForDemo(list[0]!.operatorId, { password: PASSWORD, secret })
  const { token } = await credentials.signIn({
    email,
    password: PASSWORD,
    factor: { code: codeAt(secret, clock.nowMs()) },
    address: '127.0.0.1',
    requestId: 'bench',
    device: undefined,
    language: 'en_US',
  })
  return `harbour_console=${token}`
}
