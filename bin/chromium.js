import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { canInstall, installPackages, isDebian } from './apt.js'
import { Refusal, say } from './clone.js'

/** Without windows: a journey takes a fifth less processor time in it. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Locations outside the search path. */
const OTHER_LOCATIONS = {
  linux: [...NAMES.map((name) => `/usr/bin/${name}`), '/snap/bin/chromium'],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

/**
 * Returns the browser for browser tests: configured, found, or installed by the system's package manager where
 * permitted.
 */
export function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isRunnable(named)) return named
    throw new Refusal(`CHROMIUM_PATH is ${named}, which is not an executable file. Set it to a Chromium executable.`)
  }
  const found = findChromium()
  if (found) return found
  if (canInstall()) installChromium()
  const installed = findChromium()
  if (installed) return installed
  throw new Refusal(`The browser tests require Chromium. ${advice()} Or set CHROMIUM_PATH.`)
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...(OTHER_LOCATIONS[process.platform] ?? [])].find(isRunnable)
}

function installChromium() {
  say('Installing Chromium with apt-get for the browser tests (about 250 MB) …')
  if (![HEADLESS, 'chromium'].some((name) => installPackages([name])))
    throw new Refusal('apt-get failed to install Chromium. Install it yourself, or set CHROMIUM_PATH.')
}

function advice() {
  if (isDebian()) return 'Install it: sudo apt-get install chromium.'
  if (process.platform === 'darwin') return 'Install it: brew install --cask chromium.'
  return 'Install it with your system’s package manager.'
}

export function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
