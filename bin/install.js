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
 * Makes node_modules what the lockfile says, for this machine. When it is, nothing is asked of the network. The stamp is
 * removed first and written last, so that whatever interrupts an install, the next start repairs it.
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
  const began = performance.now()
  say(`Installing ${folders.length} packages (only when they change; about 300 MB the first time)`)
  const npm = startNpm()
  adopt(npm)
  const stopTelling = tellProgress(folders, began)
  const { code, said } = await outcome(npm).finally(stopTelling)
  if (code !== 0) throw refusal(said)
  if (!isInstalled()) throw new Refusal('npm finished without installing what package-lock.json lists.', said.trim())
  say(`Installed in ${seconds(began)} s`)
}

// Install scripts are left out: what they would do here is `repair`, which asks nobody and can be done again.
function startNpm() {
  const args = [...wayToInstall(), '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { npm_execpath: cli, npm_node_execpath: nodeOfNpm } = process.env
  const options = { cwd: at(), stdio: ['ignore', 'pipe', 'pipe'] }
  // npm scripts run on the Node of the packages, which may just have been removed: npm runs on the Node that started it.
  const node = [nodeOfNpm, process.execPath].find((file) => file && existsSync(file))
  if (cli?.endsWith('.js') && node) return spawn(node, [cli, ...args], options)
  return spawn('npm', args, { ...options, shell: process.platform === 'win32' })
}

// Both install the versions of the lockfile into an empty folder and leave the lockfile alone; `ci` refuses one without
// the packages of every system, `install` gets those of this one from the registry.
function wayToInstall() {
  if (namesAllSystems()) return ['ci']
  rmSync(at('node_modules'), { recursive: true, force: true })
  return ['install', '--no-save']
}

function outcome(npm) {
  let said = ''
  const hear = (chunk) => (said += chunk)
  npm.stdout.on('data', hear)
  npm.stderr.on('data', hear)
  return new Promise((resolve) => {
    npm.once('error', (error) => resolve({ code: -1, said: String(error) }))
    npm.once('close', (code) => resolve({ code, said }))
  })
}

function tellProgress(folders, began) {
  const { isTTY } = process.stdout
  const line = () => `  ${countPresent(folders)} of ${folders.length} packages, ${seconds(began)} s`
  const tell = () => (isTTY ? process.stdout.write(`\r${line()}`) : say(line()))
  const timer = setInterval(tell, isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS)
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\r\u001B[K')
  }
}

const seconds = (began) => Math.round((performance.now() - began) / 1000)

const READINGS = [
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

function refusal(said) {
  const known = READINGS.find(([sign]) => sign.test(said))
  const details = said
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line))
    .slice(0, 4)
    .join('\n')
  return new Refusal(known?.[1] ?? 'npm failed to install the packages.', details || said.trim())
}
