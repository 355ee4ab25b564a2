import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tabs } from '#text/zh_HK/viewer.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { findRoute } from './routes.tsx'
import { useTabLinks } from './use-tab-links.ts'

function Current({ path }: { path: string }) {
  const links = useTabLinks(findRoute(path)!)
  return <p>{links.filter(({ current }) => current).map(({ name }) => name)}</p>
}

test.each(['/special-sales', '/special-sale-detail'])('on %s the tab of special sales is current', async (path) => {
  await renderWeb(<Current path={path} />)
  expect(await screen.findByText(tabs.SpecialSales)).toBeTruthy()
})
