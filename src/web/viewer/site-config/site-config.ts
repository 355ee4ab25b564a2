/** The operator's settings, embedded in the page as JSON. */
export interface SiteConfig {
  brand: { zh_HK: string; en_US: string }
  buildVersion: string
  /** SPEC 2; empty: the link is not shown. */
  aboutURL: { zh_HK: string; en_US: string }
  contactEmail: string
  appLinks: { appStore: string; googlePlay: string; smartTv: string }
  /** The host of 4K media and pop-up ads; empty: this site's own. */
  uhdHost: string
  /** In the bar at the foot of the site; `until` is an instant, empty: none. */
  notice: { zh_HK: string; en_US: string; until: string }
  serviceWorker: boolean
  /** The demo’s clips stand for whole films. */
  demo: boolean
}

export const DEFAULT_CONFIG: SiteConfig = {
  brand: { zh_HK: '港映', en_US: 'Harbour' },
  buildVersion: 'dev',
  aboutURL: { zh_HK: '', en_US: '' },
  contactEmail: '',
  appLinks: { appStore: '', googlePlay: '', smartTv: '' },
  uhdHost: '',
  notice: { zh_HK: '', en_US: '', until: '' },
  serviceWorker: true,
  demo: false,
}

export const CONFIG_ELEMENT = 'site-config'

let current: SiteConfig = DEFAULT_CONFIG

export const siteConfig = (): SiteConfig => current

export function setSiteConfig(config: Partial<SiteConfig>): void {
  current = { ...DEFAULT_CONFIG, ...config }
}

/** Longer than the demo’s clips, shorter than what an operator would try with them. */
const DEMO_CLIP_SECONDS = 60

/** A clip of the demo, whose length says nothing of its film. */
export const isDemoClip = (seconds: number): boolean => current.demo && seconds < DEMO_CLIP_SECONDS
