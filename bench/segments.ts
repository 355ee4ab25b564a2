import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * The CPU seconds (user + sys) that a GB of 4 MB segments costs: our server alone, nginx alone, and nginx with our server behind
 * it (X-Accel-Redirect), in turns within one run. This process is the client; what it costs is not counted.
 */
const SEGMENT_BYTES = 4 * 1024 * 1024
const SEGMENTS = 16
const CONNECTIONS = 4
const ROUNDS = 5
/** Requests before the first round, so that the engine has compiled what it will. */
const WARMING = 3_000
/** Bytes that one round draws from each server. */
const ROUND_BYTES = Number(process.env.BENCH_GB ?? 1) * 1e9
const ACCEL_PREFIX = '/protected-media/'
/** Of /proc/{pid}/stat, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

interface Server {
  readonly name: string
  readonly port: number
  /** Before `00001.m4s`. */
  readonly base: string
  readonly pids: readonly number[]
}

const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
const children: ChildProcess[] = []
try {
  process.exitCode = await main()
} finally {
  for (const child of children) {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
}

async function main(): Promise<number> {
  const media = join(folder, 'media')
  await mkdir(join(media, 'a/bench/v1080'), { recursive: true })
  for (let n = 1; n <= SEGMENTS; n++)
    await writeFile(join(media, 'a/bench/v1080', nameOf(n)), randomBytes(SEGMENT_BYTES))
  // nginx's worker is another user when it is started by root.
  for (const path of [folder, media]) await chmod(path, 0o755)

  const ours = await startOurs('ours', [media])
  const behind = await startOurs('behind nginx', [media, ACCEL_PREFIX])
  const nginx = await startNginx(media, behind)
  const servers = nginx ? [ours, ...nginx] : [ours]
  if (!nginx) console.log('nginx is not installed: our own figures only, nothing to compare with.')

  const costs = new Map(servers.map(({ name }) => [name, [] as number[]]))
  const speeds = new Map(servers.map(({ name }) => [name, [] as number[]]))
  for (const server of servers) await warm(server)
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const before = await cpuSeconds(server.pids)
      const started = performance.now()
      const bytes = await draw(server, ROUND_BYTES)
      speeds.get(server.name)?.push(bytes / 1e3 / (performance.now() - started))
      costs.get(server.name)?.push(((await cpuSeconds(server.pids)) - before) / (bytes / 1e9))
    }
  }
  report(costs, speeds)
  return process.exitCode === 1 ? 1 : 0
}

function report(costs: Map<string, number[]>, speeds: Map<string, number[]>): void {
  const cost = (name: string) => median(costs.get(name) ?? [])
  const bare = costs.has('nginx') ? cost('nginx') : undefined
  printTable(
    ['4 MB segments', 'CPU s/GB', 'least', 'most', 'MB/s', 'to nginx'],
    [...costs].map(([name, values]) => [
      name,
      cost(name),
      Math.min(...values),
      Math.max(...values),
      median(speeds.get(name) ?? []),
      bare === undefined ? '-' : cost(name) / bare,
    ]),
  )
  if (bare === undefined) return
  checkBudgets([
    { name: 'our server to nginx', found: cost('ours') / bare, atMost: 3 },
    { name: 'our server behind nginx to nginx', found: cost('nginx and ours') / bare, atMost: 1.2 },
  ])
}

async function startOurs(name: string, args: string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'support/segment-server.ts'), args)
  children.push(child)
  const [{ port, base }] = (await once(child, 'message')) as [{ port: number; base: string }]
  return { name, port, base: `${base}v1080/`, pids: [pidOf(child)] }
}

/** nginx alone on the files, and nginx before our server. Undefined where nginx is not installed. */
async function startNginx(media: string, behind: Server): Promise<Server[] | undefined> {
  const [files, proxy] = [await freePort(), await freePort()]
  const config = join(folder, 'nginx.conf')
  await writeFile(config, nginxConfig({ media, files, proxy, behind: behind.port }))
  const child = spawn('nginx', ['-c', config, '-p', folder, '-e', join(folder, 'nginx.err')], { stdio: 'ignore' })
  const failed = once(child, 'error').then(() => true)
  if ((await Promise.race([failed, isListening(files)])) !== 'listening') return undefined
  children.push(child)
  return [
    { name: 'nginx', port: files, base: '/a/bench/v1080/', pids: [pidOf(child)] },
    { name: 'nginx and ours', port: proxy, base: behind.base, pids: [pidOf(child), ...behind.pids] },
  ]
}

type NginxPorts = { media: string; files: number; proxy: number; behind: number }

/** One process, as one of ours is compared with it. */
function nginxConfig({ media, files, proxy, behind }: NginxPorts): string {
  return `
daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log ${folder}/access.log; sendfile on; tcp_nopush on; default_type video/iso.segment; keepalive_requests 1000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  upstream app { server 127.0.0.1:${behind}; keepalive 16; }
  server { listen 127.0.0.1:${files}; root ${media}; }
  server {
    listen 127.0.0.1:${proxy};
    location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location ${ACCEL_PREFIX} { internal; alias ${media}/; }
  }
}`
}

/** A server that runs for weeks is judged after its first seconds. */
async function warm(server: Server): Promise<void> {
  await inTurns(WARMING, (agent, n) => drawOne(agent, { ...server, n, method: 'HEAD' }))
  await draw(server, ROUND_BYTES / 5)
}

/** Draws whole segments over a few connections until so many bytes have come. Answers how many. */
async function draw(server: Server, bytes: number): Promise<number> {
  const count = Math.ceil(bytes / SEGMENT_BYTES)
  await inTurns(count, (agent, n) => drawOne(agent, { ...server, n, method: 'GET' }))
  return count * SEGMENT_BYTES
}

async function inTurns(count: number, one: (agent: Agent, n: number) => Promise<void>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let left = count
  const worker = async () => {
    while (left > 0) await one(agent, (left-- % SEGMENTS) + 1)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
}

type Drawing = Pick<Server, 'port' | 'base'> & { n: number; method: 'GET' | 'HEAD' }

function drawOne(agent: Agent, { port, base, n, method }: Drawing): Promise<void> {
  const expected = method === 'GET' ? SEGMENT_BYTES : 0
  return new Promise((resolve, reject) => {
    request({ agent, port, path: base + nameOf(n), method, host: '127.0.0.1' }, (response) => {
      let received = 0
      response.on('data', (chunk: Buffer) => (received += chunk.length))
      response.on('end', () => {
        if (response.statusCode === 200 && received === expected) resolve()
        else reject(new Error(`segment ${n}: status ${response.statusCode}, ${received} bytes`))
      })
    })
      .on('error', reject)
      .end()
  })
}

/** User and system time that these processes have used so far. */
async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  const ticks = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Waits at most five seconds. */
async function isListening(port: number): Promise<'listening' | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) return 'listening'
    await wait(100)
  }
  return undefined
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start')
  return child.pid
}

function nameOf(n: number): string {
  return `${String(n).padStart(5, '0')}.m4s`
}
