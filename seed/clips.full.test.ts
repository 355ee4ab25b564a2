import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { checkedPlan } from '#server/domains/media/index.ts'
import { changeAtSeconds } from '../test/support/clock-marks.ts'
import { runEncoder } from '../test/support/programs.ts'

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

test('no clip carries a timecode, burnt in or beside the picture', async () => {
  const ffmpeg = (await findBinaries({})).ffmpeg!
  const folder = await mkdtemp(join(tmpdir(), 'harbour-clips-'))
  const marked = join(folder, 'marked.mp4')
  try {
    // A mark that appears and disappears with the seconds is found.
    const mark = "drawbox=x=20:y=20:w=24:h=24:color=white:t=fill:enable='lt(mod(t,2),1)'"
    await runEncoder('ffmpeg', ['-v', 'error', '-i', join(CLIPS, clips[0]!.file), '-vf', mark, marked])
    expect(await changeAtSeconds(ffmpeg, marked)).toBeGreaterThan(5)
  } finally {
    await rm(folder, { recursive: true })
  }
  const found: string[] = []
  for (const { id, file } of clips) {
    if ((await changeAtSeconds(ffmpeg, join(CLIPS, file))) > 3) found.push(id)
    if (/tmcd|timecode/.test(await readFile(join(CLIPS, file), 'latin1'))) found.push(`${id}: a track`)
  }
  expect(found).toEqual([])
})
