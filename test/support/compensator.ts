import { createTestClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createTestCompensations } from './compensations.ts'

/** A worker that gives what is due and that a test can kill: `node compensator.ts {url}`. It writes `started`, and ends with 0. */
const { db } = openDb({ url: process.argv[2] ?? '', max: 2 })
const rentals = { extend: async () => [] }
const compensations = createTestCompensations({ db, clock: createTestClock() }, { rentals })
process.stdout.write('started\n')
await compensations.giveDue()
process.exit(0)
