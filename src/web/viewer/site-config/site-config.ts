/** What an operator configures and the page must know. It travels in the page as JSON. */
export interface SiteConfig {
  /** Below the logo's name and in titles. */
  brand: { zh_HK: string; en_US: string }
  buildVersion: string
  /** SPEC 2's external "about us", per language; empty: the link is not shown. */
  aboutURL: { zh_HK: string; en_US: string }
  /** Where people write to the operator; empty: texts do not name one. */
  contactEmail: string
  /** Where the app is got; an empty one is not shown, and without any there is no strip and no banner. */
  appLinks: { appStore: string; googlePlay: string; smartTv: string }
  /** The base of the host of 4K media, which also has the pop-up ads; empty: this site's own. */
  uhdHost: string
  /** Whether browsers may keep the service worker. */
  serviceWorker: boolean
}

export const DEFAULT_CONFIG: SiteConfig = {
  brand: { zh_HK: '港映', en_US: 'Harbour' },
  buildVersion: 'dev',
  aboutURL: { zh_HK: '', en_US: '' },
  contactEmail: '',
  appLinks: { appStore: '', googlePlay: '', smartTv: '' },
  uhdHost: '',
  serviceWorker: true,
}

export const CONFIG_ELEMENT = 'site-config'

let current: SiteConfig = DEFAULT_CONFIG

/** The configuration of this page. */
export const siteConfig = (): SiteConfig => current

/** Set once at boot, and by the prerender before each page. */
export function setSiteConfig(config: Partial<SiteConfig>): void {
  current = { ...DEFAULT_CONFIG, ...config }
}
