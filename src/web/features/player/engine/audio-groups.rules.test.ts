import { expect, test } from 'vitest'
import { alignAudioGroups } from './audio-groups.rules.ts'

const variant = (facts: { rate: number; codecs: string; group: string; uri: string }) =>
  `#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=${facts.rate},CODECS="${facts.codecs}",AUDIO="${facts.group}"\n${facts.uri}`

test('variants of one picture and the same codecs have one bit rate, whatever their audio group', () => {
  const aac = 'avc1.64001f,mp4a.40.2'
  const stereo = { rate: 200, codecs: aac, group: 'aac', uri: 'v720/index.m3u8' }
  const surround = { ...stereo, rate: 500, group: 'aac51' }
  const small = { ...stereo, rate: 100, uri: 'v360/index.m3u8' }
  const dolby = { ...stereo, rate: 600, codecs: `${aac},ec-3`, group: 'ec3' }
  const master = (variants: (typeof stereo)[]) => `#EXTM3U\n${variants.map(variant).join('\n')}\n`
  expect(alignAudioGroups(master([stereo, small, surround, dolby]))).toBe(
    master([{ ...stereo, rate: 500 }, small, surround, dolby]),
  )
})

test('a media playlist stays as it is', () => {
  const media = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n00000.m4s\n'
  expect(alignAudioGroups(media)).toBe(media)
})
