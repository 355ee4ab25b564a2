import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { at, say } from './clone.js'
import { environment } from './runtime.js'
import { script } from './tools.js'

/** Sources of the server. Vite reloads the site's own files in the browser. */
const WATCHED = ['src/server', 'src/contract', 'src/text', 'migrations', 'content']
const QUIET_MS = 200

/** `npm run dev`: the server, restarted when its files change, and Vite's dev server for the site. */
export async function develop(node, args) {
  const { HOST = '127.0.0.1', PORT = '8080' } = process.env
  const env = environment(node, {
    NODE_ENV: process.env.NODE_ENV ?? 'development',
    HARBOUR_DEV_SERVER: `http://${HOST}:${PORT}`,
  })
  const vite = existsSync(at('vite.config.ts')) ? run(node, [script('vite', 'vite')], env) : undefined
  const server = createRestarter(() => run(node, [at('src', 'server', 'main.ts'), 'start', ...args], env))
  const watchers = WATCHED.filter((folder) => existsSync(at(folder))).map((folder) =>
    watch(at(folder), { recursive: true }, (_, name) => !/\.test\.tsx?$/.test(name ?? '') && server.changed()),
  )
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve)
  })
  for (const watcher of watchers) watcher.close()
  await Promise.all([server.stop(), vite && stop(vite)])
  return 0
}

// Its own session, as in handover.js: Ctrl-C must not reach the server's children before the server.
function run(node, args, env) {
  return spawn(node, args, {
    cwd: at(),
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
}

function createRestarter(start) {
  let child = start()
  let timer
  let restarting = Promise.resolve()
  return {
    changed() {
      clearTimeout(timer)
      timer = setTimeout(() => (restarting = restarting.then(restart)), QUIET_MS)
    },
    async stop() {
      clearTimeout(timer)
      await restarting
      await stop(child)
    },
  }

  async function restart() {
    say('Files changed: restarting the server')
    await stop(child)
    child = start()
  }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}
