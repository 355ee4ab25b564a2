import { expect, test } from 'vitest'
import { createTestDb } from '../../../test/support/database.ts'
import { createShiftedClock, systemClock } from './clock.ts'
import { sql } from './db.ts'

test('an instant is the same after PostgreSQL has stored it', async () => {
  const { db, close } = await createTestDb()
  const clock = createShiftedClock()
  clock.setOffset(1)
  try {
    for (let n = 0; n < 50; n++) {
      const at = n % 2 === 0 ? systemClock.now() : clock.now()
      const { rows } = await sql<{ at: Temporal.Instant }>`select ${at}::timestamptz as at`.execute(db)
      expect(rows[0]!.at.toString()).toBe(at.toString())
    }
  } finally {
    await close()
  }
})

test('time does not run backwards, nor ahead', () => {
  let last = systemClock.now()
  for (let n = 0; n < 1_000; n++) {
    const at = systemClock.now()
    expect(Temporal.Instant.compare(last, at)).toBeLessThanOrEqual(0)
    expect(Temporal.Instant.compare(at, Temporal.Now.instant())).toBeLessThanOrEqual(0)
    last = at
  }
})
