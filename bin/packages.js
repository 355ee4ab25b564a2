import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { at, jsonOf } from './clone.js'

/** What `node_modules/.harbour-install` must say for the packages to be those of this lockfile, for this machine. */
export function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform} ${process.arch}\n`
}

/**
 * Folders of the lockfile's packages that this machine surely needs. Of the optional ones those that name this system;
 * one that asks for a C library, or only serves another optional one, is left to npm.
 */
export function wantedFolders() {
  return Object.entries(lockedPackages())
    .filter(([folder, entry]) => folder !== '' && (!entry.optional || isForUs(entry)))
    .map(([folder]) => folder)
}

/** How many of these folders are there. */
export const countPresent = (folders) => folders.filter((folder) => existsSync(at(folder, 'package.json'))).length

/**
 * Whether npm has installed just what the lockfile says, here or by somebody's own `npm ci`. npm writes its record last
 * of all, so one that is whole and agrees is to be believed.
 */
export function isInstalled() {
  const locked = lockedPackages()
  const record = jsonOf(at('node_modules', '.package-lock.json'))?.packages
  if (!record) return false
  // An optional package of a system that the lockfile does not know comes without an entry there.
  const agrees = ([folder, { version, integrity, optional }]) =>
    locked[folder] ? locked[folder].version === version && locked[folder].integrity === integrity : optional
  const folders = Object.keys(record)
  return (
    wantedFolders().every((folder) => record[folder]) &&
    Object.entries(record).every(agrees) &&
    countPresent(folders) === folders.length
  )
}

/** Whether the lockfile was made from the package.json that lies beside it. */
export function isLockOfPackage() {
  const ours = jsonOf(at('package.json')) ?? {}
  const locked = lockedPackages()[''] ?? {}
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  return kinds.every((kind) => sorted(ours[kind]) === sorted(locked[kind]))
}

/**
 * Whether the lockfile names every optional package, those of other systems too. Where a registry lacks some when the
 * lockfile is made they are left out of it, and `npm ci` refuses such a lockfile everywhere.
 */
export function namesAllSystems() {
  const locked = lockedPackages()
  return Object.entries(locked).every(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).every((name) => isReachable(locked, folder, name)),
  )
}

// As Node looks for it: beside, then in each node_modules above.
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

const isForUs = ({ os, cpu, libc }) =>
  os !== undefined && libc === undefined && !excludes(os, process.platform) && !excludes(cpu, process.arch)

function excludes(list, ours) {
  if (list === undefined) return false
  const names = [list].flat()
  const refused = names.some((name) => name === `!${ours}`)
  const allowed = names.filter((name) => !name.startsWith('!'))
  return refused || (allowed.length > 0 && !allowed.includes(ours))
}
