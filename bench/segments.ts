import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sendRequests } from './support/segment-client.ts'
import { freePort } from '../test/support/free-port.ts'
import { isOnPath } from '../test/support/programs.ts'
import { needProc } from './support/needs.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * CPU seconds (user + sys) per GB of 4 MB segments: our server alone, nginx alone, and nginx in front of our server and of
 * a bare one of Node (X-Accel-Redirect).
 * They alternate within one run, so that other load on the machine affects all; a ratio is the median of the rounds.
 * Many connections request without pause, because a server that sleeps between requests is charged for waking up. The
 * client is this process and is not counted. BENCH_GB and BENCH_ROUNDS shorten the run.
 */
const SEGMENT_BYTES = 4 * 1024 * 1024
const SEGMENTS = 16
const CONNECTIONS = 32
/** Many short rounds, because other load changes from second to second. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
/** Small warm-up requests before the first round, for JIT compilation. */
const RAMP_UP_REQUESTS = 20_000
/** Bytes requested from each server per round: nginx needs 0.1 s of CPU a GB, which is counted in hundredths. */
const ROUND_BYTES = Number(process.env.BENCH_GB ?? 4) * 1e9
const ACCEL_PREFIX = '/protected-media/'
/** On Debian it is outside a regular user's search path. */
const NGINX = isOnPath('nginx') ? 'nginx' : '/usr/sbin/nginx'
/** Clock ticks per second in /proc/{pid}/stat, the same on every Linux that Node supports. */
const TICKS_A_SECOND = 100

interface Server {
  readonly name: string
  readonly port: number
  /** URL path before `00001.m4s`. */
  readonly base: string
  readonly pids: readonly number[]
}

needProc()
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
  // nginx's worker runs as another user when started by root.
  for (const path of [folder, media]) await chmod(path, 0o755)

  const ours = await startNode('ours', 'segment-server.ts', [media])
  const nginx = await startNginx(media, {
    ours: await startNode('behind nginx', 'segment-server.ts', [media, ACCEL_PREFIX]),
    bare: await startNode('bare behind nginx', 'accel-server.ts', [ACCEL_PREFIX]),
  })
  const servers = nginx ? [ours, ...nginx] : [ours]
  if (!nginx)
    console.log(
      'nginx is not installed, so only our own figures are measured. To compare, install it: sudo apt-get install nginx',
    )

  const costs = new Map(servers.map(({ name }) => [name, [] as number[]]))
  const speeds = new Map(servers.map(({ name }) => [name, [] as number[]]))
  for (const server of servers) await rampUp(server)
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const before = await cpuSeconds(server.pids)
      const started = performance.now()
      const bytes = await drawSegments(server, ROUND_BYTES)
      speeds.get(server.name)?.push(bytes / 1e3 / (performance.now() - started))
      costs.get(server.name)?.push(((await cpuSeconds(server.pids)) - before) / (bytes / 1e9))
    }
  }
  report(costs, speeds)
  return process.exitCode === 1 ? 1 : 0
}

function report(costs: Map<string, number[]>, speeds: Map<string, number[]>): void {
  const bare = costs.get('nginx')
  const ratio = (name: string) =>
    median((costs.get(name) ?? []).map((cost, round) => cost / (bare?.[round] ?? Number.NaN)))
  printTable(
    [`4 MB segments, ${CONNECTIONS} connections`, 'CPU s/GB', 'least', 'most', 'MB/s', 'to nginx'],
    [...costs].map(([name, values]) => [
      name,
      median(values),
      Math.min(...values),
      Math.max(...values),
      median(speeds.get(name) ?? []),
      bare ? ratio(name) : '-',
    ]),
  )
  console.log(`Load average: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors.`)
  if (!bare) return
  // Less than the bare server costs there cannot be reached; a tenth is the noise of one run.
  const limitBehind = Math.max(1.2, Math.round(1.1 * ratio('nginx and bare') * 1_000) / 1_000)
  checkBudgets([
    { name: 'our server to nginx', found: ratio('ours'), atMost: 3 },
    {
      name: 'our server behind nginx to nginx',
      found: ratio('nginx and ours'),
      atMost: limitBehind,
    },
  ])
}

