import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { birthday } from '#contract/fields.ts'
import { wrongDay } from '#web/ui/form/birthday.rules.ts'

const YEARS = ['0999', '1899', '1900', '1996', '2000', '2001', '2026']
const PARTS = ['00', '01', '02', '04', '12', '13', '28', '29', '30', '31', '32']

test('the form finds a part wrong in each birthday that the contract refuses, and in no other', () => {
  const days = YEARS.flatMap((year) => PARTS.flatMap((month) => PARTS.map((day) => `${year}-${month}-${day}`)))
  const differing = days.filter(
    (day) => z.safeParse(birthday, day).success !== (wrongDay(day, '2027-01-01') === undefined),
  )
  expect(differing).toEqual([])
})
