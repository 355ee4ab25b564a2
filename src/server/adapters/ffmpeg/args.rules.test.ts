import { describe, expect, test } from 'vitest'
import type { AudioPlan, EncodePlan, Rung, VideoPlan } from '#server/domains/media/ports.ts'
import { audioFilters, encodeArgs, filterGraph, neededParts, trackTimescale } from './encode-args.rules.ts'
import { frameArgs, loudnessArgs, parseLoudness, previewArgs, storyboardArgs } from './image-args.rules.ts'
import { inputArgs } from './input-args.rules.ts'
import { createProgressReader } from './process.ts'
import { shellLine } from './confinement.rules.ts'

const rung = (side: number, overrides: Partial<Rung> = {}): Rung => ({
  name: `v${side}`,
  codec: 'h264',
  width: (side * 16) / 9,
  height: side,
  maxKbps: 2500,
  bitDepth: 8,
  range: 'SDR',
  ...overrides,
})
const video = (overrides: Partial<VideoPlan> = {}): VideoPlan => ({
  stream: 0,
  frameRate: { num: 25, den: 1 },
  gopFrames: 50,
  deinterlace: false,
  toneMap: 'SDR',
  matrix: 'bt709',
  masterDisplay: null,
  maxLight: null,
  rungs: [rung(720), rung(360)],
  ...overrides,
})
const audio = (overrides: Partial<AudioPlan> = {}): AudioPlan => ({
  name: 'audio-0',
  kind: 'aac',
  stream: 1,
  language: 'yue',
  label: null,
  isDefault: true,
  channels: 2,
  gainDb: 0,
  delaySeconds: 0,
  ...overrides,
})
const plan = (overrides: Partial<EncodePlan> = {}): EncodePlan => ({
  source: '/films/a.mkv',
  seconds: 60,
  video: video(),
  audio: [audio()],
  ...overrides,
})
/** Values of an option, one per output. */
const valuesOf = (args: string[], option: string) => args.flatMap((word, at) => (args[at - 1] === option ? [word] : []))

describe('the filter graph', () => {
  test('decodes once and scales each size from the next larger one', () => {
    expect(filterGraph(video()).split(';')).toEqual([
      '[0:0]fps=fps=25/1:start_time=0[sdr]',
      '[sdr]scale=w=1280:h=720:flags=bicubic:in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1,split=2[v720][from-v720]',
      '[from-v720]scale=w=640:h=360:flags=bicubic,setsar=1[v360]',
    ])
  })

  test('deinterlaces before converting to a constant frame rate', () => {
    expect(filterGraph(video({ deinterlace: true }))).toMatch(/^\[0:0\]bwdif=[^,]+,fps=/)
  })

  test('converts SD colours to BT.709', () => {
    expect(filterGraph(video({ matrix: 'bt601' }))).toContain('in_color_matrix=bt601:out_color_matrix=bt709')
  })

  test.each([
    ['PQ', 'smpte2084'],
    ['HLG', 'arib-std-b67'],
  ] as const)('tone-maps %s after scaling, for H.264 only', (range, transfer) => {
    const uhd = rung(2160, { codec: 'hevc', bitDepth: 10, range })
    const [source, hevc, first] = filterGraph(video({ toneMap: range, rungs: [uhd, rung(1080)] })).split(';')
    expect(source).toMatch(/split=2\[hevc\]\[sdr\]$/)
    expect(hevc).toBe('[hevc]scale=w=3840:h=2160:flags=bicubic,format=yuv420p10le,setsar=1[v2160]')
    expect(first).toMatch(
      new RegExp(
        `^\\[sdr\\]scale=w=1920:h=1080[^,]*,zscale=tin=${transfer}.*tonemap=.*format=yuv420p,setsar=1\\[v1080\\]$`,
      ),
    )
  })
})

