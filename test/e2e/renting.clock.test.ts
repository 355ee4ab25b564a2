import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { order } from '#contract/playback.ts'
import { access } from '#text/zh_HK/titles.ts'
import { rentals } from '#text/zh_HK/rentals.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, logInAsDemo, profilesOf, send, succeed } from './support/members.ts'
import { expectPlaying, playPath } from './support/playing.ts'
import { visitAs } from './support/profile-pages.ts'
import { advanceClock, world } from './support/world.ts'

const { programId } = world.rental
type Quote = Extract<OutputOf<typeof order>, { resourceId: string }>

test('a rental plays for 48 hours; then the title is on sale again', async () => {
  const member = await logInAsDemo('kids')
  const own = (await profilesOf(member)).find(({ childrenModel }) => !childrenModel)!
  const profile = await chooseProfile(member, own)
  const { payment, resourceId } = await succeed<Quote>('/api_v2/order', { programId }, member.token)
  await succeed('/api_v2/payPlay', { programId, payment, resourceId }, member.token)

  const { page } = await visitAs(member, { path: playPath(programId), profile })
  await expectPlaying(page)
  await advanceClock('PT47H59M')
  await succeed('/api_v2/order', { programId }, member.token).then((answer) =>
    expect(answer).toHaveProperty('redirectURL'),
  )
  await advanceClock('PT2M')
  expect(await send('/api_v2/order', { programId }, member.token)).not.toHaveProperty('redirectURL')
  await page.reload()
  await page.getByRole('dialog', { name: rentals.confirmTitle('天台一夜') }).waitFor()

  const sheet = await visitAs(member, { path: `/#${PATHS.home}?programId=${programId}`, profile })
  await sheet.page
    .getByRole('button', { name: new RegExp(`^${access.buy.rental}`, 'u') })
    .first()
    .waitFor()
})
