import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { FONT_ENV } from '../e2e/support/world.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/processes.ts'
import { type Engine, type EngineTab, type NamedKey, type PageFunction, type Point, WINDOW } from './engine.ts'
import { programPath, systemPath } from './programs.ts'

/** The longest time of one command: the browser can stop answering. */
const COMMAND_MS = 45_000
/** Key values of WebDriver (section 17.4.2). */
const KEYS: Record<NamedKey | 'Shift', string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Shift: '\uE008',
}
/** As root the browser refuses to start with a sandbox; without a graphics card it draws in memory. */
const ENVIRONMENT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' }

/** WebKitGTK by its own WebDriver, on a screen in memory; null where it is not installed. */
export async function launchWebKit(): Promise<Engine | null> {
  const driver = programPath('WEBKIT_DRIVER_PATH', ['WebKitWebDriver'])
  const screen = programPath('XVFB_RUN_PATH', ['xvfb-run'])
  const bus = programPath('DBUS_RUN_PATH', ['dbus-run-session'])
  const browser = await findMiniBrowser()
  if (driver === null || screen === null || bus === null || browser === null) return null
  const port = await freePort()
  const size = `-screen 0 ${WINDOW.width}x${WINDOW.height}x24`
  const child = spawn(screen, ['-a', '-s', size, bus, '--', driver, '--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, ...ENVIRONMENT, ...FONT_ENV, PATH: systemPath() },
    stdio: 'ignore',
    // A process group of its own: the screen, the bus and the browsers end with it.
    detached: true,
  })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const send = commandsOf(`http://127.0.0.1:${port}`)
  const close = async () => {
    process.kill(-child.pid!, 'SIGTERM')
    await exit
  }
  try {
    await until(() => send('GET', '/status').catch(() => false), { what: 'WebKitWebDriver' })
    const probe = await newSession()
    await probe.end()
    return { version: probe.version, newTab, close }
  } catch (error) {
    await close()
    throw error
  }

  async function newSession() {
    const options = { binary: browser, args: ['--automation', `--geometry=${WINDOW.width}x${WINDOW.height}`] }
    const wanted = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const { sessionId, capabilities } = (await send('POST', '/session', { capabilities: wanted })) as NewSession
    const path = `/session/${sessionId}`
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      command: (method: 'GET' | 'POST', name: string, body?: object) => send(method, `${path}/${name}`, body),
      end: () => send('DELETE', path),
    }
  }

  async function newTab(): Promise<EngineTab> {
    const { command, end } = await newSession()
    await command('POST', 'timeouts', { script: COMMAND_MS, pageLoad: COMMAND_MS, implicit: 0 })
    await command('POST', 'window/rect', { x: 0, y: 0, ...WINDOW })
    const act = (...actions: object[]) => command('POST', 'actions', { actions })
    const keys = (list: object[]) => act({ type: 'key', id: 'keyboard', actions: list })
    const pointer = (list: object[]) =>
      act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: list })
    const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
    return {
      // Its driver does not tell what the page logs.
      errors: [],
      open: async (url) => void (await command('POST', 'url', { url })),
      reload: async () => void (await command('POST', 'refresh', {})),
      async run<A extends readonly unknown[], T>(fn: PageFunction<A, T>, ...args: A) {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve().then(() => (${String(fn)})(...arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }))`
        const answer = (await command('POST', 'execute/async', { script, args: [args] })) as {
          value: T
          error?: string
        }
        if (answer.error !== undefined) throw new Error(answer.error)
        return answer.value
      },
      async pressKey(key, { shifted = false } = {}) {
        const value = KEYS[key as NamedKey] ?? key
        const shift = (type: string) => (shifted ? [{ type, value: KEYS.Shift }] : [])
        const strokes = ['keyDown', 'keyUp'].map((type) => ({ type, value }))
        await keys([...shift('keyDown'), ...strokes, ...shift('keyUp')])
      },
      async click(point) {
        const buttons = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
        await pointer([move(point), ...buttons])
      },
      hover: async (point) => void (await pointer([move(point)])),
      close: async () => void (await end()),
    }
  }
}

type NewSession = { sessionId: string; capabilities: { browserVersion: string } }

/** Sends commands of WebDriver (W3C). */
function commandsOf(base: string) {
  return async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(COMMAND_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`)
    return value
  }
}

/** The browser that the driver's package brings, in a folder of the system's libraries. */
async function findMiniBrowser(): Promise<string | null> {
  for await (const file of glob('/usr/lib/{,*/}webkit2gtk-4.*/MiniBrowser')) return file
  return null
}
