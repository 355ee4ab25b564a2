import { expect, test } from 'vitest'
import type { Prerender } from '#server/site.ts'
import * as prerender from '#web/site/prerender/prerender.tsx'

/** The server imports the built bundle by a path, so the compiler compares the two only here. */
const bundle = {
  homeCalls: prerender.homeCalls,
  homeCarouselCalls: prerender.homeCarouselCalls,
  renderHome: prerender.renderHome,
  // Its assets come from readPageAssets, of which the server knows less.
  renderPage: prerender.renderPage as Prerender['renderPage'],
  readPageAssets: prerender.readPageAssets,
  inlineHashes: prerender.inlineHashes,
} satisfies Prerender

test('the prerender bundle exports every function that the server calls', () => {
  expect(prerender).toMatchObject(bundle)
})
