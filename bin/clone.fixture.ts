import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const BIN = import.meta.dirname

/** A fake npm: records its arguments and creates the packages, and npm's record last, like npm. */
const NPM = `
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n')
if (existsSync('npm-fails')) { console.error(readFileSync('npm-fails', 'utf8')); process.exit(1) }
cpSync('packages', 'node_modules', { recursive: true })
if (existsSync('npm-takes')) await wait(Number(readFileSync('npm-takes', 'utf8')))
const { '': root, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

const VITE = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
appendFileSync('vite.log', basename(folder) + ' ')
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/made', 'whole')
if (existsSync('vite-fails')) { console.error('Unexpected token'); process.exit(1) }
`

const MAIN = `
console.log('main ' + process.argv.slice(2).join(' ') + ' ' + process.env.NODE_ENV + ' ' + process.env.TZ)
let signals = 0
if (process.argv.includes('--stay')) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log('got ' + signal); setTimeout(() => process.exit(7), 200) })
  process.on('disconnect', () => { require('node:fs').writeFileSync('orphaned', ''); process.exit(0) })
  console.log('stays')
} else process.exit(3)
`.replace("require('node:fs')", "process.getBuiltinModule('node:fs')")

/** A small clone with the real starter, a fake npm and Vite, and a server that only prints its arguments. */
export class CloneFixture {
  readonly root: string
  /** The Node that runs the starter. */
  node = process.execPath
  /** Additional environment variables of the starter. */
  env: Record<string, string> = {}
  #children: ChildProcess[] = []

  private constructor(root: string) {
    this.root = root
  }

  static async create(): Promise<CloneFixture> {
    const root = await realpath(await mkdtemp(path.join(tmpdir(), 'harbour-clone-')))
    const clone = new CloneFixture(root)
    await cp(BIN, path.join(root, 'bin'), { recursive: true, filter: (file) => !file.endsWith('.ts') })
    await clone.write('npm.js', NPM)
    await clone.write('packages/vite/package.json', '{"type":"module","bin":{"vite":"bin/vite.js"}}')
    await clone.write('packages/vite/bin/vite.js', VITE)
    await clone.write('src/server/main.ts', MAIN)
    await clone.write('src/web/page.ts', 'export const page = 1')
    await clone.write('vite.config.ts', '')
    await clone.lock('1.0.0')
    return clone
  }

  /** Writes package.json and a matching lockfile. */
  async lock(version: string, more: object = {}): Promise<void> {
    const dependencies = { vite: version }
    const packages = { '': { dependencies }, 'node_modules/vite': { version, integrity: `sha-${version}` }, ...more }
    await this.write('package.json', JSON.stringify({ type: 'module', dependencies }))
    await this.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
  }

  async write(file: string, text: string, mode = 0o644): Promise<void> {
    const full = this.path(file)
    await mkdir(path.dirname(full), { recursive: true })
    await writeFile(full, text)
    await chmod(full, mode)
  }

  path(file: string): string {
    return path.join(this.root, file)
  }

  text(file: string): Promise<string> {
    return readFile(this.path(file), 'utf8').catch(() => '')
  }

  /** Number of npm calls. */
  async installs(): Promise<number> {
    return (await this.text('npm.log')).split('\n').length - 1
  }

  spawn(...args: string[]): ChildProcess {
    const { NODE_ENV: _mode, HARBOUR_TEST: _test, ...inherited } = process.env
    const env = { ...inherited, npm_execpath: this.path('npm.js'), npm_node_execpath: process.execPath, ...this.env }
    const child = spawn(this.node, [this.path('bin/harbour.js'), ...args], { cwd: this.root, env })
    this.#children.push(child)
    return child
  }

  /** Runs the starter until it exits. */
  async run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = this.spawn(...args)
    const output = collect(child)
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output: output() }
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    await rm(this.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Collects the output of a process on stdout and stderr. */
export function collect(child: ChildProcess): () => string {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return () => output
}
