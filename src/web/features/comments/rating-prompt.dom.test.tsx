import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendEmailCode, userProfile, verifyEmail } from '#contract/accounts.ts'
import { createRating, getRating } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { comments } from '#text/zh_HK/comments.ts'
import { accountOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { RatingPrompt } from './rating-prompt.tsx'

const rated = (mine: number | null) => ({ rating: 4, votes: 2, stars: [0, 0, 0, 1, 1], mine })
const open = (mine: number | null) =>
  renderWeb(<RatingPrompt programId="tram" />, { reads: [[getRating, rated(mine)]] })

test('asks a member who has not rated the title', async () => {
  await open(null)
  expect(await screen.findByRole('slider', { name: comments.rating.own })).toBeTruthy()
})

test('does not ask a member who has rated the title', async () => {
  const { container } = await open(4)
  await Promise.resolve()
  expect(container.querySelector('input')).toBeNull()
})

test('stars without a verified e-mail ask for it in place, and are sent again after the code', async () => {
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => {}
  logInMember()
  const { profile } = accountOf()
  let isVerified = false
  const answers = new Map<Endpoint, () => object>([
    [createRating, () => (isVerified ? { result: 'SUCCESS', ...rated(4) } : refusal('EMAIL_NEEDED'))],
    [sendEmailCode, () => ({ result: 'SUCCESS', waitSeconds: 60 })],
    [
      verifyEmail,
      () => {
        isVerified = true
        return { result: 'SUCCESS', profile: { ...profile, email: 'tai@example.com' } }
      },
    ],
  ])
  const { user, call } = await renderWeb(<RatingPrompt programId="tram" />, {
    reads: [
      [getRating, rated(null)],
      [userProfile, { profile: { ...profile, email: 'tai@example.com' } }],
    ],
    answer: (endpoint) => answers.get(endpoint)!(),
  })
  const stars = await screen.findByRole('slider', { name: comments.rating.own })
  stars.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(await screen.findByRole('heading', { name: comments.email.purposes.rating.title })).toBeTruthy()
  expect(stars.getAttribute('aria-valuetext')).toBe(comments.rating.stars('4'))
  await user.click(screen.getByRole('button', { name: comments.email.send }))
  await user.click(await screen.findByLabelText(comments.email.code))
  await user.keyboard('424242')
  expect(await screen.findByText(comments.rating.saved)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: comments.email.purposes.rating.title })).toBeNull()
  const votes = call.mock.calls.filter(([endpoint]) => endpoint === createRating)
  expect(votes.map(([, input]) => input)).toEqual([
    { programId: 'tram', score: 4 },
    { programId: 'tram', score: 4 },
  ])
})

test('the arrow keys are explained to who uses the keyboard, not to who points', async () => {
  const { user } = await open(null)
  const stars = await screen.findByRole('slider', { name: comments.rating.own })
  const hint = () => screen.queryByText(comments.rating.hint)
  expect(hint()).toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(stars)
  expect(hint()).toBeTruthy()
  await user.pointer({ target: stars, keys: '[MouseLeft>]' })
  expect(hint()).toBeNull()
})
