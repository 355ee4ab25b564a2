import { expect, test } from 'vitest'
import type { BulkChange } from '#contract/admin/bulk.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import { aTitleContent } from '../../../../test/support/title-content.ts'
import { contentAfter } from './bulk.rules.ts'

const first = { region: 'HK' as const, startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2026-02-01T00:00:00.000Z' }
const second = { region: 'HK' as const, startsAt: '2026-03-01T00:00:00.000Z', endsAt: null }
const end = '2026-12-31T16:00:00.000Z'
const NIGHT = { tagId: 'night', name: { zh_HK: '夜', en_US: 'Night' } }
const SEA = { tagId: 'sea', name: { zh_HK: '海', en_US: 'Sea' } }
const manyTags = Array.from({ length: 50 }, (_, at) => ({ ...SEA, tagId: `tag-${at}` }))
const before = aTitleContent({ genres: ['drama', 'comedy'], tags: [NIGHT], windows: [second, first] })

test.each<[string, BulkChange, Partial<TitleContent> | undefined]>([
  ['adds a genre', { field: 'genres', add: ['horror'], remove: [] }, { genres: ['drama', 'comedy', 'horror'] }],
  ['replaces a genre', { field: 'genres', add: ['horror'], remove: ['drama'] }, { genres: ['comedy', 'horror'] }],
  ['adds what is there', { field: 'genres', add: ['drama'], remove: ['action'] }, undefined],
  ['removes and adds the same', { field: 'genres', add: ['drama'], remove: ['drama'] }, undefined],
  ['adds a tag and removes one', { field: 'tags', add: [SEA], remove: [NIGHT] }, { tags: [SEA] }],
  [
    'adds a tag that is there, by its id',
    { field: 'tags', add: [{ ...NIGHT, name: SEA.name }], remove: [] },
    undefined,
  ],
  ['adds more tags than a title has', { field: 'tags', add: manyTags, remove: [] }, undefined],
  [
    'adds a way to watch',
    { field: 'vodTypes', add: ['FREE TO WATCH'], remove: [] },
    { vodTypes: ['VIP UNLIMITED WATCH', 'FREE TO WATCH'] },
  ],
  ['sets a price', { field: 'credits', credits: 30 }, { credits: 30 }],
  ['sets the price that it has', { field: 'credits', credits: 0 }, undefined],
  ['is for children', { field: 'kids', kids: true }, { kids: true }],
  ['is not for children already', { field: 'kids', kids: false }, undefined],
  [
    'ends the last window',
    { field: 'window', region: 'HK', endsAt: end },
    { windows: [{ ...second, endsAt: end }, first] },
  ],
  ['ends it as it does', { field: 'window', region: 'HK', endsAt: null }, undefined],
  ['ends a window of a region without one', { field: 'window', region: 'MO', endsAt: end }, undefined],
])('a change that %s', (_case, change, after) => {
  expect(contentAfter(before, change)).toEqual(after && { ...before, ...after })
})
