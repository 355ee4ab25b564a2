import { describe, expect, test } from 'vitest'
import { languages as en } from '#text/en_US/languages.ts'
import { languages as zh } from '#text/zh_HK/languages.ts'
import { alignAudioGroups, audioFormat, audioName, audioPreference, surroundName } from './audio.rules.ts'

test.each([
  ['mp4a.40.2', 'AAC'],
  ['ac-3', 'Dolby Digital'],
  ['ec-3', 'Dolby Digital Plus'],
  ['Opus', 'Opus'],
  ['', ''],
  ['vorbis', ''],
])('%s is %s', (codec, name) => expect(audioFormat(codec)).toBe(name))

test.each([
  [1, undefined],
  [2, undefined],
  [6, '5.1'],
  [8, '7.1'],
])('%s channels are %s', (channels, name) => expect(surroundName(channels)).toBe(name))

test.each([
  ['yue', '粵語', '粵語', 'Cantonese'],
  ['en', 'English', '英文', 'English'],
  ['yue', '粵語 3', '粵語 3', 'Cantonese 3'],
  ['yue', '粵語 導演評述', '粵語 導演評述', 'Cantonese 導演評述'],
  ['cmn', '國語配音', '國語配音', '國語配音'],
  ['en', 'Audio description', 'Audio description', 'Audio description'],
  ['en', '', '英文', 'English'],
  ['', '原聲', '原聲', 'Original audio'],
])('a track in %s that the playlist calls %s is %s, %s', (lang, name, inChinese, inEnglish) => {
  expect(audioName({ lang, name }, { locale: 'zh-HK', own: zh })).toBe(inChinese)
  expect(audioName({ lang, name }, { locale: 'en', own: en })).toBe(inEnglish)
})

describe('the preferred track', () => {
  const tracks = [
    { lang: 'yue', name: '粵語' },
    { lang: 'yue', name: '粵語 2' },
    { lang: 'en', name: 'English' },
  ]

  test('has the language, the name and the channels of the last choice', () =>
    expect(audioPreference({ lang: 'yue', name: '粵語 2', channels: 2 }, tracks)).toEqual({
      lang: 'yue',
      name: '粵語 2',
      channels: '2',
    }))

  test('is another of that language in a title without that name', () =>
    expect(audioPreference({ lang: 'en', name: '粵語 2', channels: 6 }, tracks)).toEqual({ lang: 'en', channels: '6' }))

  test('has the language alone after a choice stored by an earlier release', () =>
    expect(audioPreference({ lang: 'en', name: undefined, channels: undefined }, tracks)).toEqual({ lang: 'en' }))
})

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
