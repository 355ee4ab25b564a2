import { expect, test } from 'vitest'
import { type RecordField, recordOf, typedOf } from './record-form.rules.ts'

const FIELDS: readonly RecordField[] = [
  { name: 'title', type: 'local', max: 60 },
  { name: 'lead', type: 'local', max: 200, isOptional: true },
  { name: 'price', type: 'dollars' },
  { name: 'seatsLeft', type: 'number', isOptional: true },
  { name: 'endsAt', type: 'time' },
  { name: 'genres', type: 'several', options: [] },
  { name: 'countries', type: 'list' },
  { name: 'half', type: 'flag' },
]
const RECORD = {
  id: 'a',
  title: { zh_HK: '夜渡', en_US: 'Night' },
  price: 95.5,
  endsAt: '2026-12-06T23:59:59+08:00',
  genres: ['drama', 'crime'],
  countries: ['GB'],
  withdrawn: false,
}
const change = (typed: object) => recordOf(FIELDS, { ...typedOf(FIELDS, RECORD), ...typed }, RECORD)

test('a form that was not touched is the record, to the second', () => {
  expect(change({})).toEqual(RECORD)
  expect(typedOf(FIELDS, RECORD)).toMatchObject({ endsAt: '2026-12-06T23:59', price: '95.5', 'lead.en_US': '' })
})

test.each([
  [{ price: ' 88 ' }, { price: 88 }],
  [{ price: 'many' }, { price: 'many' }],
  [{ seatsLeft: '0' }, { seatsLeft: 0 }],
  [{ 'title.en_US': 'Night Crossing' }, { title: { zh_HK: '夜渡', en_US: 'Night Crossing' } }],
  [{ 'lead.zh_HK': '一' }, { lead: { zh_HK: '一', en_US: '' } }],
  [{ endsAt: '2026-12-07T10:00' }, { endsAt: '2026-12-07T10:00:00+08:00' }],
  [{ genres: 'drama' }, { genres: ['drama'] }],
  [{ genres: '' }, { genres: [] }],
  [{ half: 'true' }, { half: true }],
  [{ countries: 'GB，FR, DE' }, { countries: ['GB', 'FR', 'DE'] }],
])('%o becomes %o, and the rest stays', (typed, changed) => {
  expect(change(typed)).toEqual({ ...RECORD, ...changed })
})

test('an empty number is left out, so that the server says that it is missing', () => {
  expect(change({ price: '' })).not.toHaveProperty('price')
})
