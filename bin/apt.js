import { spawnSync } from 'node:child_process'
import { textOf } from './clone.js'

/** Whether this system's packages are installed by apt-get. */
export const isDebian = () => /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(textOf('/etc/os-release') ?? '')

/** Whether we may install packages of the system. */
export const canInstall = () => isDebian() && process.getuid?.() === 0

/** Installs packages of the system. Returns whether apt-get succeeded. */
export function installPackages(packages) {
  // A package manager needs the programs of the system, even if ours are restricted (.ci/bare-path).
  const PATH = process.env.HARBOUR_SYSTEM_PATH ?? process.env.PATH
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [['update'], ['install', '-y', ...packages]]
  return steps.every(
    (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0,
  )
}
