import path from 'node:path'
import { canInstall, installPackages } from './apt.js'
import { isRunnable } from './chromium.js'
import { say } from './clone.js'

/** The browser engines beside Chromium that the full run tests: the programs that must be on the search path, and Debian's packages with them. */
const ENGINES = [
  { name: 'Firefox', programs: ['firefox-esr'], packages: ['firefox-esr'], variable: 'FIREFOX_PATH' },
  {
    name: 'WebKitGTK',
    programs: ['WebKitWebDriver', 'xvfb-run', 'xauth', 'dbus-run-session'],
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'xauth',
      'dbus-daemon',
      'gstreamer1.0-libav',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
    ],
    variable: 'WEBKIT_DRIVER_PATH',
  },
]

/** Installs the engines that are missing, where we may. The journeys of one that stays missing do not run, and say so. */
export function ensureEngines() {
  for (const { name, programs, packages, variable } of ENGINES) {
    if (process.env[variable] || programs.every(isOnPath)) continue
    if (!canInstall()) {
      say(`${name} is not installed: its journeys will not run. On Debian: sudo apt-get install ${packages.join(' ')}.`)
      continue
    }
    say(`Installing ${name} with apt-get for the browser tests …`)
    if (!installPackages(packages)) say(`apt-get failed to install ${name}: its journeys will not run.`)
  }
}

function isOnPath(program) {
  const folders = (process.env.HARBOUR_SYSTEM_PATH ?? process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return folders.some((folder) => isRunnable(path.join(folder, program)))
}
