import type { SiteConfig } from '#web/viewer/site-config/site-config.ts'
import type { SiteText } from '#text/zh_HK/viewer.ts'

export interface AppLink {
  kind: 'appStore' | 'googlePlay' | 'smartTv'
  url: string
  name: string
  /** The small line above the name: 下載自. */
  lead: string
}

/** The stores that are configured, with their words. */
export function appLinks({ appLinks: links }: SiteConfig, text: SiteText['app']): AppLink[] {
  const all: AppLink[] = [
    { kind: 'appStore', url: links.appStore, name: text.appStore, lead: text.appStoreLead },
    { kind: 'googlePlay', url: links.googlePlay, name: text.googlePlay, lead: text.googlePlayLead },
    { kind: 'smartTv', url: links.smartTv, name: text.smartTv, lead: text.smartTvLead },
  ]
  return all.filter((link) => link.url !== '')
}

/** The store of this phone, else the first there is. */
export function storeFor(userAgent: string, links: readonly AppLink[]): AppLink | undefined {
  const kind = /Android/i.test(userAgent) ? 'googlePlay' : 'appStore'
  return links.find((link) => link.kind === kind) ?? links[0]
}
