import { existsSync } from 'node:fs'
import path from 'node:path'
import { at, Refusal } from './clone.js'

/** The oldest Node that the server runs on: it has Temporal, argon2 and runs TypeScript as it is. */
const OLDEST = [26, 8]

const SYSTEMS = { linux: 'linux', darwin: 'darwin', win32: 'win' }

/** The Node that Harbour runs on: the one that runs this if it is new enough, else the one among the packages. */
export function findNode(running = process.versions.node) {
  if (isNewEnough(running)) return process.execPath
  const name = `node-${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`
  const file = at('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  throw new Refusal(
    `Harbour needs Node ${OLDEST.join('.')} or newer, and there is no package of it for ${process.platform} ${process.arch}. ` +
      `This is Node ${running}: install a newer one from https://nodejs.org and start again.`,
  )
}

/** The environment for programs that run on that Node: what they start by name finds it first. */
export function environment(node, more = {}) {
  const search = [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter)
  return { ...process.env, TZ: 'UTC', PATH: search, ...more }
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
