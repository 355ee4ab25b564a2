import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, bare, lazy, route, setup } from './site-route.ts'

/** One chunk, whose screen knows what to show by the path: each `import` costs the first page some bytes. */
const load = async () => (await import('../screens/content-page.tsx')).ContentPage
const screen = lazy(load)
const contact = lazy(async () => (await import('#web/features/contact/contact-screen.tsx')).ContactScreen)
/** Open to everybody (PRODUCT 2: the legal pages need no profile, and children may read them). */
const legal = { kids: true, withoutProfile: true, screen } as const
const embed = { ...bare, ...legal } as const

/** The texts about the service (what it is, its terms, privacy, partners) and the help centre. */
export const ARTICLE_ROUTES = [
  route({ name: 'KnowUs', path: PATHS.knowUs, title: 'KnowUs', screen }),
  route({ name: 'Terms', path: PATHS.terms, title: 'Terms', ...legal }),
  route({ name: 'Privacy', path: PATHS.privacy, title: 'Privacy', ...legal }),
  route({ name: 'Collection', path: PATHS.collection, title: 'Collection', ...legal }),
  route({ name: 'PlainPrivacy', path: PATHS.plainPrivacy, title: 'Privacy', ...legal, header: false }),
  route({ name: 'Partners', path: PATHS.partners, title: 'Partners', screen }),
  route({ name: 'Contact', path: PATHS.contact, title: 'Contact', withoutProfile: true, screen: contact }),
  route({ name: 'MobilePrivacy', path: PATHS.mobilePrivacy, title: 'Privacy', ...embed }),
  route({ name: 'MobileTerms', path: PATHS.mobileTerms, title: 'Terms', ...embed }),
  route({ name: 'MobileKnowUs', path: PATHS.mobileKnowUs, title: 'KnowUs', ...embed }),
  route({ name: 'MobileContact', path: PATHS.mobileContact, title: 'Contact', ...embed, screen: contact }),
  route({ name: 'Help', path: PATHS.help, title: 'Help', withoutProfile: true, screen }),
  route({ name: 'HelpError', path: `${PATHS.help}/error/:code`, title: 'HelpError', withoutProfile: true, screen }),
  route({ name: 'SetupHelpCenter', path: PATHS.setupHelpCenter, title: 'Help', ...account, screen: setup(load) }),
  route({ name: 'MobileHelpCenter', path: PATHS.mobileHelpCenter, title: 'Help', ...embed }),
] as const
