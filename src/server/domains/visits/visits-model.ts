import type { Language } from '#contract/languages.ts'

/** A page view reported by a client. */
export type PageView = {
  route: string
  language: Language
  device: { deviceModel?: string | undefined; osVersion?: string | undefined }
  utm: Partial<Record<'source' | 'medium' | 'campaign' | 'term' | 'content', string | undefined>>
}
