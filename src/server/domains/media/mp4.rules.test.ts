import { describe, expect, test } from 'vitest'
import {
  boxAt,
  boxesIn,
  contentOf,
  find,
  makeBox,
  putBox,
  makeAudioFragment,
  readFragment,
  retimeFragment,
  dec3Boxes,
  dec3Of,
  makeDec3,
  readDec3,
  withDec3,
  avcCodec,
  codecOf,
  hevcCodec,
} from './mp4.rules.ts'

const bytes = (...list: number[]) => Buffer.from(list)
const uint32s = (...list: number[]) =>
  Buffer.concat(list.map((word) => bytes(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255)))

/** A `moov` with one audio track whose sample entry contains these boxes. */
const moovWith = (entry: string, ...inside: Buffer[]) => {
  const stsd = makeBox(
    'stsd',
    Buffer.alloc(8),
    makeBox(entry, Buffer.alloc(entry === 'ec-3' || entry === 'mp4a' ? 28 : 78), ...inside),
  )
  return makeBox(
    'moov',
    makeBox('mvhd', Buffer.alloc(4)),
    makeBox('trak', makeBox('mdia', makeBox('minf', makeBox('stbl', stsd, makeBox('stts'))))),
  )
}

describe('boxes', () => {
  test('a size of one means a 64-bit size after the type', () => {
    expect(boxAt(Buffer.concat([uint32s(1), Buffer.from('mdat'), uint32s(1, 5)]), 0)).toEqual({
      type: 'mdat',
      start: 0,
      size: 2 ** 32 + 5,
      content: 16,
    })
  })

  test('a size of zero extends to the end', () => {
    expect(boxAt(Buffer.concat([uint32s(0), Buffer.from('mdat'), Buffer.alloc(20)]), 0)).toMatchObject({ size: 28 })
  })

  test.each([
    [uint32s(4), 'smaller than its header'],
    [uint32s(400), 'larger than the data'],
  ])('a malformed box ends the list: %#, %s', (size) => {
    expect(
      boxesIn(Buffer.concat([makeBox('free'), size, Buffer.from('mdat'), Buffer.alloc(20)])).map((box) => box.type),
    ).toEqual(['free'])
  })

  test('inserting a box updates the sizes of all enclosing boxes and nothing else', () => {
    const before = moovWith('ec-3', makeBox('dec3', bytes(1, 2, 3)))
    const after = putBox(before, 'moov/trak/mdia/minf/stbl/stsd/ec-3', makeBox('dec3', bytes(1, 2, 3, 4, 5)))
    expect(after.length).toBe(before.length + 2)
    expect(boxesIn(after)).toMatchObject([{ type: 'moov', size: after.length }])
    expect(contentOf(after, find(after, 'moov/trak/mdia/minf/stbl/stsd/ec-3/dec3'))).toEqual(bytes(1, 2, 3, 4, 5))
    expect(find(after, 'moov/trak/mdia/minf/stbl/stts')).toMatchObject({ size: 8 })
  })
})

describe('E-AC-3', () => {
  /** 448 kb/s, 48 kHz, 5.1. */
  const plain = bytes(0x0e, 0x00, 0x20, 0x0f, 0x00)

  test.each([
    ['no extension', plain, { isAtmos: false, complexity: 0 }],
    ['the Atmos flag and 16 objects', Buffer.concat([plain, bytes(0x01, 0x10)]), { isAtmos: true, complexity: 16 }],
    ['extension bytes without the flag', Buffer.concat([plain, bytes(0x00, 0x10)]), { isAtmos: false, complexity: 0 }],
    [
      'reserved bits set, but not the flag',
      Buffer.concat([plain, bytes(0xfe, 0x10)]),
      { isAtmos: false, complexity: 0 },
    ],
    ['a flag with a truncated index', Buffer.concat([plain, bytes(0x01)]), { isAtmos: false, complexity: 0 }],
    [
      'a dependent substream before the flag',
      bytes(0x0e, 0x00, 0x20, 0x0f, 0x02, 0x02, 0x01, 0x0b),
      { isAtmos: true, complexity: 11 },
    ],
    [
      'two independent substreams before the flag',
      bytes(0x0e, 0x01, 0x20, 0x0f, 0x00, 0x20, 0x04, 0x00, 0x01, 0x05),
      { isAtmos: true, complexity: 5 },
    ],
    ['nothing', bytes(), { isAtmos: false, complexity: 0 }],
    ['a truncated header', bytes(0x0e, 0x07, 0x20), { isAtmos: false, complexity: 0 }],
  ])('parses a dec3 with %s', (_, content, expected) => {
    expect(readDec3(content)).toEqual(expected)
  })

  test('copies the dec3 with the Atmos flag from the source track', () => {
    const atmos = makeBox('dec3', plain, bytes(0x01, 0x10))
    const source = moovWith('ec-3', atmos)
    expect(dec3Boxes(source)).toEqual([atmos])
    expect(dec3Boxes(moovWith('mp4a'))).toEqual([null])
    const copy = withDec3(moovWith('ec-3', makeBox('dec3', plain)), atmos, Buffer.alloc(0))
    expect(dec3Of(dec3Boxes(copy)[0]!)).toEqual({ isAtmos: true, complexity: 16 })
  })

  /** One frame of 1792 bytes: 448 kb/s at 48 kHz, six blocks, 5.1, version 16. */
  const frame = Buffer.concat([bytes(0x0b, 0x77, 0x03, 0x7f, 0x3f, 0x87), Buffer.alloc(1786)])

  test('builds a missing dec3 from the first packet', () => {
    expect(makeDec3(frame)).toEqual(makeBox('dec3', plain))
    expect(dec3Boxes(withDec3(moovWith('ec-3'), null, frame))).toEqual([makeBox('dec3', plain)])
  })

  test('a dec3 built from a packet counts its dependent substream', () => {
    const dependent = Buffer.from(frame)
    dependent.writeUInt8(0x43, 2)
    const box = makeDec3(Buffer.concat([frame, dependent]))
    expect((box.readUInt8(8 + 4) >> 1) & 0xf).toBe(1)
    expect(dec3Of(box).isAtmos).toBe(false)
  })

  test('keeps a dec3 written by the encoder', () => {
    const init = moovWith('ec-3', makeBox('dec3', bytes(9, 9, 9, 9, 9)))
    expect(withDec3(init, null, frame)).toBe(init)
  })
})

