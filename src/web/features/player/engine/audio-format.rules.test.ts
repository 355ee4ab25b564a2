import { expect, test } from 'vitest'
import { audioFormat, surroundName } from './audio-format.rules.ts'

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
