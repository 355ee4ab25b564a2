import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Context } from './context.ts'
import { createDeliveries } from './deliveries.ts'
import { createSandboxServer } from './http.ts'
import { createMandatePages } from './mandate-pages.ts'
import { createPages } from './pages.ts'
import { PROVIDERS } from './providers.ts'
import { ANTOM_CLIENT_ID, type SandboxAccess, type SandboxState } from './sandbox-model.ts'
import { openStore } from './store.ts'
import { wechatAccess } from './wechat-keys.ts'

/** Delay until a callback that fell due by itself is delivered. */
const TICK_MS = 500

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
  const context: Context = { state, url: () => url, now: () => Temporal.Now.instant().epochMilliseconds + offsetMs }
  const registered = (provider: string) => service && `${service}/hooks/${provider}`
  const deliveries = createDeliveries(context, { registered, save })
  const routes = [
    ...Object.values(PROVIDERS).flatMap((provider) => provider.routes(context)),
    ...createPages(context),
    ...createMandatePages(context),
  ]
  const server = createSandboxServer(routes, save)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const timer = setInterval(() => void deliveries.run(), TICK_MS)
  return {
    access: accessOf(state, url),
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

/** The credentials of each provider, for the merchant. */
const accessOf = ({ keys, secrets, ...state }: SandboxState, url: string): SandboxAccess => ({
  url,
  paypal: secrets,
  antom: { clientId: ANTOM_CLIENT_ID, privateKey: keys.merchant, publicKey: publicKeyOf(keys.antom) },
  wechat: wechatAccess(state.wechat),
  payme: state.payme,
  payasia: { merchantToken: state.payasia.token, secret: state.payasia.secret },
  btcpay: state.btcpay,
})

/** PEM of the public key of a private one. */
const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }) as string
