import { expect, test } from 'vitest'
import { PATHS } from '../navigation/paths.ts'
import { articleLink } from './article-links.rules.ts'

const PRIVACY = `#${PATHS.privacy}?section=rights`

test.each([
  ['a page of the site keeps its links', PRIVACY, 'normal', PATHS.terms, PRIVACY],
  ['children have none', PRIVACY, 'children', PATHS.mobileHelpCenter, undefined],
  ['children have none out of the site', 'https://www.pcpd.org.hk', 'children', PATHS.privacy, undefined],
  ['an embedded page stays embedded', PRIVACY, 'normal', PATHS.mobileTerms, `#${PATHS.mobilePrivacy}?section=rights`],
  ['the help centre too', `#${PATHS.help}`, 'normal', PATHS.mobileTerms, `#${PATHS.mobileHelpCenter}`],
  ['a page that is not embedded is text', '#/setup/payments', 'normal', PATHS.mobileHelpCenter, undefined],
  ['so is a page of an error code', '#/help/error/4032', 'normal', PATHS.mobileHelpCenter, undefined],
  [
    'out of the site is out of the app',
    'https://www.pcpd.org.hk',
    'normal',
    PATHS.mobilePrivacy,
    'https://www.pcpd.org.hk',
  ],
] as const)('%s: %s (%s) on %s', (_, href, pattern, path, target) => {
  expect(articleLink(href, { pattern, path })).toBe(target)
})
