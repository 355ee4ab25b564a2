import { setPriority } from 'node:os'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createShiftedClock } from '#server/kit/clock.ts'
import { type ProcessLimits, WEB_LIMITS, WORKER_LIMITS } from '#server/kit/db.ts'
import { createLog, type Log } from '#server/kit/log.ts'
import { leaveFirstProcessor } from '#server/kit/processors.ts'
import { openReplica } from '#server/kit/replica.ts'
import type { WorkRole } from '#server/jobs/worker.ts'
import { type RunningRole, startWeb, startWorker } from '#server/roles.ts'
import { startTracing } from '#server/tracing.ts'
import type { FromRole, ToRole } from './role-messages.ts'

/** Lower priority than the web role; encoding of demo media has 19. */
const WORKER_NICENESS = 5

type Init = Extract<ToRole, { type: 'init' }>

/**
 * Runs one role in its own process, started by the supervisor. Ends on request, or when the supervisor is gone.
 * Ctrl-C reaches the whole process group. The role ignores it and waits for `stop` from the supervisor.
 */
export async function role(config: Config, [name, ...others]: string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  // Set before any thread is created, because threads inherit it: requests take precedence over encoding, images and
  // messages.
  if (name !== 'web') {
    setPriority(WORKER_NICENESS)
    leaveFirstProcessor()
  }
  const ended = Promise.withResolvers<number>()
  process.once('disconnect', () => ended.resolve(0))
  const { databaseUrl, masterKey, clockOffsetMs, sandbox } = await nextInit()
  const log = createLog({ level: config.LOG_LEVEL, role: name ?? '' })
  const tracer = await startTracing(config, { role: name ?? '', log })
  const clock = createShiftedClock()
  clock.setOffset(clockOffsetMs)
  const advances = createAdvances()
  const app = await createApp({
    config,
    log,
    clock,
    databaseUrl,
    masterKey: Buffer.from(masterKey, 'base64'),
    sandbox,
    isWeb: name === 'web',
    limits: name === 'web' ? webLimits(config, log) : WORKER_LIMITS,
  })
  let running: RunningRole | undefined
  process.on('message', (message: ToRole) => {
    if (message.type === 'stop') ended.resolve(0)
    else if (message.type === 'advanced') advances.done(message.id)
    else if (message.type === 'clock') {
      clock.setOffset(message.clockOffsetMs)
      void applyClock(message.clockOffsetMs)
    }
  })
  const applyClock = async (clockOffsetMs: number) => {
    await running?.runDue().catch((error) => log.error({ err: error }, 'scheduled task failed'))
    send({ type: 'clock-done', clockOffsetMs })
  }
  try {
    running =
      name === 'web' ? await startWeb(app, advances.request) : await startWorker(app, [name, ...others] as WorkRole[])
    send({ type: 'ready', port: running.port })
    return await ended.promise
  } catch (error) {
    const sentence = refusal(error, config)
    if (!sentence) throw error
    send({ type: 'refused', sentence })
    return await ended.promise
  } finally {
    await running?.stop()
    await app.close()
    await tracer?.close().catch(() => undefined)
  }
}

function webLimits({ DATABASE_POOL_URL: poolUrl, DATABASE_REPLICA_URL: url }: Config, log: Log): ProcessLimits {
  return {
    ...WEB_LIMITS,
    poolUrl,
    ...(url !== undefined && { openReplica: (reads) => openReplica({ url, reads, log }) }),
  }
}

function refusal(error: unknown, config: Config): string | undefined {
  const { code, syscall, port = config.PORT } = error as NodeJS.ErrnoException & { port?: number }
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
  const where = `${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`
  if (code === 'EADDRINUSE')
    return `The address ${where} is in use by another program. Stop that program, or set PORT to another port.`
  if (code === 'EACCES') return `No permission to listen on ${where}. Set PORT to 1024 or higher.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine does not have the address ${config.HOST}. Set HOST to one of its addresses.`
  return undefined
}

const send = (message: FromRole) => {
  if (process.connected) process.send!(message)
}

function nextInit(): Promise<Init> {
  return new Promise((resolve) => {
    process.once('message', (message: ToRole) => resolve(message as Init))
  })
}

/**
 * `/dev/clock` calls the supervisor, which moves the clock of every role and replies once all have run their scheduled tasks.
 */
function createAdvances() {
  const waiting = new Map<number, () => void>()
  let lastId = 0
  return {
    request: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(++lastId, resolve)
        send({ type: 'advance', id: lastId, milliseconds })
      }),
    done: (id: number) => {
      waiting.get(id)?.()
      waiting.delete(id)
    },
  }
}
