import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { isFull } from '../support/full.ts'
import {
  beginAgain,
  decline,
  expectNothing,
  expectPaid,
  forEachKind,
  leave,
  openJourney,
  payWhatWasLeft,
} from './support/payment-journeys.ts'

test.each(isFull ? LANGUAGES : (['zh_HK'] as const))(
  'by every kind of payment (%s): what was declined or left takes nothing, and what was left can still be paid',
  async (language) => {
    await forEachKind(async (kind) => {
      const journey = await openJourney(kind, language)
      if (journey.decline !== 'never') {
        await decline(journey)
        await beginAgain(journey)
      }
      await leave(journey)
      await expectNothing(journey)
      await payWhatWasLeft(journey)
      await expectPaid(journey)
      expect(journey.errors).toEqual([])
    })
  },
)
