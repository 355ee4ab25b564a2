import type { FastifyInstance } from 'fastify'
import type { Heartbeat } from '#server/kit/heartbeat.ts'
import type { Log } from '#server/kit/log.ts'
import type { openHealthServer } from '#server/wire/http/health-server.ts'
import { closeWhileUnfit } from '#server/wire/http/unfit.ts'
import type { Config } from './config.ts'

interface Listening {
  readonly http: FastifyInstance
  readonly heartbeat: Heartbeat
  readonly draining: AbortSignal
}

/** @returns closes the port */
export async function listenForPages(
  { config, log }: { config: Config; log: Log },
  { http, heartbeat, draining }: Listening,
): Promise<() => Promise<void>> {
  const { HOST: host, PORT: port, HARBOUR_ROLES: all } = config
  await http.listen({ host, port })
  const watched = { state: heartbeat, gauges: heartbeat.gauges, isClosing: () => draining.aborted }
  const health = all.length === 1 ? await listenForHealth(config, watched) : undefined
  const leave = health && closeWhileUnfit({ server: http.server, state: heartbeat, host, log })
  return async () => {
    leave?.()
    await http.close()
    await health?.close()
  }
}

interface Health {
  close(): Promise<unknown>
}

/** With HEALTH_PORT a process is asked there, a web process only where it is the only one of its service. */
export async function listenForHealth(
  config: Config,
  watched: Omit<Parameters<typeof openHealthServer>[0], 'config'>,
): Promise<Health | undefined> {
  if (config.HEALTH_PORT === undefined) return undefined
  const { openHealthServer: open } = await import('#server/wire/http/health-server.ts')
  const server = open({ config, ...watched })
  await server.listen({ host: config.HOST, port: config.HEALTH_PORT })
  return server
}
