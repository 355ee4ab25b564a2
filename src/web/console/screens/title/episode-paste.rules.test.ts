import { expect, test } from 'vitest'
import { EMPTY_EPISODE } from '#contract/admin/new-title.ts'
import { readPasted, withPasted } from './episode-paste.rules.ts'

const name = (zh: string, en = '') => ({ zh_HK: zh, en_US: en })

test.each([
  ['S01E02\t霓虹\tNeon', [1, 2, '霓虹', 'Neon']],
  ['s2e10 | 雨夜 | Rain', [2, 10, '雨夜', 'Rain']],
  ['3x04\t字', [3, 4, '字', '']],
  ['5. 安字招牌 | The Sign', [7, 5, '安字招牌', 'The Sign']],
  ['EP 6: 尾聲', [7, 6, '尾聲', '']],
  ['12', [7, 12, '', '']],
  ['12\t\tOnly English', [7, 12, '', 'Only English']],
])('%j is an episode', (line, [season, number, zh, en]) => {
  expect(readPasted(line, 7)).toEqual([
    { line: 1, episode: { ...EMPTY_EPISODE, season, episode: number, title: name(String(zh), String(en)) } },
  ])
})

test.each(['第三集', 'a name alone', 'S0E1', '1080p copy', '2026年'])(
  '%j has no number, which its line says',
  (line) => {
    expect(readPasted(`1\tone\n\n${line}`, 1)).toEqual([
      { line: 1, episode: expect.objectContaining({ episode: 1 }) },
      { line: 3, episode: undefined },
    ])
  },
)

test('descriptions follow the names', () => {
  const [line] = readPasted('1\t名\tName\t簡介\tSummary', 1)
  expect(line?.episode?.description).toEqual(name('簡介', 'Summary'))
})

test('an episode that is there keeps its times and image, and names that the line lacks', () => {
  const before = { ...EMPTY_EPISODE, season: 1, episode: 1, title: name('舊', 'Old'), endPosition: 90, image: 'x' }
  const pasted = readPasted('2\t二\n1\t新', 1).map(({ episode }) => episode!)
  expect(withPasted([before], pasted)).toEqual({
    added: 1,
    changed: 1,
    episodes: [
      { ...before, title: name('新', 'Old') },
      { ...EMPTY_EPISODE, season: 1, episode: 2, title: name('二') },
    ],
  })
})