async function startNode(name: string, file: string, args: string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'support', file), args)
  children.push(child)
  const [{ port, base }] = (await once(child, 'message')) as [{ port: number; base: string }]
  return { name, port, base: `${base}v1080/`, pids: [pidOf(child)] }
}

type Upstreams = { ours: Server; bare: Server }

/** nginx serving the files, and nginx as a proxy of two servers. Undefined if nginx is not installed. */
async function startNginx(media: string, { ours, bare }: Upstreams): Promise<Server[] | undefined> {
  const [files, toOurs, toBare] = [await freePort(), await freePort(), await freePort()]
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    nginxConfig(media, files, [
      { name: 'ours', port: toOurs, upstream: ours.port },
      { name: 'bare', port: toBare, upstream: bare.port },
    ]),
  )
  const child = spawn(NGINX, ['-c', config, '-p', folder, '-e', join(folder, 'nginx.err')], { stdio: 'ignore' })
  const failed = once(child, 'error').then(() => true)
  if ((await Promise.race([failed, isListening(files)])) !== 'listening') return undefined
  children.push(child)
  return [
    { name: 'nginx', port: files, base: '/a/bench/v1080/', pids: [pidOf(child)] },
    { name: 'nginx and bare', port: toBare, base: bare.base, pids: [pidOf(child), ...bare.pids] },
    { name: 'nginx and ours', port: toOurs, base: ours.base, pids: [pidOf(child), ...ours.pids] },
  ]
}

/** One worker process, like our server. */
function nginxConfig(media: string, files: number, proxies: readonly Proxy[]): string {
  return `
daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log ${folder}/access.log; sendfile on; tcp_nopush on; default_type video/iso.segment; keepalive_requests 1000000;
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${files}; root ${media}; }
  ${proxies.map((proxy) => proxyConfig(media, proxy)).join('\n  ')}
}`
}

type Proxy = { name: string; port: number; upstream: number }

/** A proxy is configured as in docs/operations.md. */
function proxyConfig(media: string, { name, port, upstream }: Proxy): string {
  return `
  upstream ${name} { server 127.0.0.1:${upstream}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${name}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
    }
    location ${ACCEL_PREFIX} {
      internal; alias ${media}/;
      add_header X-Content-Type-Options $upstream_http_x_content_type_options;
      add_header Access-Control-Allow-Origin $upstream_http_access_control_allow_origin;
      add_header Access-Control-Expose-Headers $upstream_http_access_control_expose_headers;
      add_header Vary $upstream_http_vary;
      add_header X-Request-Id $upstream_http_x_request_id;
    }
  }`
}

/** Warms up a server, because one that runs for weeks should be measured in its steady state. */
async function rampUp(server: Server): Promise<void> {
  const { port } = server
  const path = pathOn(server)
  await sendRequests({
    port,
    path,
    count: RAMP_UP_REQUESTS,
    connections: CONNECTIONS,
    bytes: 1,
    header: 'Range: bytes=0-0\r\n',
  })
  await drawSegments(server, 2 * ROUND_BYTES)
}

/** Requests whole segments until this many bytes have arrived. Returns the number of bytes. */
async function drawSegments(server: Server, bytes: number): Promise<number> {
  const count = Math.ceil(bytes / SEGMENT_BYTES)
  await sendRequests({ port: server.port, path: pathOn(server), count, connections: CONNECTIONS, bytes: SEGMENT_BYTES })
  return count * SEGMENT_BYTES
}

function pathOn({ base }: Server): (n: number) => string {
  return (n) => base + nameOf((n % SEGMENTS) + 1)
}

/** User and system time used by these processes so far. */
async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  const ticks = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}

/** Waits up to five seconds. */
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
