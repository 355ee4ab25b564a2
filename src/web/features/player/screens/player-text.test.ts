import { expect, test } from 'vitest'
import { player as en } from '#text/en_US/player.ts'
import { titles as enTitles } from '#text/en_US/titles.ts'
import { player as zh } from '#text/zh_HK/player.ts'
import { titles as zhTitles } from '#text/zh_HK/titles.ts'

test('the player’s page title names what plays, and differs from the details’ of the same title', () => {
  expect(zh.pageTitle('夜渡鯉魚門', '')).toBe('觀看《夜渡鯉魚門》')
  expect(zh.pageTitle('夜渡鯉魚門', zh.trailer)).toBe('觀看《夜渡鯉魚門》預告片')
  expect(zh.pageTitle('街市兩日', zh.episodeTitled(2, '次日'))).toBe('觀看《街市兩日》第 2 集　次日')
  expect(en.pageTitle('The Evening Ferry', '')).toBe('Watch The Evening Ferry')
  expect(en.pageTitle('Two Market Days', en.episodeTitled(2, 'The Second'))).toBe(
    'Watch Two Market Days · Episode 2: The Second',
  )
})

test('an episode that the server calls by its number is called so once', () => {
  expect(zh.episodeTitled(2, zhTitles.episode(2))).toBe('第 2 集')
  expect(en.episodeTitled(2, enTitles.episode(2))).toBe('Episode 2')
  expect(zh.episodeTitled(2, '')).toBe('第 2 集')
})
