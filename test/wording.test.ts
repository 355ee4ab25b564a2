import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What the operator’s texts and the demo call whoever is new here: as the site does, see src/text/wording.test.ts. */
const OTHER_WORDS_FOR_NEW_MEMBERS = /newcomers?|brand-new|新用戶|新客戶|全新會員/i
const FILES = globSync(['content/*/*.md', 'seed/*.{json,jsonl}'])

test('articles and the demo’s texts are found', () => {
  expect(FILES.length).toBeGreaterThan(15)
})

test.each(FILES)('%s calls new members so', (file) => {
  const said = readFileSync(file, 'utf8')
    .split('\n')
    // What readers type in a search, in their own words.
    .filter((line) => !line.startsWith('Also:'))
    .join('\n')
  expect(OTHER_WORDS_FOR_NEW_MEMBERS.exec(said)?.[0]).toBeUndefined()
})
