import { createApp, type App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { createShiftedClock } from '#server/kit/clock.ts'
import { createLog } from '#server/kit/log.ts'
import type { FromRole, ToRole } from './role-messages.ts'
import type { Role } from './start.ts'

type Init = Extract<ToRole, { type: 'init' }>

/**
 * One role in a process of its own, started by the supervisor. It ends when asked to, and when the supervisor is gone.
 * Ctrl-C reaches the whole process group: the signal is left to the supervisor, which then says `stop`.
 */
export async function role(config: Config, [name]: string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const ended = Promise.withResolvers<number>()
  process.once('disconnect', () => ended.resolve(0))
  const init = await nextInit()
  const log = createLog({ level: config.LOG_LEVEL, role: name ?? '' })
  const clock = createShiftedClock()
  clock.setOffset(init.clockOffsetMs)
  const advances = createAdvances()
  const app = await createApp({
    config,
    log,
    clock,
    databaseUrl: init.databaseUrl,
    masterKey: Buffer.from(init.masterKey, 'base64'),
    advanceClock: advances.ask,
  })
  process.on('message', (message: ToRole) => {
    if (message.type === 'stop') ended.resolve(0)
    else if (message.type === 'advanced') advances.done(message.id)
    else if (message.type === 'clock') {
      clock.setOffset(message.clockOffsetMs)
      void app.runDue().finally(() => tell({ type: 'clock-done', clockOffsetMs: message.clockOffsetMs }))
    }
  })
  try {
    tell({ type: 'ready', port: await startRole(app, name as Role) })
    return await ended.promise
  } catch (error) {
    const sentence = refusal(error, config)
    if (!sentence) throw error
    tell({ type: 'refused', sentence })
    return await ended.promise
  } finally {
    await app.close()
  }
}

const startRole = (app: App, name: Role): Promise<number | undefined> =>
  name === 'web' ? app.startWeb() : app.startWorker()

function refusal(error: unknown, config: Config): string | undefined {
  const code = (error as NodeJS.ErrnoException).code
  const where = `${config.HOST}:${config.PORT}`
  if (code === 'EADDRINUSE')
    return `The address ${where} is in use by another program. Stop it, or set PORT to another.`
  if (code === 'EACCES') return `This account may not listen on ${where}. Set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${config.HOST}. Set HOST to one of its own.`
  return undefined
}

const tell = (message: FromRole) => {
  if (process.connected) process.send!(message)
}

function nextInit(): Promise<Init> {
  return new Promise((resolve) => {
    process.once('message', (message: ToRole) => resolve(message as Init))
  })
}

/** `/dev/clock` asks the supervisor, who tells every role and answers once all have run what fell due. */
function createAdvances() {
  const waiting = new Map<number, () => void>()
  let lastId = 0
  return {
    ask: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        waiting.set(++lastId, resolve)
        tell({ type: 'advance', id: lastId, milliseconds })
      }),
    done: (id: number) => {
      waiting.get(id)?.()
      waiting.delete(id)
    },
  }
}