describe('codecs', () => {
  test.each([
    [bytes(1, 0x64, 0x00, 0x1f), 'avc1.64001f'],
    [bytes(1, 0x42, 0xe0, 0x0a), 'avc1.42e00a'],
  ])('AVC %#', (record, name) => {
    expect(avcCodec(record)).toBe(name)
  })

  test.each([
    ['Main, level 5', [1, 0x01, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 150], 'hvc1.1.6.L150.90'],
    ['Main 10, high tier', [1, 0x22, 0x20, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 153], 'hvc1.2.4.H153.B0'],
    ['no constraints', [1, 0x01, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 93], 'hvc1.1.6.L93'],
  ])('HEVC %s', (_, record, name) => {
    expect(hevcCodec(bytes(...record))).toBe(name)
  })

  test('reads the codec from an init segment', () => {
    expect(codecOf(moovWith('avc1', makeBox('avcC', bytes(1, 0x64, 0, 0x28))))).toBe('avc1.640028')
    expect(codecOf(moovWith('mp4a'))).toBe('mp4a.40.2')
    expect(codecOf(moovWith('ec-3'))).toBe('ec-3')
    expect(() => codecOf(moovWith('vp09'))).toThrow('vp09')
  })
})

describe('fragments', () => {
  test('an audio fragment parses to the samples it was built from', () => {
    const samples = [
      { duration: 1024, data: Buffer.from('first') },
      { duration: 1024, data: Buffer.from('second!') },
    ]
    const fragment = makeAudioFragment(7, 96_256, samples)
    const [moof, mdat] = boxesIn(fragment)
    expect([moof?.type, mdat?.type]).toEqual(['moof', 'mdat'])
    expect(readFragment(fragment.subarray(0, moof!.size))).toEqual({
      decodeTime: 96_256,
      samples: [
        { duration: 1024, size: 5 },
        { duration: 1024, size: 7 },
      ],
      startsWithKeyframe: true,
      firstOffset: 0,
    })
    const trun = find(fragment, 'moof/traf/trun')
    expect(fragment.readInt32BE(trun.content + 8)).toBe(mdat!.content)
  })

  /**
   * As ffmpeg 4 writes it: the first frame lasts three frame durations, and all presentation times are two frames
   * late.
   */
  const stretched = () =>
    makeBox(
      'moof',
      makeBox('mfhd', uint32s(0, 1)),
      makeBox(
        'traf',
        makeBox('tfhd', uint32s(0x020038, 1, 1001, 500, 0x01010000)),
        makeBox('tfdt', uint32s(0x01000000, 0, 62_062)),
        makeBox('trun', uint32s(0x01000b05, 2, 100, 0x02000000, 3003, 5000, 2002, 1001, 400, 5005)),
      ),
    )

  test('retimes a fragment with a stretched first frame', () => {
    const moof = stretched()
    expect(readFragment(moof)).toMatchObject({ decodeTime: 62_062, firstOffset: 2002, startsWithKeyframe: true })
    retimeFragment(moof, { sequence: 2, firstFrame: 60, frameTicks: 1001, shift: 2002 })
    expect(readFragment(moof)).toEqual({
      decodeTime: 60_060,
      samples: [
        { duration: 1001, size: 5000 },
        { duration: 1001, size: 400 },
      ],
      startsWithKeyframe: true,
      firstOffset: 0,
    })
    const trun = find(moof, 'moof/traf/trun')
    expect(moof.readInt32BE(trun.start + trun.size - 4)).toBe(3003)
  })

  test('detects a fragment that does not start with a keyframe', () => {
    const moof = stretched()
    const trun = find(moof, 'moof/traf/trun')
    moof.writeUInt32BE(0x01010000, trun.content + 12)
    expect(readFragment(moof).startsWithKeyframe).toBe(false)
  })
})
