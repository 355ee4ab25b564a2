import { expect, test } from 'vitest'
import type { Prerender } from '#server/roles.ts'
import * as prerender from '#web/site/prerender/prerender.tsx'

/** The server imports the built bundle by path, so the types are compared here only. */
const bundle = {
  homeCalls: prerender.homeCalls,
  homeCarouselCalls: prerender.homeCarouselCalls,
  renderHome: prerender.renderHome,
  // The server's type of the page assets is narrower.
  renderPage: prerender.renderPage as Prerender['renderPage'],
  readPageAssets: prerender.readPageAssets,
  inlineHashes: prerender.inlineHashes,
} satisfies Prerender

test('the prerender bundle exports every function that the server calls', () => {
  expect(prerender).toMatchObject(bundle)
})
