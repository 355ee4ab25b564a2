import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { existsSync } from 'node:fs'
import { freePort } from '../../../test/support/free-port.ts'
import { isOnPath } from '../../../test/support/programs.ts'

const SOURCE = join(import.meta.dirname, '../../nginx')
/** On Debian it is outside a regular user's search path. */
const NGINX = isOnPath('nginx') ? 'nginx' : '/usr/sbin/nginx'
const NJS = '/usr/lib/nginx/modules/ngx_http_js_module.so'

const isInstalled = (): boolean => !spawnSync(NGINX, ['-v']).error && existsSync(NJS)

/** A sentence when nginx is missing here; undefined when it is not. */
export const MISSING_NGINX = isInstalled()
  ? undefined
  : 'nginx with njs is not installed, so the edge is not tested: sudo apt-get install nginx libnginx-mod-http-js'

export interface S3Place {
  readonly endpoint: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface EdgeSetup {
  /** Ports of Harbour's nodes on this machine. */
  readonly nodes: readonly number[]
  readonly store:
    | { readonly folder: string }
    | { readonly s3: S3Place; readonly bucket: string; readonly prefix?: string }
  readonly keys: Readonly<Record<string, string>>
  /** Of pages that may read segments. */
  readonly origin?: string
  readonly workers?: number
  /** Another address than the loopback's on which it listens as well. */
  readonly host?: string | undefined
}

export interface RunningNginx {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly process: ChildProcess
  reload(): Promise<void>
  errors(): Promise<string>
  stop(): Promise<void>
}

/** The configuration of deploy/nginx as an operator copies and edits it, in a folder of its own. */
export async function startNginx(setup: EdgeSetup): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-nginx-'))
  const port = await freePort()
  await configure(folder, port, setup)
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  })
  const errors = () => readFile(join(folder, 'error.log'), 'utf8').catch(() => '')
  const url = `http://127.0.0.1:${port}`
  await untilAnswers(url, child, errors)
  return {
    url,
    port,
    folder,
    process: child,
    errors,
    async reload() {
      child.kill('SIGHUP')
      await wait(500)
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function configure(folder: string, port: number, setup: EdgeSetup): Promise<void> {
  await cp(SOURCE, folder, { recursive: true })
  // Its workers are another user's when it is started by root.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'cache'), { mode: 0o777 })
  await chmod(join(folder, 'cache'), 0o777)
  const { store } = setup
  const kind = 'folder' in store ? 'folder' : 's3'
  for (const part of ['http', 'location'])
    await cp(join(folder, `store-${kind}.${part}.conf`), join(folder, `store.${part}.conf`))
  await writeFile(join(folder, 'edge-keys.json'), JSON.stringify(setup.keys))
  await edit(folder, 'nginx.conf', (text) =>
    text
      .replace('worker_processes auto;', `worker_processes ${setup.workers ?? 1};\ndaemon off;`)
      .replace('pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`)
      .replace('http {', `http {\n${temporaryPaths(folder)}`),
  )
  await edit(folder, 'site.conf', (text) => siteOf(text, port, setup))
  await edit(folder, 'nodes.conf', (text) =>
    text.replaceAll(/^server 127.*$/gm, setup.nodes.map((node) => `server 127.0.0.1:${node} max_fails=0;`).join('\n')),
  )
  if ('folder' in store)
    await edit(folder, 'store.location.conf', (text) => text.replace('/srv/harbour/data/media', store.folder))
  else await configureS3(folder, store)
  for (const file of ['nginx.conf', 'harbour/http.conf', 'store.http.conf'])
    await edit(folder, file, (text) =>
      text
        .replaceAll('/etc/nginx/', `${folder}/`)
        .replaceAll('/var/cache/nginx/', `${folder}/cache/`)
        .replaceAll('/var/log/nginx/', `${folder}/`),
    )
}

async function configureS3(
  folder: string,
  { s3, bucket, prefix = '' }: Extract<EdgeSetup['store'], { s3: S3Place }>,
): Promise<void> {
  const { host } = new URL(s3.endpoint)
  await edit(folder, 'store.http.conf', (text) =>
    text.replaceAll('s3.internal:9000', host).replace('/media/;', `/${bucket}/${prefix};`),
  )
  const { accessKeyId, secretAccessKey } = s3
  await writeFile(join(folder, 'store.json'), JSON.stringify({ region: 'us-east-1', accessKeyId, secretAccessKey }))
}

/** The files that compose.yaml mounts, at their places. @returns what nginx says of them */
export async function checkCompose(mounts: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-compose-nginx-'))
  try {
    for (const mount of mounts) {
      const [from = '', to = ''] = mount.split(':')
      if (from.startsWith('./secrets/')) continue
      // Which an operator copies.
      const file = from === './site.conf' ? 'compose/site.conf' : from
      await cp(join(SOURCE, '..', file), join(folder, to.replace('/etc/nginx/', '')), { recursive: true })
    }
    await mkdir(join(folder, 'cache'))
    await mkdir(join(folder, 'tls'))
    await writeFile(join(folder, 'edge-keys.json'), '{}')
    await writeFile(join(folder, 'store.json'), '{}')
    const certificate = [
      '-keyout',
      join(folder, 'tls/key.pem'),
      '-out',
      join(folder, 'tls/cert.pem'),
      '-subj',
      '/CN=films.example.hk',
    ]
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...certificate])
    for (const file of ['nginx.conf', 'nodes.conf', 'site.conf', 'harbour/http.conf', 'store.http.conf'])
      await edit(folder, file, (text) =>
        text
          .replaceAll('/etc/nginx/', `${folder}/`)
          .replaceAll(/\/var\/(?:cache|log)\/nginx\//g, `${folder}/cache/`)
          .replace('pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`)
          // Names of containers; and of a newer nginx than Debian's.
          .replaceAll(/server (?:web-\d|store):/g, 'server 127.0.0.1:')
          .replace('  http2 on;\n', ''),
      )
    const { stderr } = spawnSync(NGINX, ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
    return String(stderr)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One server on a free port, without a certificate. */
function siteOf(text: string, port: number, { origin = 'https://films.example.hk', host }: EdgeSetup): string {
  const more = host === undefined ? '' : `  listen ${host}:${port};\n`
  const maps = text.slice(0, text.indexOf('server {')).replace('https://films.example.hk', origin)
  return `${maps}\nserver {\n  listen 127.0.0.1:${port};\n${more}  include harbour/server.conf;\n}\n`
}

const temporaryPaths = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${folder}/cache/${name};`)
    .join('\n')

async function edit(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
}

async function untilAnswers(url: string, child: ChildProcess, errors: () => Promise<string>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await errors()}`)
    const isUp = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await wait(50)
  }
  throw new Error(`nginx does not answer: ${await errors()}`)
}
