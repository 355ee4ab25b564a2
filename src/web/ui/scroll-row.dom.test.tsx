import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Carousel } from './scroll-row.tsx'

const arrow = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

function row(width: number) {
  render(
    <Carousel label="Row" shape="portrait" previousLabel="Previous" nextLabel="Next">
      <li>One</li>
    </Carousel>,
  )
  const list = screen.getByRole('list')
  Object.defineProperties(list, { clientWidth: { value: 800 }, scrollWidth: { value: width } })
  return list
}

test('a row that fits has no arrow, neither before nor after it is reached', () => {
  const list = row(800)
  expect(arrow('Next').disabled).toBe(true)
  fireEvent.pointerEnter(list.parentElement!)
  expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([true, true])
})

test('a longer row has its next arrow once it is reached', () => {
  const list = row(2400)
  fireEvent.pointerEnter(list.parentElement!)
  expect([arrow('Previous').disabled, arrow('Next').disabled]).toEqual([true, false])
})
