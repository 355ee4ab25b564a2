import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { at, Refusal, say, textOf } from './clone.js'
import { withLock } from './lock.js'
import { countPresent, isInstalled, isLockOfPackage, namesAllSystems, wantedFolders, wantedStamp } from './packages.js'
import { repair } from './repair.js'

const STAMP = at('node_modules', '.harbour-install')
const TERMINAL_EVERY_MS = 500
const LOG_EVERY_MS = 5_000
const DISAGREE = 'package.json and package-lock.json do not agree. Run "npm install" to update the lockfile.'

/**
 * Makes node_modules match the lockfile for this machine. Needs no network if it already does.
 * The stamp is removed first and written last, so that the next start repairs an interrupted installation.
 */
export async function ensurePackages() {
  if (isStamped()) return repair()
  await withLock(async (adopt) => {
    if (isStamped()) return
    rmSync(STAMP, { force: true })
    if (!isInstalled()) await install(adopt)
    repair()
    writeFileSync(STAMP, wantedStamp())
  })
}

const isStamped = () => textOf(STAMP) === wantedStamp()

async function install(adopt) {
  if (!isLockOfPackage()) throw new Refusal(DISAGREE)
  const folders = wantedFolders()
  const startMs = performance.now()
  say(`Installing ${folders.length} packages (only when they change; about 350 MB the first time)`)
  const npm = startNpm()
  adopt(npm)
  const stopProgress = printProgress(folders, startMs)
  const { code, output } = await outcome(npm).finally(stopProgress)
  if (code !== 0) throw refusal(output)
  if (!isInstalled()) throw new Refusal('npm finished without installing what package-lock.json lists.', output.trim())
  say(`Installed in ${seconds(startMs)} s`)
}

// Install scripts are disabled. `repair` does their work here, offline and repeatably.
function startNpm() {
  const args = [
    ...installCommand(),
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ]
  const { npm_execpath: cli, npm_node_execpath: nodeOfNpm } = process.env
  const options = { cwd: at(), stdio: ['ignore', 'pipe', 'pipe'] }
  // npm scripts run on the packaged Node, which this installation may remove. npm then runs on the Node that started it.
  const node = [nodeOfNpm, process.execPath].find((file) => file && existsSync(file))
  if (cli?.endsWith('.js') && node) return spawn(node, [cli, ...args], options)
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

// Both commands install the versions of the lockfile into an empty folder without changing it. `ci` refuses a lockfile
// without the packages of every system; `install` fetches those of this system.
function installCommand() {
  if (namesAllSystems()) return ['ci']
  rmSync(at('node_modules'), { recursive: true, force: true })
  return ['install', '--no-save']
}

function outcome(npm) {
  let output = ''
  const append = (chunk) => (output += chunk)
  npm.stdout.on('data', append)
  npm.stderr.on('data', append)
  return new Promise((resolve) => {
    npm.once('error', (error) => resolve({ code: -1, output: String(error) }))
    npm.once('close', (code) => resolve({ code, output }))
  })
}

function printProgress(folders, startMs) {
  const { isTTY } = process.stdout
  const line = () => `  ${countPresent(folders)} of ${folders.length} packages, ${seconds(startMs)} s`
  const print = () => (isTTY ? process.stdout.write(`\r${line()}`) : say(line()))
  const timer = setInterval(print, isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\r\u001B[K')
  }
}

const seconds = (startMs) => Math.round((performance.now() - startMs) / 1000)

const EXPLANATIONS = [
  [/ENOSPC|no space left/i, 'The disk is full. The packages need about 1 GB. Free some space and start again.'],
  [/EACCES|EPERM|EROFS/, `No permission to write to ${at('node_modules')}. Start as the owner of the clone.`],
  [/ENOENT.*\bnpm\b|spawn npm/, 'npm was not found. It comes with Node: install Node from https://nodejs.org'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET|SELF_SIGNED|UNABLE_TO_|E40[137]|E50\d/,
    'Cannot reach the package registry. The first start needs it to install packages. Check the network and the proxy settings of npm, then start again.',
  ],
  [/EINTEGRITY/, 'A downloaded package does not match the lockfile. Run "npm cache verify" and start again.'],
  [/EUSAGE/, DISAGREE],
]

function refusal(output) {
  const explanation = EXPLANATIONS.find(([pattern]) => pattern.test(output))
  const details = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line))
    .slice(0, 4)
    .join('\n')
  return new Refusal(explanation?.[1] ?? 'npm failed to install the packages.', details || output.trim())
}
