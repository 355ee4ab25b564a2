import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMediaBench,
  ingestOutcome,
  FAST,
  makeClip,
  makeVideo,
  type MediaBench,
  testImage,
  playTrack,
  streamOf,
  textOf,
  tone,
} from '../../../../test/support/media.ts'
import { runEncoder } from '../../../../test/support/programs.ts'

let bench: MediaBench
const file = (name: string) => join(bench.folder, name)

beforeAll(async () => {
  bench = await createMediaBench()
  await makeVideo(bench, { name: 'good.mp4' })
})
afterAll(() => bench.close())

type Odd = {
  what: string
  args: () => string[]
  rung: string
  expected: Record<string, string | number>
  tracks?: number
}

const smallClip = (size = '160x90', rate = '25') => [...testImage(size, 2, rate), ...tone(2), ...FAST]
const ODD: Odd[] = [
  {
    what: 'odd sides',
    args: () => [...testImage('320x180', 2), '-vf', 'scale=161:91,format=yuv444p', '-c:v', 'ffv1', '-f', 'matroska'],
    rung: 'v360',
    expected: { width: 162, height: 92 },
    tracks: 0,
  },
  {
    what: 'ten bits',
    args: () => [...testImage('160x90', 2), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'],
    rung: 'v360',
    expected: { pix_fmt: 'yuv420p', profile: 'High' },
    tracks: 0,
  },
  {
    what: 'no sound',
    args: () => [...testImage('160x90', 2), ...FAST],
    rung: 'v360',
    expected: { width: 160 },
    tracks: 0,
  },
  { what: 'mono', args: () => [...smallClip(), '-ac', '1'], rung: 'audio-0', expected: { channels: 2 }, tracks: 1 },
  { what: '5.1', args: () => [...smallClip(), '-ac', '6'], rung: 'audio-1', expected: { channels: 6 }, tracks: 2 },
  {
    what: 'three languages',
    args: () => [...testImage('160x90', 2), ...tone(2), '-map', '0', '-map', '1', '-map', '1', '-map', '1', ...FAST],
    rung: 'audio-2',
    expected: { channels: 2 },
    tracks: 3,
  },
  {
    what: 'anamorphic video',
    args: () => [...smallClip('180x144'), '-vf', 'setsar=16/15'],
    rung: 'v360',
    expected: { width: 192, height: 144, sample_aspect_ratio: '1:1' },
    tracks: 1,
  },
  {
    what: 'a non-zero start time',
    args: () => [...smallClip(), '-output_ts_offset', '37', '-f', 'mpegts'],
    rung: 'v360',
    expected: { nb_read_packets: '50' },
    tracks: 1,
  },
  {
    what: 'fields',
    args: () => [
      ...testImage('160x96', 2, '50'),
      '-vf',
      'tinterlace=interleave_top,setfield=tff',
      '-c:v',
      'mpeg2video',
      '-flags',
      '+ildct+ilme',
      '-f',
      'mpegts',
    ],
    rung: 'v360',
    expected: { field_order: 'progressive', r_frame_rate: '25/1' },
    tracks: 0,
  },
  {
    what: 'HDR10',
    args: () => [
      ...testImage('160x90', 2),
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
      '-x265-params',
      'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
      '-color_trc',
      'smpte2084',
      '-f',
      'matroska',
    ],
    rung: 'v360',
    expected: { pix_fmt: 'yuv420p', color_transfer: 'bt709', color_primaries: 'bt709' },
    tracks: 0,
  },
  {
    what: 'HLG',
    args: () => [
      ...testImage('160x90', 2),
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
      '-x265-params',
      'log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc',
      '-color_trc',
      'arib-std-b67',
      '-f',
      'matroska',
    ],
    rung: 'v360',
    expected: { pix_fmt: 'yuv420p', color_transfer: 'bt709' },
    tracks: 0,
  },
  {
    what: 'a variable frame rate',
    args: () => [
      ...testImage('160x90', 2, '30'),
      '-vf',
      "select='not(eq(mod(n,5),3))'",
      '-vsync',
      'vfr',
      ...FAST,
      '-f',
      'matroska',
    ],
    rung: 'v360',
    expected: { r_frame_rate: '30/1', avg_frame_rate: '30/1', nb_read_packets: '60' },
    tracks: 0,
  },
]

test.each(ODD)('a source with $what is ingested as what it shows', async ({ args, rung, expected, tracks }) => {
  const path = await makeClip(file(`奇怪 'odd' "film" $1;%d.mp4`), ...args())
  expect(await ingestOutcome(bench, path)).toBe('done')
  const { assetId } = bench.attached.at(-1)!
  const key = (await bench.media.contentKey(assetId))!
  const { file: decrypted } = await playTrack(bench, `a/${assetId}/${rung}`, key)
  const entries =
    'width,height,pix_fmt,profile,channels,sample_aspect_ratio,r_frame_rate,avg_frame_rate,field_order,color_transfer,color_primaries,nb_read_packets'
  expect(await streamOf(decrypted, entries)).toMatchObject(expected)
  const folders = new Set(
    (await Array.fromAsync(bench.store.list(`a/${assetId}/`))).map((stored) => stored.split('/')[2]),
  )
  expect([...folders].filter((folder) => folder?.startsWith('audio-'))).toHaveLength(tracks!)
})

test('a 4K HDR video stays HDR in decodable HEVC and is SDR in H.264', async () => {
  const hdrMetadata =
    'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr-opt=1:max-cll=1000,400:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)'
  const hevc = [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p10le',
    '-x265-params',
    hdrMetadata,
    '-color_trc',
    'smpte2084',
  ]
  const path = await makeClip(file('uhd.mkv'), ...testImage('3840x2160', 1, '5'), ...hevc)
  expect(await ingestOutcome(bench, path)).toBe('done')
  const { assetId, facts } = bench.attached.at(-1)!
  expect(facts).toMatchObject({ width: 3840, height: 2160, maxResolution: '4K' })
  const master = await textOf(bench.store, `a/${assetId}/master.m3u8`)
  expect(master).toMatch(/CODECS="hvc1\.2\.4\.[LH]\d+[^"]*",RESOLUTION=3840x2160,FRAME-RATE=5\.000,VIDEO-RANGE=PQ/)
  expect(master).toMatch(/RESOLUTION=1920x1080,FRAME-RATE=5\.000,VIDEO-RANGE=SDR/)
  const key = (await bench.media.contentKey(assetId))!
  const { file: decrypted } = await playTrack(bench, `a/${assetId}/v2160`, key)
  expect(await streamOf(decrypted, 'codec_tag_string,pix_fmt,color_transfer,nb_read_packets')).toEqual({
    codec_tag_string: 'hvc1',
    pix_fmt: 'yuv420p10le',
    color_transfer: 'smpte2084',
    nb_read_packets: '5',
  })
  await runEncoder('ffmpeg', ['-v', 'error', '-xerror', '-i', decrypted, '-f', 'null', '-'])
})
