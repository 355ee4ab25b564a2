import { randomUUID } from 'node:crypto'
import { antomSignature, approveAntom, completeAntom, createAntomRoutes } from './antom.ts'
import { tellRefunds } from './antom-refunds.ts'
import type { Context } from './context.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import { ANTOM_CLIENT_ID, type Delivery, SCENARIOS } from './sandbox-model.ts'

export const antomProvider: SandboxProvider = {
  routes: createAntomRoutes,
  pages: [
    { path: '/antom/cashier', parameter: 'id', returns: true },
    { path: '/antom/scan', parameter: 'id', returns: false },
  ],
  nameOf: ({ method }) => (method === 'OCTOPUS' ? 'Octopus' : 'AlipayHK'),
  scenariosOf: ({ method }) => (method === 'OCTOPUS' ? [...SCENARIOS, 'unclaimed'] : SCENARIOS),
  runDue: tellRefunds,
  decide: approveAntom,
  complete: completeAntom,
  retryMinutes: [2, 10, 10, 60, 120, 360, 900],
  contentType: 'application/json',
  headers,
  isAccepted: (status, body) => status === 200 && body.includes('"resultStatus":"S"'),
}

function headers(context: Context, url: string, { body, forged }: Delivery): Record<string, string> {
  const { pathname, search } = new URL(url)
  const time = String(Temporal.Now.instant().epochMilliseconds)
  // What is forged was signed for another message.
  const text = `POST ${pathname}${search}\n${ANTOM_CLIENT_ID}.${time}.${forged ? randomUUID() : body}`
  return { 'client-id': ANTOM_CLIENT_ID, 'request-time': time, signature: antomSignature(context, text) }
}
