import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCampaign,
  agreedTo,
  answersAbout,
  type CampaignsWorld,
  createCampaignsWorld,
} from '../../../../test/support/campaigns.ts'
import { refusedWith } from '../../../../test/support/refused-with.ts'

let world: CampaignsWorld
beforeAll(async () => {
  world = await createCampaignsWorld()
  await world.put(aCampaign(['film', 'other']))
})
afterAll(() => world.close())

const open = (submissionNumber: string) =>
  world.campaigns.operators.show({ submissionNumber, actor: 'operator:ann', reason: 'judging' })

describe('personal data', () => {
  test("a member's submissions are exported and erased with the account, those of others are not", async () => {
    const viewer = await world.aViewer()
    const answers = { ...answersAbout('film'), drawing: await world.anImage() }
    const number = await world.send({ answers }, { viewer })
    const others = await world.send({}, { deviceSerial: 'others' })
    const person = { accountId: viewer.accountId, number: '', email: '' }
    const { collect, erase } = world.campaigns.domainModule.personalData!
    const exported = await collect(person, 'zh_HK')
    expect(exported).toMatchObject([{ submissionNumber: number, imageFields: ['drawing'] }])
    expect(JSON.stringify(exported)).toContain('student@example.com')
    const images = world.objects.size
    await world.db.transaction().execute((tx) => erase(tx, person))
    await world.runDueWork()
    expect(world.objects.size).toBe(images - 1)
    expect(await collect(person, 'zh_HK')).toEqual([])
    await expect(open(others)).resolves.toMatchObject({ submissionNumber: others })
  })

  test('submissions are deleted with their images 180 days after the end of their campaign', async () => {
    await world.put(
      aCampaign(['film', 'other'], {
        codeName: 'SHORT',
        startsAt: world.clock.now().toString(),
        endsAt: world.clock.now().add({ hours: 1 }).toString(),
      }),
    )
    const answers = { ...answersAbout('film'), drawing: await world.anImage() }
    const number = await world.send({ codeName: 'SHORT', answers, ...agreedTo('SHORT') }, { deviceSerial: 'short' })
    const images = world.objects.size
    world.clock.advance(`PT${180 * 24}H`)
    await world.runDueWork()
    await expect(open(number)).resolves.toBeDefined()
    world.clock.advance('PT1H')
    await world.runDueWork()
    expect(await refusedWith(open(number))).toContain('There is no submission')
    expect(world.objects.size).toBeLessThan(images)
  })
})
