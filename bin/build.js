import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { at, Refusal, ROOT, say, textOf } from './clone.js'
import { withLock } from './lock.js'
import { environment } from './runtime.js'

/** Inputs of the site build. A change in any of these files makes the build stale. */
const INPUTS = [
  'src/web',
  'src/contract',
  'src/text',
  'content',
  'vite.config.ts',
  'vite.articles.ts',
  'vite.clone.ts',
  'vite.contract-rows.ts',
  'vite.speed-file.ts',
  'vite.stylesheets.ts',
  'vite.texts.ts',
  'package-lock.json',
]

const DIST = at('dist')
const DRAFT = at('dist.tmp')
const OLD = at('dist.old')
const STAMP = at('dist', '.stamp')

/** Builds and their folders in dist: each app for browsers, the service worker, and the module that the server uses to prerender home. */
export const BUILDS = [
  { app: 'site', folder: 'client', flags: [] },
  { app: 'service-worker', folder: 'worker', flags: [] },
  { app: 'console', folder: 'console', flags: [] },
  { app: 'site', folder: 'prerender', flags: ['--ssr', 'prerender/prerender.tsx'] },
]

/** Builds the site if it is stale. The build is made in a temporary folder and moved into place when complete. */
export async function ensureBuild(node) {
  if (!existsSync(at('vite.config.ts'))) {
    say('Skipping the site build: no vite.config.ts')
    return
  }
  const inputsHash = hashInputs()
  if (textOf(STAMP) === inputsHash) return
  await withLock(async (adopt) => {
    if (textOf(STAMP) !== inputsHash) await build(node, inputsHash, adopt)
  })
}

async function build(node, stamp, adopt) {
  const startMs = performance.now()
  say('Building the site …')
  rmSync(DRAFT, { recursive: true, force: true })
  const link = plainLink()
  try {
    for (const target of BUILDS) await buildTarget(node, target, { link, adopt })
  } finally {
    if (link) rmSync(path.dirname(link), { recursive: true, force: true })
  }
  writeFileSync(at('dist.tmp', '.stamp'), stamp)
  rmSync(OLD, { recursive: true, force: true })
  if (existsSync(DIST)) renameSync(DIST, OLD)
  renameSync(DRAFT, DIST)
  rmSync(OLD, { recursive: true, force: true })
  say(`Built in ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
}

/** A link to this clone where its own path has `#` or `?`, which Vite takes for the end of a path. */
function plainLink() {
  if (!/[#?]/.test(ROOT)) return undefined
  const link = path.join(mkdtempSync(path.join(tmpdir(), 'harbour-build-')), 'clone')
  symlinkSync(ROOT, link, 'junction')
  return link
}

async function buildTarget(node, { app, folder, flags }, { link, adopt }) {
  const vite = at('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', ...flags, '--outDir', at('dist.tmp', folder), '--emptyOutDir', '--logLevel', 'warn']
  const child = spawn(node, args, {
    cwd: at(),
    env: environment(node, { NODE_ENV: 'production', HARBOUR_APP: app, ...(link && { HARBOUR_BUILD_LINK: link }) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  adopt(child)
  let output = ''
  const append = (chunk) => (output += chunk)
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code === 0) return
  const full = /ENOSPC|no space left/i.test(output)
  throw new Refusal(full ? 'Cannot build the site: the disk is full.' : 'Cannot build the site.', output.trim())
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of INPUTS) for (const file of filesOf(input)) hash.update(`${file}\0`).update(readFileSync(at(file)))
  return hash.digest('hex')
}

function filesOf(input) {
  const entry = statSync(at(input), { throwIfNoEntry: false })
  if (!entry) return []
  if (!entry.isDirectory()) return [input]
  return readdirSync(at(input))
    .toSorted()
    .flatMap((name) => filesOf(`${input}/${name}`))
    .filter((file) => !/\.test\.tsx?$/.test(file))
}
