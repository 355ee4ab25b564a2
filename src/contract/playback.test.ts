import { expect, test } from 'vitest'
import { order, PLAYBACK_REFUSALS, RENTAL_REFUSALS } from './playback.ts'
import { checkPlayCinema } from './private-cinema.ts'
import { payPlay } from './rentals.ts'

test('whatever answers a playlist declares why a title cannot be played', () => {
  for (const { refuses } of [order, payPlay, checkPlayCinema])
    expect(refuses).toEqual(expect.arrayContaining([...PLAYBACK_REFUSALS]))
})

test('the quote and the purchase of a rental refuse an account for the same reasons', () => {
  for (const { refuses } of [order, payPlay]) expect(refuses).toEqual(expect.arrayContaining([...RENTAL_REFUSALS]))
})
