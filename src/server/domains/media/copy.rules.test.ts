import { describe, expect, test } from 'vitest'
import { CopyRefused, checkKeyframe, frameOffsets, copyCandidate, createCopyCheck, withCopy } from './copy.rules.ts'
import { encodePlan, videoPlan } from './ladder.rules.ts'
import type { SourcePacket } from './media-model.ts'
import { makeBox } from './mp4.rules.ts'
import { sourceFacts, videoStream } from './source.fixture.ts'

const plain = (change = {}) => videoStream({ width: 640, height: 360, isPlain: true, ...change })

describe('a source that may be copied', () => {
  test.each([
    ['of the largest rung’s codec and size', {}, 'v360'],
    ['of another size than any rung', { width: 2048, height: 1024 }, null],
    ['above 1080p in H.264, where the largest rung is HEVC', { width: 3840, height: 2160 }, null],
    ['above 1080p in HEVC', { width: 3840, height: 2160, codec: 'hevc' }, 'v2160'],
    ['with other pixels than the ladder has', { isPlain: false }, null],
    ['probed by an earlier release', { isPlain: undefined }, null],
    ['in HDR', { width: 3840, height: 2160, codec: 'hevc', range: 'PQ', bitDepth: 10 }, null],
  ])('%s is copied as a rung, or encoded', (_, change, rung) => {
    const stream = plain(change)
    expect(copyCandidate(stream, videoPlan(stream))?.name ?? null).toBe(rung)
  })
})

const FPS = 25
const GOP = 50
/** Three GOPs and a half, with frames stored out of order: I P b P b … */
const packets = (change: (packet: SourcePacket, n: number) => Partial<SourcePacket> = () => ({})): SourcePacket[] =>
  Array.from({ length: 175 }, (_, n) => {
    const within = n % GOP
    const last = n >= 150 ? 24 : GOP - 1
    const isSingle = within === 0 || (within === last && within % 2 === 1)
    const shown = isSingle ? within : within % 2 === 1 ? within + 1 : within - 1
    const packet = { pts: (n - within + shown) / FPS, bytes: 2000, isKeyframe: within === 0, isDiscarded: false }
    return { ...packet, ...change(packet, n) }
  })

const fits = (list: SourcePacket[], { frames = 175, maxKbps = 800, startSeconds = 0 } = {}) => {
  const check = createCopyCheck({ frameRate: { num: FPS, den: 1 }, gopFrames: GOP, maxKbps, startSeconds })
  for (const packet of list) check.add(packet)
  return check.fits(frames)
}

describe('the packets of a source fit a rung', () => {
  test('with closed GOPs of exactly two seconds at a constant rate', () => expect(fits(packets())).toBe(true))

  test('with times rounded to milliseconds that start with the container', () => {
    const late = packets(({ pts }) => ({ pts: Math.round((pts! + 1.4) * 1000) / 1000 }))
    expect(fits(late, { startSeconds: 1.4 })).toBe(true)
    expect(fits(late)).toBe(false)
  })

  test.each<[string, (packet: SourcePacket, n: number) => Partial<SourcePacket>]>([
    ['a keyframe within a GOP', (_, n) => (n === 60 ? { isKeyframe: true } : {})],
    ['a missing keyframe', (_, n) => (n === 100 ? { isKeyframe: false } : {})],
    [
      'a GOP that shows frames before its keyframe',
      ({ pts }, n) => (n === 50 ? { pts: pts! + 0.08 } : n === 51 ? { pts: pts! - 0.08 } : {}),
    ],
    ['a missing frame', ({ pts }, n) => (n > 70 ? { pts: pts! + 1 / FPS } : {})],
    ['a frame without a time', (_, n) => (n === 3 ? { pts: null } : {})],
    ['frames that an edit list hides', (_, n) => (n === 0 ? { isDiscarded: true } : {})],
    ['a burst above the maximum bit rate', (_, n) => (n >= 50 && n < 100 ? { bytes: 7100 } : {})],
  ])('not with %s', (_, change) => expect(fits(packets(change))).toBe(false))

  test('not with another number of frames than the video has', () =>
    expect(fits(packets(), { frames: 176 })).toBe(false))

  test('a burst within the encoder’s buffer fits', () => {
    expect(fits(packets((_, n) => (n < 50 ? { bytes: 6900 } : {})))).toBe(true)
  })
})

test('a lean plan keeps of the lower rungs only the one that players without HEVC need', () => {
  const rungs = (change: object, lean: boolean) =>
    withCopy(encodePlan('a.mp4', sourceFacts({ video: [plain(change)] }), 10), { lean }).video.rungs.map(
      ({ name }) => name,
    )
  expect(rungs({ width: 1280, height: 720 }, true)).toEqual(['v720'])
  expect(rungs({ width: 1280, height: 720 }, false)).toEqual(['v720', 'v480', 'v360'])
  expect(rungs({ width: 3840, height: 2160, codec: 'hevc' }, true)).toEqual(['v2160', 'v1080'])
})

describe('copied samples', () => {
  const unit = (...bytes: number[]) => Buffer.from([0, 0, 0, bytes.length, ...bytes])
  const record = makeBox('avcC', Buffer.from([1, 100, 0, 30, 0xff, 0xe1, 0, 3, 0x67, 1, 2, 1, 0, 2, 0x68, 9]))
  const entry = makeBox('avc1', Buffer.alloc(78), record)
  const stsd = makeBox('stsd', Buffer.alloc(8), entry)
  const init = makeBox('moov', makeBox('trak', makeBox('mdia', makeBox('minf', makeBox('stbl', stsd)))))
  const check = (keyframe: Buffer) => checkKeyframe(init, keyframe)

  test('a GOP starts with an IDR picture, also behind the same parameter sets', () => {
    const picture = Buffer.concat([unit(0x67, 1, 2), unit(0x68, 9), unit(0x65, 1, 1)])
    expect(() => check(picture)).not.toThrow()
  })

  test.each([
    ['a keyframe that is no IDR picture', unit(0x61, 1, 1)],
    ['other parameter sets', Buffer.concat([unit(0x67, 1, 3), unit(0x65, 1, 1)])],
    ['no picture', unit(0x06, 1)],
    ['a NAL unit that exceeds the sample', Buffer.from([0, 0, 0, 9, 0x65, 1])],
  ])('%s is refused', (_, sample) => expect(() => check(sample)).toThrow(CopyRefused))

  test('composition offsets put the frames in the order of their times', () => {
    expect(frameOffsets([0, 0.12, 0.04, 0.081], 1000)).toEqual([0, 2000, -1000, -1000])
  })
})
