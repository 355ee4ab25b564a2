import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { at, Refusal } from './clone.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The shell in which npm runs a script; read before it can be gone. */
const PARENT = process.ppid
const PARENT_CHECK_MS = 500

/**
 * Runs a program on our terminal until it exits, and returns its exit code. It runs in its own session, so that Ctrl-C
 * reaches it once, through this process, and not its children. An IPC channel tells it when this process dies
 * (`disconnect`).
 * npm passes a signal on to the shell in which it runs the script. Debian's shell dies of it without telling us, so under
 * npm the death of the shell counts as SIGTERM.
 */
export async function handOver(node, args, env) {
  const child = spawn(node, args, {
    cwd: at(),
    env: { INIT_CWD: process.cwd(), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let forwarded = false
  const forward = (signal) => {
    if (forwarded) return
    forwarded = true
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== PARENT
  const watch = setInterval(() => isOrphan() && forward('SIGTERM'), PARENT_CHECK_MS)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
    })
  } catch (error) {
    throw cannotRun(node, error)
  } finally {
    clearInterval(watch)
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}

// An existing program that is reported as missing lacks its loader: the packages are built for glibc.
function cannotRun(node, error) {
  if (!['ENOENT', 'EACCES', 'ENOEXEC'].includes(error.code)) return error
  return new Refusal(`${node} does not run on this system. Install Node 26.8 or newer yourself and start again.`)
}
