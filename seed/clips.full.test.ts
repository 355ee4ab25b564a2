import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { checkedPlan } from '#server/domains/media/index.ts'

const CLIPS = join(import.meta.dirname, 'clips')
const { clips } = JSON.parse(await readFile(join(CLIPS, 'clips.json'), 'utf8')) as {
  clips: { id: string; file: string; bytes: number; width: number }[]
}

test('every clip is a rung of the ladder, so that it is copied', async () => {
  const transcoder = createFfmpeg(await findBinaries({}))
  const encoded: string[] = []
  for (const { id, file } of clips) {
    const { video } = await checkedPlan(transcoder, join(CLIPS, file))
    if (video.copied === undefined) encoded.push(id)
  }
  expect(encoded).toEqual([])
})

test('a clip that moves over art is small', () => {
  expect(clips.filter(({ width, bytes }) => width === 640 && bytes > 500_000)).toEqual([])
  expect(clips.filter(({ width }) => width === 640)).toHaveLength(45)
})
