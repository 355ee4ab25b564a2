import { startSandbox } from './sandbox.ts'

/** Messages of the supervisor, which the sandbox shares no module with. */
type Message =
  | { type: 'init'; file: string; port: number; clockOffsetMs: number }
  | { type: 'clock'; clockOffsetMs: number }
  | { type: 'service'; url: string }
  | { type: 'stop' }

/** The sandbox as a process: started by the supervisor, ends with it. A signal from the terminal is left to the supervisor. */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.title = 'harbour sandbox'
  const ended = Promise.withResolvers<void>()
  process.once('disconnect', () => ended.resolve())
  const init = await new Promise<Extract<Message, { type: 'init' }>>((resolve) => {
    process.once('message', (message: Message) => resolve(message as Extract<Message, { type: 'init' }>))
  })
  const sandbox = await startSandbox({ file: init.file, port: init.port })
  await sandbox.setOffset(init.clockOffsetMs)
  process.on('message', (message: Message) => {
    if (message.type === 'stop') ended.resolve()
    else if (message.type === 'service') sandbox.setService(message.url)
    else if (message.type === 'clock') void advance(message.clockOffsetMs)
  })
  const advance = async (clockOffsetMs: number) => {
    await sandbox.setOffset(clockOffsetMs)
    send({ type: 'clock-done', clockOffsetMs })
  }
  send({ type: 'ready', access: sandbox.access })
  await ended.promise
  await sandbox.close()
}

const send = (message: object) => {
  if (process.connected) process.send!(message)
}

await main()
// The process ends, as nothing is open any more; process.exit can hang (src/server/kit/end-process.ts).
if (process.connected) process.disconnect!()
setTimeout(() => process.exit(0), 1_000).unref()
