import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Properties of a network connection. */
export interface LineShape {
  /** Bits per second in each direction. */
  bitsPerSecond: number
  /** Milliseconds added to each round trip, half in each direction. Opening a connection takes one round trip. */
  roundTripMs: number
}

export interface ShapingProxy {
  port: number
  close(): Promise<void>
}

/** Bytes that may be sent at once after idling. Compensates for the resolution of timers. */
const BURST_BYTES = 16 * 1024
/** Bytes sent per turn of a connection, about one packet, so that connections share the bandwidth evenly. */
const TURN_BYTES = 1448
/** Buffered bytes above which a connection is no longer read, which applies back pressure to the sender. */
const BUFFER_MAX_BYTES = 64 * 1024
const TICK_MS = 2

/** One direction of a connection. */
interface Flow {
  buffers: Buffer[]
  bytes: number
  from: Socket
  to: Socket
  /** The other side has ended its stream. */
  isOver: boolean
}

/**
 * A TCP proxy on loopback in front of `targetPort`. All connections share the bandwidth (token bucket, then a delay).
 */
export async function createShapingProxy(targetPort: number, shape: LineShape): Promise<ShapingProxy> {
  const [up, down] = [createDirection(shape), createDirection(shape)]
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        if (socket.destroyed && !socket.readableEnded) other.destroy()
      })
    }
    setTimeout(() => {
      up.carry(client, upstream)
      down.carry(upstream, client)
    }, shape.roundTripMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      sockets.forEach((socket) => socket.destroy())
      for (const direction of [up, down]) direction.stop()
      await once(server, 'close')
    },
  }
}

/**
 * One direction of the network: accepts data and releases it at the configured rate, delayed by half a round trip,
 * round-robin.
 */
function createDirection({ bitsPerSecond, roundTripMs }: LineShape) {
  const bytesPerMs = bitsPerSecond / 8000
  const flows: Flow[] = []
  let tokens = BURST_BYTES
  let filledAt = performance.now()
  const timer = setInterval(tick, TICK_MS)
  return { carry, stop: () => clearInterval(timer) }

  function carry(from: Socket, to: Socket): void {
    const flow: Flow = { buffers: [], bytes: 0, from, to, isOver: false }
    flows.push(flow)
    from.on('data', (chunk: Buffer) => {
      flow.buffers.push(chunk)
      flow.bytes += chunk.length
      if (flow.bytes > BUFFER_MAX_BYTES) from.pause()
      tick()
    })
    from.once('end', () => {
      flow.isOver = true
      tick()
    })
    from.once('close', () => {
      flow.isOver = true
      tick()
    })
    from.resume()
  }

  function tick(): void {
    const now = performance.now()
    tokens = Math.min(BURST_BYTES, tokens + (now - filledAt) * bytesPerMs)
    filledAt = now
    for (let idle = 0; flows.length > 0 && tokens > 0 && idle < flows.length;) {
      const flow = flows.shift()!
      if (flow.bytes > 0) {
        idle = 0
        send(flow)
      } else idle += 1
      if (flow.bytes === 0 && flow.isOver) deliver(() => flow.to.end())
      else flows.push(flow)
    }
  }

  function send(flow: Flow): void {
    const [first] = flow.buffers as [Buffer]
    const turn = first.subarray(0, TURN_BYTES)
    if (turn.length === first.length) flow.buffers.shift()
    else flow.buffers[0] = first.subarray(TURN_BYTES)
    flow.bytes -= turn.length
    tokens -= turn.length
    if (flow.bytes < BUFFER_MAX_BYTES / 2) flow.from.resume()
    deliver(() => {
      if (!flow.to.destroyed) flow.to.write(turn)
    })
  }

  /** Timers of equal duration fire in the order in which they were set. */
  function deliver(work: () => void): void {
    setTimeout(work, roundTripMs / 2)
  }
}
