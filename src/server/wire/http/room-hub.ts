import { AppError } from '#contract/errors.ts'
import type { Room } from '#contract/watching-together.ts'
import type { Log } from '#server/kit/log.ts'

/** Who wants to hear of a room. */
export interface RoomListener {
  readonly screeningId: string
  readonly seatId: string
  /** The address with its networks, the narrowest first. */
  readonly networks: readonly string[]
}

/** An open stream. */
export interface RoomReader {
  send(line: string): void
  end(): void
  isSlow(): boolean
}

/** A seat has a stream on each of its devices, while one is being replaced. */
export const STREAMS_OF_SEAT = 3
/** Streams of one address (its /56 twice, its /48 four times), and of this process. Ours. */
export const STREAMS_OF_ADDRESS = 40
const STREAMS_MAX = 5_000

export type RoomHub = ReturnType<typeof createRoomHub>

interface Deps {
  /** @throws WINDOW_CLOSED */
  readonly read: (screeningId: string) => Promise<Room>
  readonly log: Log
}

interface Open extends RoomListener {
  readonly reader: RoomReader
}

/** The streams of this process, by screening. A room is read once for all of its streams. */
export function createRoomHub({ read, log }: Deps) {
  const rooms = new Map<string, Set<Open>>()
  const reading = new Map<string, 'once' | 'again'>()
  const ofNetwork = new Map<string, number>()
  let total = 0
  return { admit, changed, beat, close }

  /** Takes a place for a stream. @returns what opens it, and answers what ends it; undefined when there are too many */
  function admit(listener: RoomListener): ((reader: RoomReader) => () => void) | undefined {
    const { screeningId, seatId, networks } = listener
    const isFull = networks.some((network, level) => (ofNetwork.get(network) ?? 0) >= STREAMS_OF_ADDRESS * 2 ** level)
    const own = [...(rooms.get(screeningId) ?? [])].filter((one) => one.seatId === seatId)
    if (isFull || total >= STREAMS_MAX) return undefined
    // The oldest one is most likely lost.
    if (own.length >= STREAMS_OF_SEAT) own[0]?.reader.end()
    count(networks, 1)
    return (reader) => enter({ ...listener, reader })
  }

  function enter(one: Open): () => void {
    const room = rooms.get(one.screeningId) ?? new Set()
    rooms.set(one.screeningId, room.add(one))
    changed(one.screeningId)
    return () => leave(one)
  }

  function leave(one: Open): void {
    const room = rooms.get(one.screeningId)
    if (!room?.delete(one)) return
    if (room.size === 0) rooms.delete(one.screeningId)
    count(one.networks, -1)
  }

  function count(networks: readonly string[], by: number): void {
    total += by
    for (const network of networks) {
      const left = (ofNetwork.get(network) ?? 0) + by
      if (left > 0) ofNetwork.set(network, left)
      else ofNetwork.delete(network)
    }
  }

  /** A room has changed; no name: any may have. Changes that come while a room is read are told together. */
  function changed(screeningId?: string): void {
    for (const name of screeningId === undefined ? rooms.keys() : rooms.has(screeningId) ? [screeningId] : []) {
      const isReading = reading.has(name)
      reading.set(name, isReading ? 'again' : 'once')
      if (!isReading) void tell(name)
    }
  }

  async function tell(screeningId: string): Promise<void> {
    try {
      const room = await read(screeningId)
      const line = JSON.stringify({ type: 'room', ...room })
      const seats = new Set(room.people.map(({ seatId }) => seatId))
      for (const one of rooms.get(screeningId) ?? []) {
        // The seat was taken back.
        if (!seats.has(one.seatId)) finish(one)
        else if (one.reader.isSlow()) one.reader.end()
        else one.reader.send(line)
      }
    } catch (error) {
      if (error instanceof AppError) for (const one of rooms.get(screeningId) ?? []) finish(one)
      else log.error({ err: error, screeningId }, 'room not read')
    }
    const isDue = reading.get(screeningId) === 'again'
    reading.delete(screeningId)
    if (isDue) changed(screeningId)
  }

  /** A sign of life for all, with the room: it shows who is no longer heard of, and that the window has ended. */
  function beat(): void {
    for (const room of rooms.values()) for (const { reader } of room) reader.send(JSON.stringify({ type: 'beat' }))
    changed()
  }

  function close(): void {
    for (const room of rooms.values()) for (const { reader } of room) reader.end()
  }
}

/** Over for good: the reader does not come back. */
function finish({ reader }: Open): void {
  reader.send(JSON.stringify({ type: 'end' }))
  reader.end()
}
