import { expect, test } from 'vitest'
import { createStaffWorld } from '../test/support/staff.ts'
import { seedStaff } from './staff.ts'

test('a demo company has a staff list, which a later start leaves as it is', async () => {
  const world = await createStaffWorld()
  const said: string[] = []
  const seed = () => seedStaff({ ...world, masterKey: Buffer.alloc(32, 7), say: (line) => void said.push(line) })
  for (let start = 0; start < 2; start++) await seed()
  expect(said).toHaveLength(1)
  expect(await world.audited()).toHaveLength(1)
  const { plans } = await world.check('D1001', { companyName: 'harbour demo' })
  expect(plans.map(({ plan }) => plan.offer)).toContain('staff')
  await world.close()
})
