import * as z from 'zod/mini'
import { type Room, room } from '#contract/watching-together.ts'

/** A line of a room's stream. */
export type RoomLine = { readonly type: 'room'; readonly room: Room } | { readonly type: 'beat' | 'end' }

/** A line is never longer: twenty seats with their names. */
const LINE_MAX = 64 * 1024

/** Reads the lines of a stream as they come; padding and what is not understood is left out. @throws when the stream breaks */
export async function readRoomLines(body: ReadableStream<Uint8Array>, onLine: (line: RoomLine) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX) throw new Error('a line without an end')
      for (const text of lines) {
        const line = parseLine(text)
        if (line) onLine(line)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

export function parseLine(text: string): RoomLine | undefined {
  if (text.trim() === '') return undefined
  try {
    const said = JSON.parse(text) as { type?: unknown }
    if (said.type === 'beat' || said.type === 'end') return { type: said.type }
    const read = z.safeParse(room, said)
    return said.type === 'room' && read.success ? { type: 'room', room: read.data } : undefined
  } catch {
    return undefined
  }
}