describe('the encoder’s arguments', () => {
  test('every rung has closed two-second GOPs and its maximum bit rate', () => {
    const args = encodeArgs(plan(), '/out')
    expect(valuesOf(args, '-g')).toEqual(['50', '50'])
    expect(valuesOf(args, '-keyint_min')).toEqual(['50', '50'])
    expect(valuesOf(args, '-sc_threshold')).toEqual(['0', '0'])
    expect(valuesOf(args, '-flags')).toEqual(['+cgop', '+cgop'])
    expect(valuesOf(args, '-maxrate')).toEqual(['2500k', '2500k'])
    expect(valuesOf(args, '-crf')).toEqual(['23', '23'])
    expect(valuesOf(args, '-frames:v')).toEqual(['1500', '1500'])
    expect(valuesOf(args, '-movflags').every((flags) => flags.includes('negative_cts_offsets'))).toBe(true)
  })

  test('each output has its own file, whatever the folder name', () => {
    const args = encodeArgs(plan(), '/out/100% "x"')
    expect(args.filter((word) => word.startsWith('file:/out'))).toEqual(
      ['v720', 'v360', 'audio-0'].map((name) => `file:/out/100% "x"/${name}.mp4`),
    )
  })

  test('every output has a size limit', () => {
    const limits = valuesOf(encodeArgs(plan(), '/o'), '-fs').map(Number)
    expect(limits).toHaveLength(3)
    for (const limit of limits) expect(limit).toBeLessThan(100e6)
  })

  test('drops the metadata of the source', () => {
    expect(valuesOf(encodeArgs(plan(), '/o'), '-map_metadata')).toEqual(['-1', '-1', '-1'])
  })

  test.each([['ac3'], ['ec3']] as const)('%s is copied', (kind) => {
    const args = encodeArgs(plan({ audio: [audio({ kind })] }), '/o')
    expect(valuesOf(args, '-c:a')).toEqual(['copy'])
    expect(args).not.toContain('-af')
    expect(args.join(' ')).toContain('delay_moov')
  })

  test('encodes surround with 384 kb/s in six channels', () => {
    const args = encodeArgs(plan({ audio: [audio({ kind: 'aac51', channels: 6 })] }), '/o')
    expect([valuesOf(args, '-b:a'), valuesOf(args, '-ac')]).toEqual([['384k'], ['6']])
  })

  test('HEVC keeps HDR and its mastering metadata', () => {
    const uhd = rung(2160, { codec: 'hevc', bitDepth: 10, range: 'PQ', maxKbps: 12_000 })
    const args = encodeArgs(
      plan({
        video: video({ toneMap: 'PQ', masterDisplay: 'G(1,2)', maxLight: '1000,400', rungs: [uhd, rung(1080)] }),
      }),
      '/o',
    )
    const [params] = valuesOf(args, '-x265-params')
    expect(params).toContain('keyint=50:min-keyint=50:scenecut=0:open-gop=0')
    expect(params).toContain('transfer=smpte2084')
    expect(params).toContain('master-display=G(1,2):max-cll=1000,400')
    expect(valuesOf(args, '-tag:v')).toEqual(['hvc1'])
    expect(neededParts(plan({ video: video({ toneMap: 'PQ', rungs: [uhd] }) }))).toEqual([
      'libx264',
      'aac',
      'libx265',
      'zscale',
      'tonemap',
    ])
  })

  test.each([
    [25, 1, 25_000],
    [24_000, 1001, 24_000],
    [12_500, 1000, 12_500],
    [60, 1, 60_000],
  ])('%i/%i has a timescale of %i', (num, den, ticks) => {
    expect(trackTimescale({ num })).toBe(ticks)
    expect((ticks * den) % num).toBe(0)
  })
})

test.each([
  [
    'a loud track is attenuated and limited',
    audio({ gainDb: -4.5 }),
    'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,volume=-4.5dB,alimiter=limit=0.84:level=false:attack=5:release=50,apad',
  ],
  [
    'a track at the target loudness is unchanged',
    audio(),
    'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,apad',
  ],
  [
    'surround keeps its channel layout',
    audio({ kind: 'aac51' }),
    'aresample=48000:async=1:first_pts=0,aformat=channel_layouts=5.1,apad',
  ],
])('the audio filters: %s', (_, track, filters) => {
  expect(audioFilters(track)).toBe(filters)
})

describe('only the given file is read', () => {
  const all = [
    encodeArgs(plan(), '/o'),
    previewArgs('/films/a.mkv', '/o/p.mp4'),
    loudnessArgs('/films/a.mkv', 1, '/o'),
    frameArgs({ input: '/films/a.mkv', seconds: [1.5] }, 0, '/o'),
    storyboardArgs({
      input: '/films/a.mkv',
      everySeconds: 2,
      everyKeyframes: 1,
      tileWidth: 160,
      tileHeight: 90,
      columns: 3,
      rows: 1,
      count: 3,
    }),
  ]
  test.each(all.map((args, at) => [at, args] as const))('command %i', (_, args) => {
    const input = args.indexOf('-i')
    expect(args[input + 1]).toBe('file:/films/a.mkv')
    expect(args.filter((word) => word === '-i')).toHaveLength(1)
    expect(valuesOf(args.slice(0, input), '-protocol_whitelist')).toEqual(['file'])
    const [formats] = valuesOf(args.slice(0, input), '-format_whitelist')
    for (const list of ['hls', 'concat', 'dash', 'image2', 'lavfi', 'sdp', 'tty'])
      expect(formats!.split(',')).not.toContain(list)
    expect(args).toContain('-nostdin')
  })

  test.each(['http://x/y.mp4', '-y', 'concat:a|b', 'x%d.mp4'])('a file named %s is treated as a file', (name) => {
    expect(inputArgs(name).at(-1)).toBe(`file:${name}`)
  })
})

test.each([
  ['  Integrated loudness:\n    I:         -23.4 LUFS\n', -23.4],
  ['    I:  -9.0 LUFS\n Integrated loudness:\n    I:         -18.5 LUFS\n', -18.5],
  ['  Integrated loudness:\n    I:         -70.0 LUFS\n', null],
  ['  Integrated loudness:\n    I:         -inf LUFS\n', null],
  ['', null],
])('reads the loudness summary %j', (text, value) => {
  expect(parseLoudness(text)).toBe(value)
})

test('reports progress once per block', () => {
  const reported: unknown[] = []
  const read = createProgressReader((progress) => reported.push(progress))
  for (const line of [
    'out_time=N/A',
    'speed=N/A',
    'progress=continue',
    'out_time=00:01:02.500000',
    'speed=1.25x',
    'progress=continue',
  ])
    read(line)
  expect(reported).toEqual([{ seconds: 62.5, speed: 1.25 }])
})

test('a shell parses a printed command back into the same arguments', async () => {
  const { execFileSync } = await import('node:child_process')
  const args = ["It's", '"海港"', '100%', '$HOME', '`id`', 'a b', '', '[0:0]scale;x', '\\']
  const read = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${shellLine(args)}`], { encoding: 'utf8' })
  expect(read).toBe(`${args.join('\n')}\n`)
})
