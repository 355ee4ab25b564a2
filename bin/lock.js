import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { at, jsonOf, say, textOf } from './clone.js'

const FILE = at('.harbour-lock')
const POLL_MS = 250
/** A lock file is empty for a moment while it is written. One that stays empty was left by a process that died then. */
const EMPTY_MS = 5_000

/**
 * Runs `work` while no other start of this clone installs or builds; waits for a running one.
 * The lock of a killed process is taken over once the npm that it started has exited too.
 * @param {(adopt: (child: import('node:child_process').ChildProcess) => void) => Promise<void>} work receives `adopt`
 * to register such a child
 */
export async function withLock(work) {
  await acquire()
  const adopt = (child) => writeFileSync(FILE, JSON.stringify([identity(process.pid), identity(child.pid)]))
  try {
    await work(adopt)
  } finally {
    rmSync(FILE, { force: true })
  }
}

async function acquire() {
  for (let isReported = false; !create();) {
    const seen = textOf(FILE)
    if (seen !== undefined && isAbandoned(seen)) removeAbandoned(seen)
    else {
      if (!isReported) say('Another process is installing or building in this clone. Waiting for it to finish …')
      isReported = true
      await wait(POLL_MS)
    }
  }
}

function create() {
  try {
    const handle = openSync(FILE, 'wx')
    writeSync(handle, JSON.stringify([identity(process.pid)]))
    closeSync(handle)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(text) {
  if (text === '') return Date.now() - (statSync(FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0) > EMPTY_MS
  const holders = jsonOf(FILE)
  return Array.isArray(holders) && !holders.some(isSame)
}

// Two processes may find the same abandoned lock. One that moves a new lock away by mistake restores it.
function removeAbandoned(seen) {
  const aside = `${FILE}.${process.pid}`
  try {
    renameSync(FILE, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (textOf(aside) === seen) rmSync(aside, { force: true })
  else renameSync(aside, FILE)
}

const identity = (pid) => ({ pid, started: startOf(pid) })

/** Whether exactly that process is alive: the pid may have been reused. */
function isSame({ pid, started }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return startOf(pid) === started
}

function startOf(pid) {
  if (process.platform === 'linux') {
    const fields =
      textOf(`/proc/${pid}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ') ?? []
    return fields[0] === 'Z' ? 'ended' : fields[19]
  }
  if (process.platform === 'win32') return undefined
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
