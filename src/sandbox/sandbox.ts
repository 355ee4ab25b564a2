import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { antom } from './antom.ts'
import { btcpay } from './btcpay.ts'
import { mandateControls, mandatePages, paymentPages } from './pages.ts'
import { payasia } from './payasia.ts'
import { payme } from './payme.ts'
import { paypal } from './paypal.ts'
import {
  type Context,
  type Delivery,
  type SandboxProvider,
  type SandboxState,
  json,
  type Route,
  type SandboxRequest,
  type SandboxResponse,
} from './sandbox-provider.ts'
import { wechat } from './wechat.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Every provider of the service's list (`src/server/adapters/payments/payment-adapters.ts`), by the same name. */
const PROVIDERS: readonly SandboxProvider[] = [paypal, antom, wechat, payme, payasia, btcpay]

const providerOf = (name: string): SandboxProvider => PROVIDERS.find((one) => one.name === name)!

/** Interval (ms) at which callbacks that fall due by themselves are delivered. */
const TICK_MS = 500
const CALLBACK_TIMEOUT_MS = 10_000

/** Address and settings by which the service uses the sandbox. */
export interface SandboxAccess {
  readonly url: string
  /** Of each provider, what a merchant would set in the environment. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface Sandbox {
  readonly access: SandboxAccess
  /** Moves the clock, and delivers what falls due. */
  setOffset(milliseconds: number): Promise<void>
  /** The service's own address, where callbacks go: `/hooks/{name}` below it. */
  setService(url: string): void
  close(): Promise<void>
}

/** Starts the sandbox of the payment providers on this machine. `file` keeps its state. */
export async function startSandbox({ file, port = 0 }: { file: string; port?: number }): Promise<Sandbox> {
  const { state, save } = await openStore(file)
  let offsetMs = 0
  let service: string | undefined
  let url = ''
  const context: Context = {
    state,
    secretsOf: (name) => state[name],
    url: () => url,
    now: () => Temporal.Now.instant().epochMilliseconds + offsetMs,
  }
  const deliveries = createDeliveries(context, {
    registered: (provider) => service && `${service}/hooks/${provider}`,
    save,
  })
  const routes = PROVIDERS.flatMap((provider) => [
    ...provider.routes(context),
    ...paymentPages(context, provider),
    ...mandatePages(context, provider),
  ])
  const server = createSandboxServer(
    [...routes, ...mandateControls(context, (name) => providerOf(name).mandates)],
    save,
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const timer = setInterval(() => void deliveries.run(), TICK_MS)
  return {
    access: { url, settings: Object.fromEntries(PROVIDERS.map((one) => [one.name, one.settings(context)])) },
    setOffset: async (milliseconds) => {
      offsetMs = milliseconds
      // A run that is under way may have looked before the clock moved.
      await deliveries.run()
      await deliveries.run()
    },
    setService: (address) => {
      service = address
    },
    close: async () => {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await deliveries.run()
    },
  }
}

type StoredState = SandboxState & Record<string, unknown>

/** Reads the state, or makes a new one; each provider adds the credentials that it lacks. */
async function openStore(file: string): Promise<{ state: StoredState; save: () => Promise<void> }> {
  const read = await readState(file)
  const empty: SandboxState = { payments: [], mandates: [], products: [], plans: [], deliveries: [] }
  const secrets = PROVIDERS.map((one) => [one.name, read[one.name] ?? one.newSecrets(read)])
  const state: StoredState = { ...empty, ...read, ...Object.fromEntries(secrets) }
  let writing = Promise.resolve()
  const write = async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  /** Resolves once the state is on disk. */
  const save = () => {
    writing = writing.then(write)
    return writing
  }
  await save()
  return { state, save }
}

async function readState(file: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** The callbacks of the providers. `registered`: where they go when a request named no address. */
function createDeliveries(
  context: Context,
  { registered, save }: { registered: (provider: string) => string | undefined; save: () => Promise<void> },
) {
  const { state } = context
  let running: Promise<void> | undefined
  return { run }

  /** Completes delayed payments and delivers every callback that is due, until none is. */
  function run(): Promise<void> {
    running ??= runDue().finally(() => (running = undefined))
    return running
  }

  async function runDue(): Promise<void> {
    for (;;) {
      completeDelayed()
      while (chargeDue()) await save()
      const due = state.deliveries.filter(({ dueAt }) => dueAt <= context.now())
      if (due.length === 0) return
      for (const delivery of due) await attempt(delivery)
      await save()
    }
  }

  function completeDelayed(): void {
    const isDue = ({ completesAt }: { completesAt?: number | undefined }) =>
      completesAt !== undefined && completesAt <= context.now()
    for (const provider of PROVIDERS) provider.runDue?.(context)
    for (const payment of state.payments.filter(isDue)) providerOf(payment.provider).complete(context, payment)
    for (const mandate of state.mandates.filter(isDue)) providerOf(mandate.provider).mandates?.approve(context, mandate)
  }

  /** @returns whether anything was charged */
  function chargeDue(): boolean {
    const charged = state.mandates.filter((one) => providerOf(one.provider).mandates?.chargeDue?.(context, one))
    return charged.length > 0
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const provider = providerOf(delivery.provider)
    const retry = provider.retryMinutes[delivery.attempts]
    delivery.attempts += 1
    const url = delivery.url ?? registered(delivery.provider)
    const isAccepted = url !== undefined && (await post(provider, url, delivery))
    // A forged callback has no sender who would repeat it.
    if (isAccepted || delivery.forged || retry === undefined)
      state.deliveries.splice(state.deliveries.indexOf(delivery), 1)
    else delivery.dueAt = context.now() + retry * 60_000
  }

  async function post({ contentType, headers, isAccepted }: SandboxProvider, url: string, delivery: Delivery) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': contentType, ...headers(context, url, delivery) },
        body: delivery.body,
        signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
      })
      return isAccepted(response.status, await response.text())
    } catch {
      return false
    }
  }
}

const BODY_BYTES_MAX = 256 * 1024

/** Serves routes; `afterwards` runs before each response is sent. */
function createSandboxServer(routes: readonly Route[], afterwards: () => Promise<void>): Server {
  return createServer((request, response) => {
    void respond(request, response).catch(() => response.writeHead(500).end())
  })

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = message.url ?? '/'
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    const request: SandboxRequest = {
      method: message.method ?? 'GET',
      target,
      path: pathname,
      query: searchParams,
      headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, [value].flat()[0]])),
      body: await bodyOf(message),
    }
    const answer = await answerOf(request)
    await afterwards()
    response.writeHead(answer.status, { 'cache-control': 'no-store', ...answer.headers }).end(answer.body)
  }

  async function answerOf(request: SandboxRequest): Promise<SandboxResponse> {
    for (const [method, path, handle] of routes) {
      const match = path.exec(request.path)
      if (match && method === request.method) return handle(request, ...match.slice(1).map(decodeURIComponent))
    }
    return json(404, { name: 'RESOURCE_NOT_FOUND', message: 'The sandbox has no such path.' })
  }
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new RangeError('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
