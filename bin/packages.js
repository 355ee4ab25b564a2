import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { at, jsonOf } from './clone.js'

/** Contents of `node_modules/.harbour-install` when the packages match this lockfile and machine. */
export function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}

/**
 * Folders of the lockfile's packages that this machine certainly needs. Optional packages count if they name this
 * system; those that require a C library, or are needed only by other optional ones, are left to npm.
 */
export function wantedFolders() {
  return Object.entries(lockedPackages())
    .filter(([folder, entry]) => folder !== '' && (!entry.optional || isForThisSystem(entry)))
    .map(([folder]) => folder)
}

/** Number of these folders that exist. */
export const countPresent = (folders) => folders.filter((folder) => existsSync(at(folder, 'package.json'))).length

/**
 * Whether the installed packages match the lockfile, installed here or by `npm ci`. npm writes its record last, so a
 * complete record that matches is reliable.
 */
export function isInstalled() {
  const locked = lockedPackages()
  const record = jsonOf(at('node_modules', '.package-lock.json'))?.packages
  if (!record) return false
  // Optional packages for systems unknown to the lockfile have no entry there.
  const agrees = ([folder, { version, integrity, optional }]) =>
    locked[folder] ? locked[folder].version === version && locked[folder].integrity === integrity : optional
  const folders = Object.keys(record)
  return (
    wantedFolders().every((folder) => record[folder]) &&
    Object.entries(record).every(agrees) &&
    countPresent(folders) === folders.length
  )
}

/** Whether the lockfile matches package.json. */
export function isLockOfPackage() {
  const ours = jsonOf(at('package.json')) ?? {}
  const locked = lockedPackages()[''] ?? {}
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds.every((kind) => sorted(ours[kind]) === sorted(locked[kind]))
}

/**
 * Whether the lockfile lists every optional package, including those for other systems. A lockfile made while a
 * registry lacks some omits them, and `npm ci` then refuses it.
 */
export function namesAllSystems() {
  const locked = lockedPackages()
  return Object.entries(locked).every(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).every((name) => isReachable(locked, folder, name)),
  )
}

// Node's resolution: adjacent, then each parent node_modules.
function isReachable(locked, folder, name) {
  if (locked[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
  if (folder === '') return false
  const above = folder.lastIndexOf('/node_modules/')
  return isReachable(locked, above < 0 ? '' : folder.slice(0, above), name)
}

const lockedPackages = () => jsonOf(at('package-lock.json'))?.packages ?? {}

const sorted = (dependencies = {}) =>
  Object.entries(dependencies)
    .map(([name, version]) => `${name}@${version}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join()

const isForThisSystem = ({ os, cpu, libc }) =>
  os !== undefined && libc === undefined && !excludes(os, process.platform) && !excludes(cpu, process.arch)

function excludes(list, ours) {
  if (list === undefined) return false
  const names = [list].flat()
  const refused = names.some((name) => name === `!${ours}`)
  const allowed = names.filter((name) => !name.startsWith('!'))
  return refused || (allowed.length > 0 && !allowed.includes(ours))
}
