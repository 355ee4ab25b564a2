import { expect, test } from 'vitest'
import { player as english } from '#text/en_US/player.ts'
import { player as chinese } from '#text/zh_HK/player.ts'

test.each([english, chinese])(
  'the button of the episodes has the word that it shows in its name: $episodeList',
  (text) => {
    expect(text.episodeList.toLowerCase()).toContain(text.episodes.toLowerCase())
  },
)
