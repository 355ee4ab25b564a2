import { expect, test } from 'vitest'
import { aCampaign, aForm } from '../../../../test/support/campaigns.ts'
import { linesOf, said } from '../../../../test/support/content.ts'
import { parseContent } from '#server/kit/content-import.ts'
import { campaignContent } from './campaign-import.service.ts'

const FILMS = ['film', 'other']
const translated = (text: string) => ({ zh_HK: text, en_US: text })
const parse = (...entries: object[]) => said(parseContent(linesOf(entries), [campaignContent(['www.example.hk'])]))
const withBlock = (...blocks: object[]) => aCampaign(FILMS, { blocks })
const withForm = (change: object) => withBlock(aForm(FILMS, change))
const textTo = (to: string) => withBlock({ kind: 'text', links: [{ label: translated('a'), to }] })
const aText = { kind: 'text', text: translated('a') }

test('a campaign of every kind of block is right', () => {
  expect(parse(aCampaign(FILMS)).problems).toEqual([])
})

test('a page without a form needs no window', () => {
  const { startsAt: _, endsAt: __, ...page } = aCampaign(FILMS, { blocks: [aText] })
  expect(parse(page).problems).toEqual([])
})

test.each<[string, object, RegExp]>([
  [
    'a code name in small letters',
    aCampaign(FILMS, { codeName: 'review' }),
    /^codeName: must contain only capital letters/,
  ],
  ['one language', aCampaign(FILMS, { title: { zh_HK: '影評' } }), /^title\.en_US/],
  ['a field that there is none of', aCampaign(FILMS, { colour: 'red' }), /colour/],
  ['another region', aCampaign(FILMS, { regions: ['JP'] }), /^regions\.0/],
  ['no block', withBlock(), /^blocks: must have at least 1/],
  ['too many blocks', withBlock(...Array.from({ length: 21 }, () => aText)), /^blocks/],
  ['another kind of block', withBlock({ kind: 'script' }), /^blocks\.0/],
  ['HTML', withBlock({ kind: 'text', text: translated('a <b>b</b>') }), /without HTML/],
  ['an end tag', withBlock({ kind: 'text', text: translated('</script>') }), /without HTML/],
  [
    'text that turns the text around it',
    withBlock({ kind: 'text', text: translated('a\u202Eb') }),
    /control characters/,
  ],
  ['a text of nothing', withBlock({ kind: 'text' }), /a title, a text, steps or links/],
  ['an image of nothing', withBlock({ kind: 'image' }), /either a title’s artwork or an image/],
  [
    'two images in one',
    withBlock({ kind: 'image', programId: 'a', image: `${'a'.repeat(24)}/b.png` }),
    /either a title/,
  ],
  ['an image from elsewhere', withBlock({ kind: 'image', image: 'https://evil.example/a.png' }), /^blocks\.0\.image/],
  ['a video from elsewhere', withBlock({ kind: 'video', url: 'https://evil.example/a.mp4' }), /^blocks\.0/],
  [
    'a title twice',
    withBlock({ kind: 'rows', title: translated('a'), programIds: ['a', 'a'] }),
    /each title only once/,
  ],
  ['a script to go to', textTo('javascript:alert(1)'), /neither a path of the site/],
  ['another host', textTo('https://evil.example/'), /neither a path of the site/],
  ['an address without its scheme', textTo('//evil.example/'), /a path of the site/],
  ['two forms', withBlock(aForm(FILMS), aForm(FILMS)), /at most one submission form/],
  ['a form without an end', aCampaign(FILMS, { endsAt: undefined }), /must have both/],
  ['a form for years', aCampaign(FILMS, { endsAt: '2028-01-01T00:00:00+08:00' }), /within 366 days/],
  [
    'an end before the start',
    aCampaign(FILMS, { endsAt: '2025-01-01T00:00:00+08:00' }),
    /^endsAt: must be after the start/,
  ],
  ['no question', withForm({ fields: [] }), /fields: must have at least 1/],
  [
    'a name that the call has',
    withForm({ fields: [{ type: 'email', name: 'answers', label: translated('a') }], oncePer: undefined }),
    /use another name/,
  ],
  [
    'a question twice',
    withForm({
      fields: ['a', 'a'].map((name) => ({ type: 'email', name, label: translated('a') })),
      oncePer: undefined,
    }),
    /a is there twice/,
  ],
  [
    'limits in the wrong order',
    withForm({ fields: [{ type: 'text', name: 'a', label: translated('a'), min: 9, max: 3 }], oncePer: undefined }),
    /can’t be above the maximum/,
  ],
  [
    'an answer of pages',
    withForm({ fields: [{ type: 'longText', name: 'a', label: translated('a'), max: 9_000 }], oncePer: undefined }),
    /max/,
  ],
  ['once per what may be left out', withForm({ oncePer: 'grade' }), /^oncePer/],
  ['once per a text', withForm({ oncePer: 'penName' }), /^oncePer/],
  ['no terms', withForm({ terms: undefined }), /terms/],
])('says what is wrong with a line: %s', (_, record, message) => {
  const { problems } = said(parseContent(`\n${linesOf([record])}`, [campaignContent(['www.example.hk'])]))
  expect(problems).toContainEqual({ line: 2, message: expect.stringMatching(message) })
  expect(new Set(problems.map(({ line }) => line))).toEqual(new Set([2]))
})

test('a code name is in one line only', () => {
  expect(parse(aCampaign(FILMS), aCampaign(FILMS)).problems).toEqual([
    { line: 2, message: 'campaign REVIEW is in line 1 already' },
  ])
})

test('a listed host can be linked to', () => {
  expect(parse(textTo('https://www.example.hk/rules')).problems).toEqual([])
})
