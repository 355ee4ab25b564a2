import { expect, test } from 'vitest'
import { detail as english } from '#text/en_US/detail.ts'
import { detail as chinese } from '#text/zh_HK/detail.ts'
import { resumeLabel } from './resume-label.ts'

const film = { programGuid: 'a', season: 0, episode: 0, position: 1390 }
const episode = { programGuid: 'b.s1e3', season: 1, episode: 3, position: 65 }

test.each([
  ['a film at its position', film, '續看 23:10', 'Resume 23:10', undefined],
  ['an episode at its position', episode, '續看第 3 集', 'Resume episode 3', '1:05'],
  ['an episode from its beginning', { ...episode, position: 0 }, '播放第 3 集', 'Play episode 3', undefined],
  [
    'an episode of a later season',
    { ...episode, season: 2, position: 0 },
    '播放第 2 季第 3 集',
    'Play season 2, episode 3',
    undefined,
  ],
] as const)('the button says where playback goes on: %s', (...[, point, zh, en, note]) => {
  expect(resumeLabel(point, chinese)).toEqual({ text: zh, ...(note && { note }) })
  expect(resumeLabel(point, english)).toEqual({ text: en, ...(note && { note }) })
})
