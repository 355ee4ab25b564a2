import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RewardList } from './reward-list.tsx'

afterEach(cleanup)

const until = '有效至 2027年11月21日 23:59'

test('a reward whose name is its amount is named once', () => {
  render(<RewardList rewards={[{ key: 'a', kind: 'credits', title: '50 點', what: '50 點', until }]} />)
  expect(screen.getAllByText('50 點')).toHaveLength(1)
})

test('a reward has its amount, its name, what comes with it and its end', () => {
  const extra = '每月附送 60 點'
  render(<RewardList rewards={[{ key: 'a', kind: 'plan', title: '娛樂通行證', what: '1 個月', until, extra }]} />)
  for (const text of ['1 個月', '娛樂通行證', extra, until]) expect(screen.getByText(text)).toBeTruthy()
})
