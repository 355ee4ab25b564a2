import { expect, test } from 'vitest'
import { parseLine, readRoomLines, type RoomLine } from './room-client.ts'

const ROOM = { version: 1, playing: true, position: 5, at: 1, now: 2, people: [] }

function streamOf(...chunks: string[]) {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
}

test('lines are read however they are cut; padding and what is not understood are left out', async () => {
  const said: RoomLine[] = []
  const text = `   \n${JSON.stringify({ type: 'room', ...ROOM })}\n{"type":"beat"}\nnonsense\n{"type":"else"}\n{"type":"move"}\n{"type":"end"}\n`
  const cut = [...text].reduce<string[]>((all, char, at) => {
    if (at % 7 === 0) all.push('')
    all[all.length - 1] += char
    return all
  }, [])
  await readRoomLines(streamOf(...cut), (line) => said.push(line))
  expect(said).toEqual([{ type: 'room', room: ROOM }, { type: 'beat' }, { type: 'move' }, { type: 'end' }])
})

test('a line without an end breaks the stream', async () => {
  await expect(readRoomLines(streamOf('x'.repeat(70_000)), () => {})).rejects.toThrow('without an end')
})

test.each(['', '  ', '[]', 'null', '{"type":"room"}'])('%s says nothing', (line) => {
  expect(parseLine(line)).toBeUndefined()
})
