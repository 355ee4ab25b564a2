import { expect, test } from 'vitest'
import {
  type CinemaRow,
  chosenOf,
  districtsOf,
  type Film,
  filmOf,
  inArea,
  readAddress,
  type Showtime,
} from './cinema-address.rules.ts'

const film = (programId: string, status: Film['status']) => ({ programId, status }) as Film
const FILMS = [film('a', 'showing'), film('b', 'showing'), film('c', 'coming')]

test.each([
  ['', 'a'],
  ['film=b', 'b'],
  ['film=c', 'a'],
  ['status=coming', 'c'],
  ['status=coming&film=a', 'c'],
  ['status=other&film=b', 'b'],
])('?%s shows the film %s', (query, expected) => {
  expect(filmOf(FILMS, readAddress(new URLSearchParams(query)))?.programId).toBe(expected)
})

test.each([
  ['date=2026-11-23', '2026-11-23'],
  ['date=2026-13-45', undefined],
  ['date=tomorrow', undefined],
  ['date=', undefined],
])('?%s is the day %s', (query, expected) => {
  expect(readAddress(new URLSearchParams(query)).date).toBe(expected)
})

const showtime = (showtimeId: string, startsAt: string, state: Showtime['state']) =>
  ({ showtimeId, startsAt: `2026-11-23T${startsAt}:00Z`, state }) as Showtime
const cinema = (cinemaId: string, region: 'HK' | 'MO', districtId: string, showtimes: Showtime[] = []) =>
  ({ cinemaId, region, districtId, showtimes }) as unknown as CinemaRow
const CINEMAS = [
  cinema('one', 'HK', 'wan-chai', [showtime('s1', '08:00', 'started'), showtime('s2', '13:00', 'open')]),
  cinema('two', 'HK', 'wan-chai', [showtime('s3', '11:00', 'full'), showtime('s4', '12:00', 'few')]),
  cinema('three', 'MO', 'taipa'),
]

test.each([
  [undefined, ['one', 'two', 'three']],
  ['HK', ['one', 'two']],
  ['MO', ['three']],
  ['taipa', ['three']],
  ['nowhere', []],
])('the area %s has the cinemas %j', (area, expected) => {
  expect(inArea(CINEMAS, area).map(({ cinemaId }) => cinemaId)).toEqual(expected)
})

test('a district is offered once', () => {
  expect(districtsOf(CINEMAS).map(({ districtId }) => districtId)).toEqual(['wan-chai', 'taipa'])
})

test.each([
  ['the one that the address names', 's2', 's2'],
  ['the next with seats where the address names none', undefined, 's4'],
  ['the same where it names one that has begun', 's1', 's4'],
  ['the same where it names a full one', 's3', 's4'],
  ['the same where it names none of these', 'other', 's4'],
])('the chosen showtime is %s', (_, showtimeId, expected) => {
  expect(chosenOf(CINEMAS, showtimeId)?.showtime.showtimeId).toBe(expected)
})

test('nothing is chosen where nothing has seats', () => {
  expect(chosenOf([CINEMAS[2]!], 's1')).toBeUndefined()
})
