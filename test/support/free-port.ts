import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports that no system gives to outgoing connections or to `listen(0)`: Linux begins with 32 768, others later. */
const PORTS = { first: 20_000, end: 32_768 }

/**
 * A port of 127.0.0.1 that is free, and stays free until a server that is started later listens on it: nothing but another call of this
 * takes one of these, and that by chance.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(PORTS.first, PORTS.end)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${PORTS.first} to ${PORTS.end - 1} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
